"""Search: agents that evaluate actions by rollouts in sampled worlds.

- `agent`, `searcher`: the agent ``search``, and how it searches one decision
- `settings`: its settings and presets
- `worlds`, `belief`, `chains`: worlds that a seat holds possible, by what others have decided
- `floors`: how far models of the others are to be trusted, learnt by seat
- `story`: the decisions of a round as one seat knows them
- `watched`: a model that is fitted to what the others have done
- `opponents`, `models`: who plays the other seats in rollouts, in compiled code where it can be
- `rollouts`: games played on from many worlds at once
- `choice`: which action the rollouts speak for, and when one is out of the race
- `network`, `layers`: a trained policy in rollouts; its layers as kernels
"""
