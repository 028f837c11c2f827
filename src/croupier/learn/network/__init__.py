"""The policy network and its weights.

- `network`: layers, heads, value head and critic; initial weights from an exported policy.
- `inference`: device, precision and threads of a network; decisions as CUDA graphs.
"""
