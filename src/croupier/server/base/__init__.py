"""What the server's other parts stand on: settings, refusals, secrets, addresses."""
