"""Agents at the server's tables: which may be seated, and the threads and processes in which they are asked.

- `allowed_agents`: who may be seated, and which options a game may have.
- `agent_desks`: asks quick agents in threads, and the others in the pool.
- `process_pool`: the pool of thinkers.
- `child`: starts and stops processes.
- `thinker`: one of its processes: searches, gives hints, reviews games.
- `jobs`: what thinkers are sent.
- `kept_replies`: replies of language models: what is kept of them goes with the table.
- `ready_games`: games of the tables; their searches are compiled by another process.
- `warming`: a hint in each game at the start, so that nobody waits for the first.
"""
