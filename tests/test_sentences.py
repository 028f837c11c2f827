"""Whatever a game says to people can be told in another language: every sentence is a key with parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError, IllegalAction, PositionError
from croupier.core.base.sentence import fields_of, key_of
from croupier.core.spec.prompts import ModelWords, ReplyError, TerminalWords, ToolWords, all_messages
from croupier.core.spec.registry import registered_games
from croupier.games.skull_king.notation import FIELDS
from croupier.games.spite_malice.notation import FIELDS as SPITE_MALICE_FIELDS
from tests.amounts import larger
from tests.told import CATALOGUES, FOLDERS, english_left


@dataclass(frozen=True)
class Spoken:
    """A game as it is played here.

    Attributes:
        notation: what is the same in every language: actions as they are typed, names of cards.
        fields: names of a position's fields, where they are listed to people.
        options: under which options it is played, a game each.
        replies: what people answer that is refused somewhere.
        positions: fields of positions that are refused.
    """

    notation: str
    fields: str
    options: tuple[dict[str, object], ...]
    replies: tuple[str, ...]
    positions: tuple[str, ...]


SPOKEN = {
    "skull-king": Spoken(
        r"\[[a-z]+( [\w +-]+)?\]|\b(green|yellow|purple|black|skull king|tigress:\w+|Skull King)\b"
        r"|(?i:\b(escape|rosie|bendt|roatan|jade|harry|tigress|mermaid|loot|kraken|whale)\b)|\b[A-Z][A-Z_0-9]+\b",
        rf"\b({'|'.join(FIELDS)})\b",
        (
            {"players": 3, "loot": True, "kraken": True, "whale": True, "schedule": "skip"},
            {"players": 2, "rascal": True, "schedule": "one"},
            {"players": 8, "harry": False, "bendt": False, "schedule": "skip"},
        ),
        ("", "bid", "[bid 99]", "[bid x]", "[play green 99]", "[play 1] [play 2]", "[play kraken]", "[ok now]"),
        (
            "points=3",
            "hands=-",
            "round=99",
            "phase=PLAYED",
            "scores=1",
            "bids=1,1,1,1 trick=zz",
            "hands=g1,g1/-/-/-",
        ),
    ),
    "spite-malice": Spoken(
        r"\[[a-z]\w*( [\w ]+)?\]|\b[hd]\d\b|\bSM\b",
        rf"\b({'|'.join(SPITE_MALICE_FIELDS)})\b",
        ({"goal_size": 2}, {"max_turns": 6}),
        ("", "x9", "[p h1 1] [x]", "[x]", "[p d1 1]", "[p g 2]", "[p h1 3]", "[x1 1]", "[x 2]"),
        (
            "points=3",
            "hands=-",
            "turns=x",
            "busy=2",
            "hands=123456/1 goals=1/1",
            "goals=-/-",
            "goals=1/-",
            "goals=1/1 turns=9999999",
            "hands=A/-",
            "piles=1,-,-,-",
        ),
    ),
    "pig": Spoken(
        r"\[(roll|hold)\]",
        r"\b(scores|turn|total|turns)\b",
        ({"winning_score": 30}, {"winning_score": 10**6, "max_turns": 3, "turn_unit": "action"}),
        ("", "roll", "[roll] [hold]", "[jump]"),
        ("points=3", "scores=3", "total=x", "turn=4", "scores=100,100", "turns=501", "scores=100,0 total=3"),
    ),
}


@dataclass(frozen=True)
class Module:
    """A module in which sentences are said.

    Attributes:
        calls: all that it calls.
        texts: its constants.
    """

    calls: list[ast.Call]
    texts: set[object]

    def said(self) -> Iterator[ast.Call]:
        for call in self.calls:
            if isinstance(call.func, ast.Name) and call.func.id in ("say", "_require"):
                yield call

    def prefixes(self) -> tuple[str, ...]:
        """Prefixes by which it takes all sentences together; what stands behind them is held by other tests."""
        return tuple(
            str(call.args[0].value)
            for call in self.calls
            if isinstance(call.func, ast.Attribute)
            and call.func.attr == "named"
            and isinstance(call.args[0], ast.Constant)
        )


@cache
def modules(name: str) -> dict[Path, Module]:
    """The modules in which a catalogue's sentences are said."""
    found = {}
    for file in FOLDERS[name].rglob("*.py"):
        if "english" not in (file.stem, file.parent.name):
            nodes = [*ast.walk(ast.parse(file.read_text()))]
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            found[file] = Module(calls, {node.value for node in nodes if isinstance(node, ast.Constant)})
    return found


TOGETHER = {
    "hearts": ("hearts", "tricks"),
    "oh-hell": ("oh-hell", "tricks"),
    "tricks": ("tricks", "hearts", "oh-hell"),
}
"""Catalogues whose keys the modules of another one say as well."""


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_key_is_said_with_its_parameters_and_none_is_left_over(name: str) -> None:
    templates = CATALOGUES[name].language.templates
    used = set()
    for file, module in modules(name).items():
        for call in module.said():
            first = call.args[-1]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                key = f"{name}.{first.value}"
                assert key in templates, f"{file.name}, line {call.lineno}"
                if all(keyword.arg for keyword in call.keywords):
                    given = {keyword.arg for keyword in call.keywords}
                    assert given == fields_of(templates[key]), f"{file.name}, line {call.lineno}"
    for module in (module for each in TOGETHER.get(name, (name,)) for module in modules(each).values()):
        begun = module.prefixes()
        keys = {key: key.removeprefix(f"{name}.") for key in templates}
        used |= {key for key, bare in keys.items() if bare in module.texts or bare.startswith(begun)}
    assert sorted(templates.keys() - used) == []


FOR_PEOPLE = {
    "AnswerError", "ConfigError", "FileError", "IllegalAction", "Message", "NotLegalNowError", "PositionError",
    "RefusalError", "ReplyError", "SecretError", "WorkerError",
}  # fmt: skip
"""What is raised, or told, for people."""
CALLED = {"api.py", "lists.py", "planner.py", "validate.py"}
"""Modules of games whose errors are for who calls them, or for broken records and files."""


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def words_in(node: ast.AST) -> Iterator[str]:
    """String constants that a parameter may be made of: neither names of fields nor keys of other sentences."""
    if isinstance(node, ast.Call) and name_of(node) == "say":
        children: list[ast.AST] = [keyword.value for keyword in node.keywords]
    elif isinstance(node, ast.Subscript):
        children = [node.value]
    else:
        children = [] if isinstance(node, ast.Compare) else list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in children:
        yield from words_in(child)


WITH_CODES = {"AnswerError", "RefusalError"}
"""Of these a code for programs comes first."""
TYPED = {
    "core": {
        "batch.py", "batch_checks.py", "errors.py", "evaluation.py", "files.py", "game.py", "kernel.py",
        "lessons.py", "locks.py", "machine_code.py", "pictures.py", "reading.py", "registry.py", "saved.py",
    },
    "spite-malice": CALLED,
    "skull-king": CALLED,
    "server": {
        "database.py", "encryption.py", "joined_modules.py", "pages.py", "run.py", "settings.py", "worker.py",
    },
    "table": {
        "asking.py", "briefing.py", "deal_check.py", "driver.py", "events.py", "game_file.py", "model_run.py",
        "own_words.py", "recorded.py", "actions.py", "reading.py", "speaking.py", "table.py", "narration.py",
    },
    "analysis": {file.name for file in FOLDERS["analysis"].rglob("*.py")} - {"review.py"},
}  # fmt: skip
"""Where something is refused that is typed at a terminal or in a program, a page's own modules among them, that a
program is to mend, or that is written to a log alone."""


@pytest.mark.parametrize("name", CATALOGUES)
def test_refusals_and_parameters_are_no_english_words(name: str) -> None:
    for file, module in modules(name).items():
        typed = file.name in TYPED.get(name, ())
        for call in module.calls:
            where = f"{file.relative_to(FOLDERS[name])}, line {call.lineno}"
            if name_of(call) in FOR_PEOPLE and call.args and not typed:
                text = call.args[min(name_of(call) in WITH_CODES, len(call.args) - 1)]
                assert not isinstance(text, ast.JoinedStr | ast.Constant), where
            if name_of(call) == "say":
                words = [text for keyword in call.keywords for text in words_in(keyword.value)]
                assert not [text for text in words if re.search(r"[A-Za-z]{2}", text)], where


def seen(state: croupier.State) -> Iterator[str]:
    """A position in words."""
    words = state.game.spec.words
    for seat in (*range(state.game.num_players), None):
        view = state.view(seat)
        yield words.text.observation_string(view)
        yield words.text.observation_string({**view, "actions": []})
    assert words.prompts is not None
    yield words.prompts.board(state)


def listed(game: croupier.Game) -> Iterator[str]:
    """What a game says of itself: its help, options, bots, tools, rules, lesson, cards and hints."""
    found, words = game.spec, game.spec.words
    prompts: object = words.prompts
    tools: object = words.prompts
    assert isinstance(prompts, ModelWords)
    assert isinstance(tools, ToolWords)
    assert words.how_to_play is not None
    assert words.explain is not None
    assert found.lesson is not None
    assert found.search is not None
    yield from (found.title, found.summary, words.how_to_play(game), prompts.guide(game))
    for option in found.options:
        assert [option.value_called(choice) for choice in option.choices] == list(option.choice_labels)
        yield from (option.help, option.called, *option.choice_labels)
    yield from (entry.help for entry in found.bots.values())
    for tool in tools.TOOLS:
        yield from (tool.help, *(parameter.help for parameter in tool.parameters))
    explained, lesson = words.explain(game), found.lesson()
    yield from (*explained.faces.values(), *(rank.words for rank in explained.order), lesson.title)
    yield from (text for step in lesson.steps for text in (step.says, step.unless) if text)
    search = found.search()
    yield search.unit
    if search.explain is not None:
        hints = search.explain()
        yield from (text for measure in hints.measures for text in (measure.label, measure.head) if text)
        if hints.locations is not None:
            two = croupier.make(game.name, players=2).new_initial_state(seed=5)
            yield from (what for place in hints.locations(two.records, 0) for what in place.rest)


def told(state: croupier.State, moves: np.random.Generator) -> Iterator[str]:
    """All that a game says, played from a state to its end."""
    words, prompts = state.game.spec.words, state.game.spec.words.prompts
    assert prompts is not None
    yield from listed(state.game)
    yield from (prompts.opening(state, seat) for seat in range(state.game.num_players))
    lines: list[str] = []
    while not state.is_terminal():
        yield from seen(state)
        plays = None if words.tricks is None else words.tricks.last(state.table(None))
        if words.tricks is not None and plays is not None:
            yield words.tricks.why(state.game, plays).words
        before, action = state.clone(), int(moves.choice(state.legal_actions()))
        state.apply_action(action)
        for message in all_messages(prompts, before, action, state):
            yield message.text
        if isinstance(prompts, TerminalWords):
            yield from prompts.tell(before, action, state, before.current_player())
            yield from prompts.tell(before, action, state, (before.current_player() + 1) % state.game.num_players)
        for message in prompts.narrate(before, action, state):
            lines += [message.text] if message.kind == "event" and message.to is None else []
        if lines and isinstance(prompts, ModelWords) and (line := prompts.recap(lines)):
            yield line
            lines = []
    yield from seen(state)
    yield prompts.outcome(state)


@pytest.mark.parametrize("name", SPOKEN)
@larger("tables", 1, None)
def test_nothing_that_a_game_says_stays_english(name: str, tables: int | None) -> None:
    for options in SPOKEN[name].options[:tables]:
        state = croupier.make(name, **options).new_initial_state(seed=5)
        # the same is told again and again
        once = {(key_of(text), text): text for text in told(state, np.random.default_rng(1))}
        for text in once.values():
            assert not english_left(text, SPOKEN[name].notation), text


def refusals(state: croupier.State, replies: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Replies that are refused at a position, each with the reason."""
    prompts = state.game.spec.words.prompts
    assert prompts is not None
    for reply in replies:
        for strict in (True, False):
            try:
                prompts.read(state, reply, strict=strict)
            except ReplyError as error:
                yield reply, str(error)
        try:
            state.string_to_action(reply)
        except ValueError as error:
            yield reply, str(error)


@pytest.mark.parametrize("name", SPOKEN)
@larger("tables", 1, None)
def test_no_refusal_of_a_game_stays_english(name: str, tables: int | None) -> None:
    spoken, refused = SPOKEN[name], set()
    for options in spoken.options[:tables]:
        state, moves = croupier.make(name, **options).new_initial_state(seed=5), np.random.default_rng(1)
        while not state.is_terminal():
            for reply, why in refusals(state, spoken.replies):
                assert not english_left(why, spoken.notation, reply), why
                refused.add(reply)
            state.apply_action(int(moves.choice(state.legal_actions())))
    assert refused == set(spoken.replies)
    for fields in spoken.positions:
        with pytest.raises(croupier.PositionError) as error:
            croupier.make(name).position(f"{name} {fields}")
        words = [word for part in fields.split() for word in part.split("=")]
        assert not english_left(str(error.value), f"{spoken.notation}|{spoken.fields}", *words), error.value


PIG = croupier.make("pig").new_initial_state(seed=1)


@pytest.mark.parametrize(
    ("refused", "typed"),
    [
        (lambda: croupier.make("pigs"), ("pigs",)),
        (lambda: croupier.make("nothing like it"), ("nothing like it",)),
        (lambda: croupier.make("pig", winning_scores=1), ("winning_scores",)),
        (lambda: croupier.make("pig", winning_score=0), ()),
        (lambda: croupier.make("pig", turn_unit="hour"), ("hour",)),
        (lambda: croupier.make("skull-king", loot=3), ()),
        (lambda: PIG.apply_action(2), ()),
        (lambda: croupier.make("pig").position("pic"), ("pic",)),
        (lambda: croupier.make("pig").position("pig score"), ("score",)),
        (lambda: croupier.make("pig").position("pig turn=0 turn=0"), ("turn",)),
        (lambda: croupier.make("pig").position("pig winning_score=9"), ()),
    ],
)
def test_no_refusal_of_the_core_stays_english(refused: Callable[[], object], typed: tuple[str, ...]) -> None:
    games = "|".join(registered_games())
    names = rf"croupier\.make|[\w-]+-v0(-\w+)?|\b({games}|winning_score|max_turns|turn_unit|loot)\b"
    values = r"\[\w+\]|\b(PIG|SK|TURN|action|turn|options|True|False)\b"
    with pytest.raises((ConfigError, IllegalAction, PositionError)) as error:
        refused()
    assert not english_left(str(error.value), f"{names}|{values}", *typed), error.value
