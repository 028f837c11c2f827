"""Training: one learner for all games. Importing it loads no torch; training does.

`croupier.learn.run.Run` is the whole of ``croupier train``; `croupier.learn.trainer.Trainer` the loop alone.
"""
