"""What the server's other parts stand on: settings, refusals, secrets, addresses, time.

- `settings`: what ``croupier serve`` was started with; how browsers reach the server, and who holds an address.
- `english`, `languages`: sentences for people by key; the language in which a browser is told them.
- `default_table`: what is drawn of a game for which the pages have no table.
- `joined_modules`: many modules of the pages in a few files.
- `refusal`: why something is not done: a code for programs, a sentence for people.
- `plain_text`: names and chat as one line in which everything is seen.
- `runtime`: time, tasks, threads and random bytes, as an argument; tokens and ids; garbage collection.
"""
