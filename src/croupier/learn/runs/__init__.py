"""Training runs: the loop, and everything that a run folder holds.

- `trainer`: the loop of rollouts and updates, with all its state.
- `run`: a run in a folder: begun, resumed, trained to the end and measured.
- `checkpoint`: the whole state of a run in one file.
- `curves`: TensorBoard curves.
- `interrupt`: Ctrl-C, which lets an update finish.
- `export`: policies as ONNX files.
- `checkpoint_export`: the policy of a checkpoint as such a file.
- `module_export`: a torch module of one's own as such a file.
- `sb3`: policies of Stable-Baselines3, read from their files.
"""
