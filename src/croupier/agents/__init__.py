"""Who plays: the agent protocol and the agents, by name. See `croupier.agents.agent.make_agent`."""
