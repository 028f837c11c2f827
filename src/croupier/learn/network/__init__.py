"""The policy network and its weights.

- `network`: layers, heads, value head and critic; `make_network` makes what the settings say.
- `layouts`: where a game's observation encodes the hand, and which of its heads decide abilities.
- `inference`: the device, precision and threads that a network runs with.
- `weights`: weights as arrays by name, and which of them a policy needs.
- `initial`: weights of an exported policy, for a network that begins with them.
"""
