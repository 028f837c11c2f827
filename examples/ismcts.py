"""Information set Monte Carlo tree search (ISMCTS): a baseline without any policy, in plain Python.

In this folder: ``croupier arena skull-king py/iterations=200:ismcts:ISMCTS bot --deals 5``.

P. I. Cowling, E. J. Powley and D. Whitehouse, "Information set Monte Carlo tree search" (2012), with one observer
a seat: every iteration samples a world, descends by UCB1 through the information sets of the seat to move, adds
one of them, and plays on at random until the game's rollouts stop.
"""

import math

import numpy as np

from croupier import ConfigError


class ISMCTS:
    """Plays the action that a tree search has tried most often."""

    def __init__(self, game, iterations="1000", exploration="1.0"):
        """Settings are texts, as they stand in the agent's name.

        Args:
            game: the game that is played.
            iterations: worlds that are sampled for a decision.
            exploration: weight of UCB1's bonus, in standard deviations of the gains met at the root.
        """
        if not iterations.isdecimal() or int(iterations) < 1:
            raise ConfigError(f"iterations of ismcts must be a whole number of at least 1, not {iterations}")
        if not exploration.replace(".", "", 1).isdecimal():
            raise ConfigError(f"exploration of ismcts must be a number of at least 0, not {exploration}")
        self.iterations, self.exploration = int(iterations), float(exploration)
        self.search = game.spec.search_part  # where rollouts stop, and what each seat has gained there

    def act(self, turns):
        """Choose in each row."""
        states = (turns.state(row) for row in range(len(turns)))
        return np.array([self.choice(state, turns.keys[row]) for row, state in enumerate(states)], dtype=np.int64)

    def choice(self, state, key):
        """The action tried most often; the decision's random word gives all chance, so it can be played again."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        rng, seat, start = np.random.default_rng(key), state.current_player(), state.records[0]
        nodes, gains, gained = {}, [], np.zeros(state.game.num_players, dtype=np.float32)
        for _ in range(self.iterations):
            bonus = self.exploration * (np.std(gains) if gains else 1.0)
            world, path, added = state.resample_hidden(seat, int(rng.integers(1 << 62))), [], False
            while not world.is_terminal() and not self.search.rollout_stop(start, world.records[0]):
                actions, mover = world.legal_actions(), world.current_player()
                if added or len(actions) == 1:
                    world.apply_action(actions[rng.integers(len(actions))])
                    continue
                seen = mover, world.observation_tensor(mover).tobytes()
                added = seen not in nodes and bool(path)  # the first iteration adds the root, and goes on
                node = nodes.setdefault(seen, {})
                action = best(node, actions, bonus, rng)
                path.append((node[action], mover))
                world.apply_action(action)
            self.search.gain(start, world.records[0], gained)
            gains.append(float(gained[seat]))
            for found, mover in path:
                found["tried"] += 1
                found["sum"] += float(gained[mover])
        root = nodes[seat, state.observation_tensor(seat).tobytes()]
        return max(root, key=lambda action: root[action]["tried"])


def best(node, actions, bonus, rng):
    """An action that was never tried here, at random; or else the one of the highest upper bound (UCB1)."""
    for action in actions:
        node.setdefault(action, {"tried": 0, "sum": 0.0, "available": 0})["available"] += 1
    untried = [action for action in actions if not node[action]["tried"]]
    if untried:
        return untried[rng.integers(len(untried))]

    def bound(action):
        found = node[action]
        spread = math.sqrt(math.log(found["available"]) / found["tried"])
        return found["sum"] / found["tried"] + bonus * spread

    return max(actions, key=bound)
