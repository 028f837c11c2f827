"""What training models needs behind every door.

`rewards`: what games earn, at their end and on the way. `deals`: those of training and of evaluation, by name.
`verifiers_tasks`: deals and decisions as tasks of the library verifiers.
"""
