"""``python -m croupier.simulator``, as ``croupier-simulate``."""

from croupier.simulator.command import main

main()
