"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.learn.runs.checkpoint import Checkpoint as Checkpoint, load_checkpoint as load_checkpoint
from croupier.learn.runs.export import export_module as export_module
from croupier.learn.runs.run import Run as Run, Status as Status
from croupier.learn.settings.config import Config as Config, preset as preset
