"""Options of a table in words, as people call them."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.core.base.sentence import Sentence
from croupier.core.spec.options import Value
from croupier.core.spec.spec import GameSpec
from croupier.server.base.english import say


def option_words(spec: GameSpec, options: Mapping[str, Value]) -> list[Sentence]:
    """What some options of a game are set to, a sentence each without a full stop."""
    known = {option.name: option for option in spec.options}
    found = []
    for name, value in options.items():
        if isinstance(value, bool):
            told: str = say("told.rules.on") if value else say("told.rules.off")
        else:
            told = known[name].value_called(value)
        found.append(say("told.rules.option", option=known[name].called, value=told))
    return found
