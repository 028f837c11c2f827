"""``python -m tests.simulator``."""

from tests.simulator.command import main

main()
