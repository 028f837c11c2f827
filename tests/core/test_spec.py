"""What a game declares: its record, its phases and heads, its blocks."""

import numpy as np
import pytest

from croupier.core.engine.game import Game
from croupier.core.spec.options import Block, Head, Phase, block_slices, heads
from tests.changed import changed
from tests.toy import SPEC


def test_a_record_without_the_common_fields_is_refused() -> None:
    with pytest.raises(ValueError, match="the record lacks phase, players"):
        changed(SPEC, state=np.dtype([("player", np.int8)]))


def test_a_record_with_padding_is_refused() -> None:
    fields = [("player", np.int8), ("phase", np.int8), ("players", np.int8), ("score", np.int32)]
    with pytest.raises(ValueError, match="the record has 1 bytes of padding; fill it"):
        changed(SPEC, state=np.dtype(fields, align=True))


def test_phases_that_share_a_head_are_one_slice() -> None:
    phases = (Phase("PLAY", 0, "card", 3, 4), Phase("BID", 1, "bid", 0, 3), Phase("DISCARD", 2, "card", 3, 4))
    assert heads(phases) == (Head("bid", 0, 3), Head("card", 3, 4))
    assert phases[0].actions == slice(3, 7)


def test_heads_with_two_slices_are_refused() -> None:
    with pytest.raises(ValueError, match="head 'card' has two slices"):
        heads((Phase("PLAY", 0, "card", 0, 4), Phase("DISCARD", 1, "card", 0, 5)))


@pytest.mark.parametrize("start", [2, 4])
def test_slices_with_gaps_or_overlaps_are_refused(start: int) -> None:
    with pytest.raises(ValueError, match=f"head 'card' starts at action {start}, not at 3"):
        heads((Phase("BID", 0, "bid", 0, 3), Phase("PLAY", 1, "card", start, 4)))


def test_blocks_follow_each_other() -> None:
    blocks = (Block("a", 2, 0, 1, ""), Block("b", 3, 0, 1, ""))
    assert block_slices(blocks) == {"a": slice(0, 2), "b": slice(2, 5)}
    game = Game(SPEC)
    assert game.observation_size == sum(block.size for block in game.blocks) == 5
    assert game.num_actions == 2
