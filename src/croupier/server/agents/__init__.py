"""Agents at the server's tables: which may be seated, and the threads and processes in which they are asked.

- `allowed_agents`: who may be seated, and which options a game may have.
- `agent_queues`: asks quick agents in threads, and the others in the pool; their games are compiled by a process.
- `process_pool`: the pool of workers, and how processes are started and stopped.
- `worker`: one of its processes: searches, gives hints, reviews games.
- `jobs`: what workers are sent.
"""
