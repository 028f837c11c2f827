"""Train a policy that plays every seat with RLlib's PPO, over croupier's PettingZoo environment.

Run: ``python examples/rllib_ppo.py GAME [ITERATIONS]``, after ``pip install '.[pettingzoo]' 'ray[rllib]' torch``.
RLlib's own module masks illegal actions.
"""

import sys
from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from gymnasium.error import ResetNeeded
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from croupier import ConfigError
from croupier.envs.pettingzoo import raw_env

Seen = dict[str, Any]
"""By agent, as RLlib passes it."""


class EverySeat(MultiAgentEnv):
    """A game in which only the agent to move is observed and may act; when the game is over, all are observed.

    An illegal action raises `croupier.IllegalAction` and changes nothing. An info has the game's ``seed`` and
    ``phase``, and at the end the agent's ``return`` and ``points``.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Take ``game``, and the settings and options that `croupier.envs.pettingzoo.raw_env` takes."""
        if "game" not in config:
            raise ConfigError('env_config must name a game: {"game": NAME}')
        self.env = raw_env(**config)
        self.possible_agents = list(self.env.possible_agents)
        self.agents = list(self.possible_agents)
        parts = {agent: self.env.observation_space(agent) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observations": part["observation"], "action_mask": part["action_mask"]})
            for agent, part in parts.items()
        }
        self.action_spaces = {agent: self.env.action_space(agent) for agent in self.agents}
        super().__init__()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Seen, Seen]:
        """Deal a game; without a seed the sequence of games goes on."""
        self.env.reset(seed, options)
        self.agents = list(self.env.agents)
        return self._seen([self.env.agent_selection])

    def step(self, action_dict: Mapping[str, Any]) -> tuple[Seen, Seen, Seen, Seen, Seen]:
        """Play the action of the agent to move; everyone is paid."""
        env = self.env
        if not env.agents or any([*env.terminations.values(), *env.truncations.values()]):
            env.render()  # which says so if it is closed or nothing was dealt
            raise ResetNeeded("the game is over: call reset() before step()")
        mover = env.agent_selection
        if set(action_dict) != {mover}:
            raise ValueError(f"{mover} is to move, and actions were given for {sorted(action_dict)}")
        env.step(action_dict[mover])
        ended, cut = ({**each, "__all__": any(each.values())} for each in (env.terminations, env.truncations))
        over = ended["__all__"] or cut["__all__"]
        observations, infos = self._seen(self.agents if over else [env.agent_selection])
        return observations, dict(env.rewards), ended, cut, infos

    def _seen(self, agents: list[str]) -> tuple[Seen, Seen]:
        told = {agent: self.env.observe(agent) for agent in agents}
        found = {
            agent: {"observations": each["observation"], "action_mask": each["action_mask"]}
            for agent, each in told.items()
        }
        return found, {agent: self.env.infos[agent] for agent in agents}

    def render(self) -> Any:
        """The table in the ``render_mode`` of the settings."""
        return self.env.render()

    def close(self) -> None:
        """End the environment."""
        self.env.close()


def ppo(env_config: Mapping[str, Any], **training: Any) -> PPOConfig:
    """PPO with one policy for all seats; RLlib's checker is off, since it samples illegal actions."""
    return (
        PPOConfig()
        .environment(EverySeat, env_config=dict(env_config), disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=2)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(gamma=1.0, **training)
        .debugging(seed=1)
    )


def main(game: str, iterations: int = 2, **training: Any) -> Algorithm:
    """Train, and print how many decisions each iteration has played so far."""
    algorithm = ppo({"game": game}, **training).build_algo()
    for _ in range(iterations):
        print(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
    return algorithm


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:])).stop()
