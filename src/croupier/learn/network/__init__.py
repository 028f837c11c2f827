"""The policy network and its weights: layers, devices, files of other libraries."""
