"""Foundations of the server: settings, refusals, secrets, addresses, time.

- `settings`: settings of ``croupier serve``; how browsers reach the server, and who holds an address.
- `english`, `languages`: sentences for people by key; the language of a browser.
- `default_table`: the drawing of a game without a table of its own.
- `joined_modules`: the pages' modules joined into a few files.
- `refusal`: refusals: a code for programs, a sentence for people.
- `plain_text`: names and chat as one visible line.
- `runtime`: time, tasks, threads and random bytes, as an argument; tokens and ids; garbage collection.
"""
