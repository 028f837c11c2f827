"""Reviews: every decision held against the best one; luck and choice add up to what came of the game."""

import json
from html.parser import HTMLParser

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.measure import Analyst, Review, review
from croupier.measure.reports.lines import page
from croupier.table.game_file import PlayedGame

AGENT = "search/worlds=8,candidates=2,sweeps=2,halving=false:bot"


def played(game: Game, *names: str, seed: int = 4) -> PlayedGame:
    agents = [make_agent(name, game) for name in names]
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        state.apply_action(int(agents[state.current_player()].act(Turns.of_state(state))[0]))
    return PlayedGame(state, names)


def reviewed(game: PlayedGame, *seats: int, agent: str = AGENT) -> Review:
    shares: list[float] = []
    found = review(game, Analyst(game.state.game, agent), seats, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    return found


@pytest.fixture(scope="module")
def one() -> tuple[PlayedGame, Review]:
    game = played(croupier.make("skull-king", schedule="fives"), "random", "bot", "bot", "bot")
    return game, reviewed(game, 0, 1)


def test_random_play_costs_more_than_the_bots(one: tuple[PlayedGame, Review]) -> None:
    game, found = one
    random, bot = found.seats
    assert random.cost > bot.cost
    assert random.clear > bot.clear
    own = [each for each in found.decisions if each.seat == 0]
    assert random.decisions == len(own)
    history = game.state.history
    assert all(each.action == history[each.ply] for each in found.decisions)
    for each in found.decisions:
        taken = each.analysis.of(each.action)
        assert each.text == taken.text
        assert each.searched_again == taken.clear
        assert (each.cost == taken.behind) != each.searched_again
        assert (each.cost.mean == 0.0) == (each.action == each.analysis.best.action) or each.cost.mean == 0.0


def test_luck_and_choice_add_up(one: tuple[PlayedGame, Review]) -> None:
    game, found = one
    for seat in found.seats:
        assert seat.won is not None
        assert seat.luck is not None
        assert seat.chance_lost is not None
        assert seat.won == pytest.approx(seat.expected - seat.chance_lost + seat.luck)
    random, bot = found.seats
    assert game.state.returns()[0] < max(game.state.returns())  # random play has not won
    assert random.won == 0.0
    assert bot.won == (game.state.returns()[1] == max(game.state.returns()))


def test_the_moments_are_the_dearest_clear_decisions(one: tuple[PlayedGame, Review]) -> None:
    _, found = one
    assert 0 < len(found.moments) <= 3
    assert all(each.clear for each in found.moments)
    assert all(
        each.text in words and each.best in words for each in found.moments for words in each.analysis.words
    )
    lost = [each.chance_lost for each in found.moments if each.chance_lost is not None]
    assert lost == sorted(lost, reverse=True)
    others = [each.chance_lost or 0.0 for each in found.decisions if each.clear and each not in found.moments]
    assert not others or max(others) <= min(lost)


class Reader(HTMLParser):
    """Collects the cells of the tables of a page, and checks that tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures = 0
        self.captions: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.pictures += 1
            assert dict(attrs)["alt"]
        elif tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pictures += tag == "img"
        assert tag != "img" or dict(attrs)["alt"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-2:] == ["caption", "span"]:
            self.captions.append(data)


def test_the_page_has_the_curve_the_moments_and_every_decision(one: tuple[PlayedGame, Review]) -> None:
    pytest.importorskip("matplotlib")
    game, found = one
    text = page(game, found, Analyst(game.state.game, AGENT).measures)
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    assert reader.pictures == 1
    assert reader.captions[0] == "In short"
    assert reader.captions[-1] == "Every decision"
    assert sum(caption.startswith("Moment ") for caption in reader.captions) == len(found.moments)
    assert "http" not in text.replace("http://www.w3.org", "")
    json.dumps(found.data())
