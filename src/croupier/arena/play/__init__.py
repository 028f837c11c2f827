"""Playing matches: chunks of games, tournaments and trials, recorded and kept, here or on a cluster."""
