"""Search: agents that evaluate actions by rollouts in sampled worlds.

- `searcher`: the agent ``search``, and how it searches one decision
- `settings`: its settings and presets
- `worlds`: sampled worlds, and a round's decisions replayed in them
- `belief`, `chains`: how likely a world is by the others' decisions, with lapse rates; worlds sampled by it
- `opponent_model`: a model that is fitted to what the others have done
- `opponents`, `models`: who plays the other seats in rollouts, in compiled code where it can be
- `rollouts`: games played on from many worlds at once
- `choice`: paired gains, pruning, and the action to choose
- `network`: a trained policy in rollouts, its layers as kernels
"""
