"""Search: agents that evaluate actions by rollouts in sampled worlds.

- `searcher`: the agent ``search``, and the search of one decision
- `settings`: its settings and presets
- `worlds`: sampled worlds, and a round's decisions replayed in them
- `belief`, `chains`: likelihoods of worlds given the others' decisions, with lapse rates; worlds sampled by them
- `opponent_model`: a model fitted to the others' past decisions
- `opponents`, `models`: the players of the other seats in rollouts, compiled if possible
- `rollouts`: games played on from many worlds at once
- `choice`: paired gains, pruning, and the chosen action
- `network`: a trained policy in rollouts, its layers as kernels
"""
