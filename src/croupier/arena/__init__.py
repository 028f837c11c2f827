"""The arena: agents play each other on the same deals, and are measured."""
