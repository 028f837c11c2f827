"""What the server's other parts stand on: settings, refusals, secrets, addresses, time.

- `settings`: what ``croupier serve`` was started with.
- `english`, `languages`, `telling`: sentences for people by key; the language in which a browser is told them.
- `option_words`: options as people call them.
- `default_table`: what is drawn of a game for which the pages have no table.
- `joined_modules`, `page_module`: many modules of the pages in a few files.
- `refusal`, `invalid`: why something is not done: a code for programs, a sentence for people.
- `plain_text`: names and chat as one line in which everything is seen.
- `runtime`: time, tasks and threads, as an argument.
- `replay_thread`: one thread that steps through finished games.
- `gc_pauses`: when the garbage collector looks through all objects.
- `secret`: tokens, their hashes, and ids of tables.
- `addresses`: how browsers reach the server, and who holds an address.
"""
