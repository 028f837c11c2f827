"""A whole server in a simulated world, in which one seed decides everything: ``croupier-simulate --seed N``.

- `world`: time, and what happens next; `process`: a process there.
- `database`: what is committed, with its parts `database_tables`, `database_circles`, `database_waits` and
  `database_pushes`.
- `store`: a process's connection to it, and what may go wrong there.
"""
