"""Training runs: the loop, and everything that a run folder holds.

- `trainer`: the loop of rollouts and updates, with all its state.
- `run`: a run in a folder: begun, resumed, trained to the end, measured and exported; Ctrl-C lets an update
  finish.
- `checkpoint`: the whole state of a run in one file.
- `curves`: TensorBoard curves.
- `export`: policies as ONNX files, and torch modules of one's own.
- `sb3`: policies of Stable-Baselines3, read from their files.
"""
