"""What matches show: comparisons, ratings, sequential tests, exact values, the worth of abilities."""
