"""Make every kernel of croupier and say what their stamps do not know: ``python -m tests.core.all_kernels``.

Arguments are other modules whose kernels are looked at too. Kernels are noted as they are made, so this is a
process of its own. It prints as JSON how many there are; which are never made, of all that a source decorates;
what could not be taken by value; and whose stamp is computed again and again.
"""

import ast
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.core.base import kernel as kernel_module
from croupier.core.base.kernel import FORMS, Forms

MADE: list[Forms] = []
_AT_FIRST = list(vars(kernel_module).values())  # made before they could be noted
_MAKERS = ("kernel", "inlined", "wrapping", "loop")
_SEARCHES = ("search", "pimc")


def note_kernels() -> None:
    """Note every kernel that is made from here on."""
    begin: Any = Forms.__init__

    def init(self: Forms, *arguments: Any, **named: Any) -> None:
        begin(self, *arguments, **named)
        MADE.append(self)

    Forms.__init__ = init  # type: ignore[method-assign]


def decorated() -> Iterator[tuple[str, str]]:
    """Module and name of each function that croupier's sources decorate as a kernel."""
    root = Path(kernel_module.__file__).parents[2]
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root.parent).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            if isinstance(node, ast.FunctionDef) and any(getattr(mark, "id", "") in _MAKERS for mark in marks):
                yield module, node.name


def make_all() -> None:
    """Make what games and agents make as they are used."""
    from croupier.agents.registry import make_agent
    from croupier.agents.search.searcher import _measure_loop
    from croupier.core.engine import trail
    from croupier.core.engine.loops import encode_loop
    from croupier.core.engine.making import make
    from croupier.core.spec.registry import BUILT_IN
    from croupier.learn.rollouts.auxiliary import _label_loop
    from croupier.solving.growing import growing_loops

    for entry in BUILT_IN:
        game = make(entry.name)
        assert game.loops
        if game.spec.rules.outcomes is not None:
            growing_loops(game.spec.rules)
        search = game.spec.search() if game.spec.search is not None else None
        if search is not None:
            trail._loop(search.horizon)
        if search is not None and search.explain is not None:
            _measure_loop(search.explain())
        if search is not None and search.choices is not None:
            make_agent("search/opponents=watched", game)
        for name in (*game.spec.bots, *(_SEARCHES if search is not None else ())):
            make_agent(name, game)
        training = game.spec.training() if game.spec.training is not None else None
        if training is not None and training.privileged is not None:
            encode_loop(training.privileged(game).encode)
        for task in training.auxiliary(game) if training is not None and training.auxiliary is not None else ():
            if task.label_later is not None:
                _label_loop(task.label_later)


def main() -> None:
    note_kernels()
    sources = set(decorated())
    for module in sorted({module for module, _ in sources} | set(sys.argv[1:])):
        importlib.import_module(module)
    make_all()
    from croupier.core.base.code_cache import stamp_of

    MADE.extend(found for value in _AT_FIRST if isinstance(found := getattr(value, FORMS, None), Forms))
    unknown: list[str] = []
    again: list[str] = []
    for found in MADE:
        setattr(found.function, FORMS, found)  # `loop` and `wrapping` mark what stands around it
        unknown += stamp_of(found.function).not_by_value
        again += [found.function.__qualname__] if found.stamp is None else []
    known = {(found.function.__module__, found.function.__name__) for found in MADE}
    sys.stdout.write(json.dumps({
        "kernels": len(MADE),
        "never_made": sorted(f"{module}.{name}" for module, name in sources - known),
        "not_by_value": sorted(set(unknown)),
        "not_kept": sorted(set(again)),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
