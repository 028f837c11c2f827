"""Agents: the protocol (`croupier.agents.agent`), the agents, and their registry (`croupier.agents.registry`)."""
