"""Search: one-ply search by rollouts in sampled worlds, around any agent (docs/search.md)."""
