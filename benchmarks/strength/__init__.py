"""The strength tables of the documentation: declared as data, played again and rewritten in place.

Run: ``uv run python -m benchmarks.strength [--list] [--only ID] [--check] [--train]``.
"""
