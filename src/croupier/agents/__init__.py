"""Who plays: the protocol (`croupier.agents.agent`), the agents, and their names (`croupier.agents.registry`)."""
