"""``python -m tests.simulator``, as ``croupier-simulate``."""

from tests.simulator.command import main

main()
