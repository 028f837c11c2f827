"""Commands that measure agents and analyse games."""
