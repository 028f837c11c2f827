"""Training: one learner for all games. Importing it loads no torch; training does.

`croupier.learn.runs.run.Run` is the whole of ``croupier train``; `croupier.learn.runs.trainer.Trainer` the loop
alone.
"""
