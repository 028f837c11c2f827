"""Agents at the server's tables: which may be seated, and the threads and processes in which they are asked.

- `allowed_agents`: agents and options that people may choose.
- `agent_queues`: asks quick agents in threads, and the others in the pool; compiles their games in a process.
- `process_pool`: the pool of workers; starting and stopping processes.
- `worker`: a worker process: searches, gives hints, reviews games.
- `jobs`: jobs for workers.
"""
