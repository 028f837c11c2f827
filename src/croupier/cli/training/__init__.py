"""Commands that train policies and measure training."""
