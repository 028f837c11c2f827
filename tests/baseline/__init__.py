"""What croupier did at commit f0344a14, so that what is taken away shows: `make` writes it, `data` holds it."""
