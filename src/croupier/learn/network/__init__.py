"""The policy network and its weights.

- `network`: layers, heads, value head and critic; weights of an exported policy to begin with.
- `inference`: the device, precision and threads that a network runs with; its decisions as a CUDA graph.
"""
