"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.core.base.errors import CheckError as CheckError
from croupier.testing.agent_check import check_agent as check_agent
from croupier.testing.checks import check_game as check_game
from croupier.testing.fuzz import FuzzError as FuzzError, FuzzReport as FuzzReport, fuzz_game as fuzz_game
from croupier.testing.tree import perft as perft
