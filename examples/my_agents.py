"""An agent of one's own. In this folder: ``croupier play pig --vs py:my_agents:Cautious``."""

import numpy as np


class Cautious:
    """Plays Pig: holds at 15."""

    def __init__(self, game):
        self.game = game

    def act(self, turns):
        """Roll (0) or hold (1), for each of the decisions."""
        return np.where(turns.records["total"] < 15, 0, 1)
