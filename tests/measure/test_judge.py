"""Judging agents by decisions: figures, agents by name, played games, second values, and what is refused."""

import gzip
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.measure import load
from croupier.measure.costs.answers import AgentChoices, best_constant, certain, choices, constant, effective
from croupier.measure.costs.cases import cases_of_set
from croupier.measure.costs.making import Making, make_set
from croupier.measure.costs.sets import Row
from croupier.measure.costs.table import Sampler, compare_values, judge, needed_for, value_again

PIG = load("pig-1")


def run(*words: str) -> Any:
    """The command's JSON."""
    found = CliRunner().invoke(app, ["judge", *words, "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def refused(*words: str) -> str:
    """The one line with which the command is refused."""
    found = CliRunner().invoke(app, ["judge", *words])
    assert found.exit_code == 2, found.output
    (line,) = [line for line in found.stderr.splitlines() if not line.startswith("Compiling")]
    return line


def test_optimal_play_has_no_regret_and_a_random_player_has_the_mean_of_its_choices() -> None:
    found = run("optimal", "bot", "random", "--set", "pig-1", "--count", "100")
    optimal, bot, chance = found["agents"]
    assert optimal["regret"]["mean"] == optimal["clear_mistakes"]["mean"] == 0.0
    means = [np.mean(row.behind) for row in PIG.rows[:100]]
    assert chance["regret"]["mean"] == pytest.approx(np.mean(means), abs=1e-9)
    assert optimal["regret"]["mean"] < bot["regret"]["mean"] < chance["regret"]["mean"]
    (first, _, _) = found["gaps"]
    assert (first["a"], first["b"], first["gap"]["mean"]) == ("optimal", "bot", -bot["regret"]["mean"])
    assert found["digest"] == PIG.digest
    assert len(bot["worst"]) == 3
    assert bot["worst"][0]["cost"] >= bot["worst"][1]["cost"] > 0.0
    assert "turn total" in bot["worst"][0]["situation"]


def test_the_same_seed_gives_the_same_report_for_any_number_of_threads(tmp_path: Path) -> None:
    words = ["bot", "random", "--set", "pig-1", "--count", "40", "--seed", "3"]
    assert run(*words, "--threads", "1") == run(*words, "--threads", "3")
    page, data = tmp_path / "r.html", tmp_path / "r.json"
    first = run(*words, "--out", str(page))
    assert run(*words, "--out", str(data)) == first == json.loads(data.read_text())
    text = page.read_text()
    assert "Mean regret a decision" in text
    assert f"Judged by croupier {croupier.__version__}." in text
    assert first["provenance"]["seeds"] == [3]


def test_the_same_word_for_every_decision_is_worth_nothing_and_judgement_is() -> None:
    decisions = load("pig-2")
    cases = cases_of_set(decisions, 500)
    said = {
        text: AgentChoices(text, tuple(certain(case, case.texts.index(text)) for case in cases))
        for text in ("[roll]", "[hold]")
    }
    bot = choices(cases, "bot")
    least = best_constant(cases)
    roll, hold, judged = judge(cases, [*said.values(), bot], zero=least.rules, worst=0).agents
    for each in (roll, hold):
        assert each.score is not None
        assert each.score.mean <= 0.0
    assert judged.score is not None
    assert judged.score.ci95 is not None
    assert judged.score.ci95[0] > 0.4
    weights = [row.weight for row in cases]
    assert judged.score.mean == pytest.approx(1.0 - judged.regret.mean / least.regret)
    assert roll.regret.mean == pytest.approx(
        np.average([row.behind[row.texts.index("[roll]")] for row in cases], weights=weights)
    )


def test_a_report_has_random_play_the_best_constant_answer_and_the_first_listed() -> None:
    found = run("bot", "--set", "pig-2", "--count", "60")
    rows, weight = load("pig-2").rows[:60], sum(row.weight for row in load("pig-2").rows[:60])
    best = constant(rows, best_constant(load("pig-2").rows).rules)  # of the whole set, also where some are judged
    assert [each["agent"] for each in found["references"]] == ["random", "best constant answer", "first listed"]
    assert (found["constant"], found["effective"]) == (best.name, effective(rows))
    chance, zero, first = found["references"]
    assert zero["score"]["mean"] == 0.0
    assert zero["regret"]["mean"] == pytest.approx(best.regret)
    cost = sum(row.weight * row.behind[row.order[0]] for row in rows) / weight
    assert first["regret"]["mean"] == pytest.approx(cost)
    assert first["score"]["mean"] == pytest.approx(1.0 - cost / best.regret)
    assert chance["score"]["mean"] < found["agents"][0]["score"]["mean"] < 1.0
    others = run("random", "--set", "pig-2", "--count", "12")["references"]
    assert [each["agent"] for each in others] == ["best constant answer", "first listed"]
    again = CliRunner().invoke(app, ["judge", "bot", "--set", "pig-2", "--count", "60"])
    assert f"Best constant answer: {best.name}." in again.stdout
    assert f"as much as {effective(rows):.0f} decisions of one weight" in again.stdout
    assert again.stderr.count("\n") == again.stderr.count("Compiling")
    assert "turn total" in again.stdout  # the dearest decision, as its seat sees it
    assert "cards 0" not in again.stdout


def test_regrets_in_a_first_set_are_those_of_the_rows_that_were_frozen() -> None:
    row = json.loads(Path("docs/results/rows/pig-1-bot.json").read_text())["decisions"]
    (bot,) = run("bot", "--set", "pig-1")["agents"]
    assert (bot["regret"], bot["clear_regret"], bot["clear_mistakes"]) == (
        row["regret"], row["clear_regret"], row["clear_mistakes"],
    )  # fmt: skip
    assert bot["score"]["mean"] < 0.0


def test_a_set_whose_place_another_has_taken_is_judged_with_a_line_that_says_so() -> None:
    found = CliRunner().invoke(app, ["judge", "bot", "--set", "pig-1", "--count", "20", "--json"])
    (line,) = [line for line in found.stderr.splitlines() if not line.startswith("Compiling")]
    assert line.startswith("croupier: pig-2 has taken the place of pig-1, whose decisions have no weights: scores")


def test_among_many_agents_the_terminal_compares_with_the_first_one_and_the_report_all(tmp_path: Path) -> None:
    agents = ["optimal", "bot", "random", "bot:hold-9"]
    words = ["judge", *agents, "--set", "pig-2", "--count", "20", "--out", str(tmp_path / "r.html")]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "optimal - bot:hold-9" in said.stdout
    assert "bot - random" not in said.stdout
    assert "costs" not in said.stdout
    page = (tmp_path / "r.html").read_text()
    assert "bot - random" in page
    assert " costs " in page


def test_agents_that_choose_alike_need_no_number_of_decisions() -> None:
    same = CliRunner().invoke(app, ["judge", "bot", "bot:hold-20", "--set", "pig-2", "--count", "20"])
    (row,) = [line.split() for line in same.stdout.splitlines() if line.strip().startswith("bot - bot:hold-20 ")][
        1:
    ]
    assert row[3:] == ["0.00", "-", "-"]


def test_a_decision_of_the_weight_2_counts_as_two() -> None:
    cases = made([[0.0, 4.0, 9.0], [0.0, 1.0, 3.0]])
    heavy = [cases[0], replace(cases[1], weight=2.0)]
    double = [cases[0], cases[1], replace(cases[1], id="2")]
    for place in (1, 2):
        one, two = (
            judge(some, [AgentChoices("a", tuple(certain(case, place) for case in some))], worst=0).agents[0]
            for some in (heavy, double)
        )
        assert one.regret.mean == pytest.approx(two.regret.mean)
        assert (one.regret.decisions, two.regret.decisions) == (2, 3)


def made(costs: list[list[float]], errors: float = 0.0) -> list[Row]:
    """Decisions with these values."""
    case = cases_of_set(PIG, 1)[0]
    return [
        replace(
            case, id=str(k), legal=tuple(range(len(row))), texts=(*case.texts, "c", "d", "e")[: len(row)],
            behind=tuple(row), behind_errors=(errors,) * len(row),
        )
        for k, row in enumerate(costs)
    ]  # fmt: skip


def test_a_regret_below_three_standard_errors_is_no_clear_one() -> None:
    cases = made([[0.0, 2.9], [0.0, 3.1]], errors=1.0)
    answers = AgentChoices("a", tuple(certain(case, 1) for case in cases))
    (found,) = judge(cases, [answers]).agents
    assert found.regret.mean == pytest.approx(3.0)
    assert found.clear_regret.mean == pytest.approx(1.55)
    assert found.clear_mistakes.mean == 0.5
    assert [worst.id for worst in found.worst] == ["1"]


def test_gaps_are_paired_and_say_how_many_decisions_they_need() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    luck = rng.normal(20.0, 8.0, 400)  # of the decisions, the same for both
    cases = made(
        [[0.0, float(base), float(base + step)] for base, step in zip(luck, rng.normal(1, 2, 400), strict=True)]
    )
    one, other = (AgentChoices(str(k), tuple(certain(case, k) for case in cases)) for k in (1, 2))
    (gap,) = judge(cases, [one, other], worst=0).gaps
    assert gap.spread == pytest.approx(2.0, rel=0.1)
    assert gap.told_apart
    assert gap.gap.ci95 is not None
    assert gap.gap.ci95[1] - gap.gap.ci95[0] == pytest.approx(2 * 1.96 * gap.spread / 20, rel=0.1)
    assert gap.needed[0.5] == pytest.approx((2.8016 * gap.spread / 0.5) ** 2, abs=1)


def test_so_many_decisions_find_a_gap_four_times_in_five() -> None:
    rng = np.random.Generator(np.random.PCG64(5))
    count = needed_for(3.0, 0.5)
    drawn = rng.normal(0.5, 3.0, (4000, count))
    found = abs(drawn.mean(axis=1)) > 1.959964 * drawn.std(axis=1, ddof=1) / math.sqrt(count)
    assert found.mean() == pytest.approx(0.8, abs=0.02)


def test_decisions_of_one_game_are_drawn_together() -> None:
    cases = [replace(case, id=str(k // 10)) for k, case in enumerate(made([[0.0]] * 200))]
    same = np.repeat(np.random.Generator(np.random.PCG64(1)).normal(0, 1, 20), 10)
    (grouped,) = Sampler.of(cases, 0).estimates([same])
    (alone,) = Sampler.of(made([[0.0]] * 200), 0).estimates([same])
    assert grouped.ci95 is not None
    assert alone.ci95 is not None
    assert grouped.mean == pytest.approx(alone.mean)
    assert grouped.ci95[1] - grouped.ci95[0] > 2 * (alone.ci95[1] - alone.ci95[0])


def test_first_values_are_too_high_and_picked_by_them_the_second_are_not() -> None:
    """Five actions that are worth the same but for noise: true regrets are 0, first ones are not."""
    rng = np.random.Generator(np.random.PCG64(2))

    def noisy() -> list[Row]:
        values = rng.normal(0.0, 1.0, (1000, 5))
        return made((values.max(axis=1, keepdims=True) - values).tolist(), errors=math.sqrt(2.0))

    first, second = noisy(), noisy()
    answers = AgentChoices("a", tuple(certain(case, 0) for case in first))
    found = compare_values(first, second, [answers], {"seed": 1})
    assert judge(first, [answers], worst=0).agents[0].regret.mean > 1.0
    assert found.regret["a"].mean > 1.0
    assert abs(found.crossed["a"].mean) < 0.1
    assert found.same_best == pytest.approx(0.2, abs=0.05)
    assert len(found.opposed) < 3


def test_an_agent_of_ones_own_is_judged_and_wrong_probabilities_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_judged.py").write_text(
        "import numpy as np\n"
        "class First:\n    name = 'first'\n    def __init__(self, game): pass\n"
        "    def act(self, turns): return turns.masks.argmax(axis=1)\n"
        "class Wrong(First):\n"
        "    def probabilities(self, turns): return np.ones(turns.masks.shape, dtype=np.float32)\n"
        "class Cheat(First):\n    def act(self, turns): return np.full(len(turns), 7)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = run("py:own_judged:First", "--set", "pig-2", "--count", "20")
    rows = load("pig-2").rows[:20]
    wanted = np.average([row.behind[0] for row in rows], weights=[row.weight for row in rows])
    assert found["agents"][0]["regret"]["mean"] == pytest.approx(wanted)
    assert "they add up to 2" in refused("py:own_judged:Wrong", "--set", "pig-2")
    assert "chose action 7, which is not legal" in refused("py:own_judged:Cheat", "--set", "pig-2")


def test_played_games_are_judged_by_who_played_them(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = CliRunner().invoke(app, ["record", "pig", "optimal", "random", "--games", "2", "--out", str(file)])
    assert done.exit_code == 0, done.output
    found = run("--game", str(file))
    optimal, chance = found["agents"]
    assert (optimal["agent"], optimal["regret"]["mean"]) == ("optimal", 0.0)
    assert chance["regret"]["mean"] > 0.0
    assert optimal["regret"]["decisions"] + chance["regret"]["decisions"] == found["decisions"]
    assert not found["gaps"]  # they decided nothing in common
    more = run("bot:hold-20", "--game", str(file), "--count", "20")
    assert more["decisions"] == more["agents"][2]["regret"]["decisions"] == 20
    assert [gap["gap"]["decisions"] for gap in more["gaps"]] == [
        more["agents"][k]["regret"]["decisions"] for k in (0, 1)
    ]
    assert "sat in these games, so it is judged already" in refused("random", "--game", str(file))
    other = tmp_path / "other.jsonl"
    CliRunner().invoke(app, ["record", "spite-malice", "random", "--games", "1", "--out", str(other)])
    assert "pig and spite-malice" in refused("--game", str(file), "--game", str(other))


@pytest.fixture(scope="module")
def spite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few decisions of Mini Spite and Malice, valued in few worlds."""
    out = tmp_path_factory.mktemp("sets") / "few.jsonl.gz"
    agents = ("bot", "random")
    how = Making(count=4, games=4, seed=2**50, judge="bot", worlds=16, agents=agents, varied=False)
    make_set(croupier.make("spite-malice", goal_size=4), how, out)
    return out


@pytest.mark.thorough
def test_second_values_are_those_of_another_seed_and_of_another_agent(spite: Path) -> None:
    found = run("bot", "random", "--set", str(spite), "--again", "bot", "--worlds", "16")
    second = found["second"]
    assert second["values"]["seed"] == found["values"]["seed"] + 1
    for each in found["agents"]:
        name = each["agent"]
        shift = each["regret"]["mean"] - second["crossed"][name]["mean"]
        assert second["higher"][name]["mean"] == pytest.approx(shift)
    gap = second["regret"]["bot"]["mean"] - second["regret"]["random"]["mean"]
    assert gap == pytest.approx(second["crossed"]["bot"]["mean"] - second["crossed"]["random"]["mean"])
    cases = cases_of_set(load(spite))
    again, judged = value_again(cases, "bot", worlds=16, seed=0)
    assert judged["continuation"] == "bot"
    for new, old in zip(again, cases, strict=True):
        assert new.behind == pytest.approx(old.behind, abs=1e-3)


def test_a_set_that_was_changed_or_is_of_another_version_is_refused(tmp_path: Path, spite: Path) -> None:
    assert "is an agent of" in refused("optimal", "--set", str(spite))
    first, rows = gzip.decompress(spite.read_bytes()).split(b"\n", 1)
    header, file = json.loads(first), tmp_path / "broken.jsonl.gz"
    for head, rest, said in (
        (header, rows.replace(b'"behind":[', b'"behind":[0,', 1), "was changed: its digest is"),
        (header | {"game_version": header["game_version"] + 1}, rows, "make it again"),
        (header | {"version": 9}, rows, "this croupier reads 1"),
    ):
        file.write_bytes(gzip.compress(json.dumps(head).encode() + b"\n" + rest))
        assert said in refused("bot", "--set", str(file))
