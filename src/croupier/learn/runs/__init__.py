"""Training runs: the loop, and the files of a run's folder.

- `trainer`: the loop of rollouts and updates, with all its state.
- `run`: a run in a folder: begin, resume, train, measure and export; Ctrl-C lets an update finish.
- `checkpoint`: the whole state of a run in one file.
- `curves`: TensorBoard curves.
- `export`: policies as ONNX files, and a user's torch modules.
- `sb3`: policies of Stable-Baselines3, read from their files.
"""
