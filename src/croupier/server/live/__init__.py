"""Tables in use: their sockets, the agents' pace, and what other processes say."""
