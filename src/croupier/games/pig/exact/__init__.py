"""Exact values in Pig: the solved game, and the value of one policy against another."""
