"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.agents.agent import (
    Agent as Agent,
    AgentTraits as AgentTraits,
    StochasticAgent as StochasticAgent,
    Turns as Turns,
    traits_around as traits_around,
    wants_trail as wants_trail,
)
from croupier.agents.combined import CombinedAgent as CombinedAgent
from croupier.agents.human import HumanAgent as HumanAgent, PlayerLeftError as PlayerLeftError
from croupier.agents.llm.settings import ModelDefaults as ModelDefaults, ModelSettings as ModelSettings
from croupier.agents.names import AgentName as AgentName
from croupier.agents.policy import PolicyAgent as PolicyAgent
from croupier.agents.registry import AgentEntry as AgentEntry, agent_names as agent_names, make_agent as make_agent
from croupier.agents.speech import (
    EndpointError as EndpointError,
    EndpointRefusedError as EndpointRefusedError,
    Question as Question,
    Refused as Refused,
    Reply as Reply,
    TextAgent as TextAgent,
    TextSeat as TextSeat,
)
