"""What people do at a table beside playing: who sits where, links and claims, chat, deletion."""
