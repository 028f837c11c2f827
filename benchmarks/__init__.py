"""One script a claim. Each measures croupier and a peer in turn in the same run and prints the ratio."""
