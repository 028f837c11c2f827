"""A whole server in a simulated world, in which one seed decides everything: ``python -m tests.simulator``.

- `command`: the command; `evening`: people, agents and servers; `troubles`: what goes wrong.
- `checking`: what they were told against what is stored.
- `people`: what they do; `network`: browsers, requests and sockets.
- `servers`: the real application, started and lost.
- `store`: the real store on a database in memory, and what may go wrong there.
- `twins`: an evening that is played twice with something else hidden; `redealing`: games with other hidden cards.
- `process`: time, tasks and threads of a process; `world`: time, and what happens next.
"""
