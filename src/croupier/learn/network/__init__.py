"""The policy network and its weights.

- `network`: layers, heads, value head and critic.
- `inference`: the device, precision and threads that a network runs with.
- `recorded`: its decisions as a CUDA graph.
- `initial`: weights of an exported policy, for a network that begins with them.
"""
