"""Arena: matches on equal deals with rotated seats, win rates and confidence intervals."""
