"""The definition of a game and the types of its parts: options, phases, facts, words, pictures, training."""
