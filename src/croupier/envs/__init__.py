"""Environments: Gymnasium, Stable-Baselines3, TextArena, and text environments for language models."""
