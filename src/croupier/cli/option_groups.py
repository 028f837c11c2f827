"""Options shared by several commands, grouped in dataclasses: one field per option."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the fields of its parameters' dataclasses as options, each at the group's place."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: each.annotation for name, each in parameters.items() if is_dataclass(each.annotation)
    }
    options: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        options += _options(groups[name]) if name in groups else [parameter]

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    shown: Any = run
    shown.__signature__ = inspect.Signature(options)
    shown.__annotations__ = {each.name: each.annotation for each in options}
    return run


def _options(group: Any) -> list[inspect.Parameter]:
    """The fields of a dataclass as parameters."""
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(group)
    ]
