"""Commands that train policies and say what training is worth."""
