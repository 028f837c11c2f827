"""The policy network and its weights.

- `network`: layers, heads, value head and critic.
- `inference`: the device, precision and threads that a network runs with.
- `initial`: weights of an exported policy, for a network that begins with them.
"""
