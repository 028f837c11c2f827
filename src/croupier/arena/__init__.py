"""Arena: matches on equal deals with rotated seats, and the statistics that decide which agent is better."""
