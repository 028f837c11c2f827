"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.solving.solution import (
    SolvedGame as SolvedGame,
    exact_utilities as exact_utilities,
    exploitability as exploitability,
    solve as solve,
)
from croupier.solving.solver import Exploited as Exploited
