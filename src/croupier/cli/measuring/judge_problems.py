"""``croupier judge problems``: positions with one clear answer, to solve at the terminal."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import (
    INTERRUPTED,
    SEEDS,
    GameName,
    Json,
    counted,
    echo,
    fail,
    find_spec,
    new_file,
    note,
    option,
    option_words,
    plain_console,
    print_json,
    progress,
)
from croupier.core.base.errors import ConfigError, FileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from croupier.agents.human import HumanAgent
    from croupier.measure.costs.problems import GameProblem, Problems


def judge_problems(
    game: GameName,
    number: Annotated[int | None, option("N", "Only this problem; the first is 1.", min=1)] = None,
    file: Annotated[Path | None, option("FILE", "Problems of this file, not those that ship.")] = None,
    choose: Annotated[str | None, option("SET", "Choose problems from a set of decisions, into --out.")] = None,
    out: Annotated[Path | None, option("PATH", "--choose: the new file, NAME.jsonl.gz.")] = None,
    count: Annotated[int, option("N", "--choose: how many at most.", min=1, max=1000)] = 30,
    as_json: Json = False,
    seed: Annotated[int | None, option("N", "Shuffle them; --choose: check by it.", **SEEDS)] = None,
) -> None:
    """Solve problems: a position, your choice, and what it costs.

    The easy ones come first. Each says which agents miss it. With --json all is printed and nothing asked.

    Example: croupier judge problems pig --number 3
    """
    from croupier.measure.costs.problems import problems_of, read_problems

    name = find_spec(game).name
    if choose is not None:
        if number is not None or file is not None:
            raise ConfigError("--choose makes a file of problems: it takes --out, --count, --seed and --json")
        _choose(name, choose, out, count, 0 if seed is None else seed, as_json)
        return
    if out is not None:
        raise ConfigError("--out is the file that --choose SET writes")
    found = problems_of(name) if file is None else read_problems(file)
    if found.game != name:
        raise FileError(f"{file} has problems of {found.game}, not of {name}")
    if number is not None:
        found.number(number)
    numbers = _order(len(found.problems), seed) if number is None else [number]
    if as_json:
        print_json(_about(found) | {"problems": [{"number": n} | found.number(n).data() for n in numbers]})
        return
    _Quiz(found).ask(numbers)


def _choose(game: str, name: str, out: Path | None, count: int, seed: int, as_json: bool) -> None:
    """Choose problems and write them."""
    from croupier.measure import load
    from croupier.measure.costs.problems import LEVELS, PROBLEMS, choose, write_problems

    if out is None:
        raise ConfigError("--choose writes a file: name it by --out NAME.jsonl.gz")
    PROBLEMS.check_name(out)
    new_file(out)
    found = load(name)
    if found.game != game:
        raise ConfigError(f"{name} is a set of {found.game}, not of {game}")
    with progress(f"problems from {found.name}") as on_progress:
        made = write_problems(out, choose(found, count, seed=seed, progress=on_progress))
    levels = {level: sum(each.level == place for each in made.problems) for place, level in enumerate(LEVELS)}
    if as_json:
        about = {"file": str(out), "problems": len(made.problems), "levels": levels}
        print_json(_about(made) | about | {"bytes": out.stat().st_size})
        return
    told = ", ".join(f"{number} {level}" for level, number in levels.items() if number)
    echo(f"Wrote {counted(len(made.problems), 'problem')} to {out}: {told}.")


def _about(found: Problems) -> dict[str, Any]:
    """What all problems of a file share, for JSON."""
    return {"game": found.game, "unit": found.unit, "exact": found.exact, "judge": dict(found.judge)}


def _order(count: int, seed: int | None) -> list[int]:
    """Numbers of the problems, shuffled if there is a seed."""
    if seed is None:
        return list(range(1, count + 1))
    import numpy as np

    from croupier.core.base.rng import as_seed
    from croupier.measure.costs.cases import mixed

    return mixed(range(1, count + 1), np.array([as_seed(seed)], dtype=np.uint64))


class _Quiz:
    """Problems asked at the terminal, one after another."""

    def __init__(self, found: Problems) -> None:
        from croupier.agents.human import HumanAgent
        from croupier.cli.console import ask
        from croupier.core.base.tiers import at_a_table

        at_a_table()
        self._found = found
        self._console: Console = plain_console()
        self._human: HumanAgent = HumanAgent(
            partial(ask, self._console), lambda line: self._console.print(line, soft_wrap=True)
        )
        self._asked = self._right = 0

    def ask(self, numbers: Sequence[int]) -> None:
        """Ask until there are no more problems, or the person leaves."""
        from croupier.agents.human import PlayerLeftError

        try:
            for number in numbers:
                self._pose(number)
        except PlayerLeftError:
            note(f"You left: {self._score()}.")
            return
        except EOFError:
            fail(f"the input ended: {self._score()}")
        except KeyboardInterrupt:
            fail(f"interrupted: {self._score()}", INTERRUPTED)
        if len(numbers) > 1:
            self._console.print(f"That was the last one: {self._score()}.", style="bold")

    def _score(self) -> str:
        return f"{self._right} of {counted(self._asked, 'problem')} solved"

    def _pose(self, number: int) -> None:
        from croupier.measure.costs.problems import LEVELS

        problem = self._found.number(number)
        state = problem.row.state()
        options = option_words(state.game.spec, problem.row.options).replace(" -o", ",")
        title = f"Problem {number} of {len(self._found.problems)} ({LEVELS[problem.level]})"
        told = f"{title}: {state.game.spec.title}{options}. You are Player {state.current_player()}."
        self._console.print(f"\n{told}", style="bold")
        action = self._human.choose(state)
        self._asked += 1
        self._right += problem.is_right(action)
        self._answer(problem, action)

    def _answer(self, problem: GameProblem, action: int) -> None:
        from croupier.core.base.rows import in_columns, number_heads, terminal_table
        from croupier.measure.costs.analyst import Estimate
        from croupier.measure.reports.lines import around

        lines = verdict(self._found, problem, action)
        self._console.print(lines[0], style="green" if problem.is_right(action) else "yellow", soft_wrap=True)
        for line in lines[1:]:
            self._console.print(line, soft_wrap=True)
        rows = [
            [each["text"].strip("[]"), around(Estimate(each["value"], each["error"])),
             around(Estimate(each["behind"], each["behind_error"])), ", ".join(each["agents"])]
            for each in problem.solution()
        ]  # fmt: skip
        unit = "chance to win, %" if self._found.in_chances else self._found.unit
        table = in_columns("What the actions are worth", number_heads("action", unit, "behind", "played by"), rows)
        self._console.print(terminal_table(table, "dense"))


def verdict(found: Problems, problem: GameProblem, action: int) -> list[str]:
    """Sentences about an answer: right or its cost, why, and who misses the problem."""
    row, place = problem.row, problem.row.place(action)
    best, chosen = row.texts[row.place(row.best)], row.texts[place]
    if problem.is_right(action):
        lines = [f"Right: {chosen} is best, {problem.least:.1f} {found.unit} ahead of what comes next."]
        place = row.behind.index(problem.least)
    else:
        error = row.behind_errors[place]
        sure = "" if not error else f" ±{1.96 * error:.1f}"
        clear = "" if row.is_clear(action) else ", within three standard errors"
        lines = [f"{chosen} costs {row.behind[place]:.1f}{sure} {found.unit}{clear}: {best} is best."]
    lines += [f"{words[:1].upper()}{words[1:]}." for words in problem.words[place]]
    missed = [name for name, choice in problem.choices.items() if not problem.is_right(choice)]
    others = [name for name in problem.choices if name not in missed]
    told = [f"missed by {', '.join(missed)}" if missed else "", f"found by {', '.join(others)}" if others else ""]
    who = "; ".join(each for each in told if each)
    lines.append(f"{who[:1].upper()}{who[1:]}; random play misses it in {problem.random_misses:.0%}.")
    return lines
