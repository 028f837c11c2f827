"""What asking language models and programs took, in tables: their replies, tokens and costs, and what answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from croupier.core.base.rows import Cell, Number, Rows, dollars, in_columns, whole_heads
from croupier.measure.costs.asked import Asked
from croupier.measure.reports.models import answered, rare_faults
from croupier.table.seat_counts import READ_FAULTS, SeatCounts


@dataclass(frozen=True)
class AskedRow:
    """What asking one language model or program took."""

    name: str  # what it is called
    about: Mapping[str, Any]  # what it says of itself
    prompt_hash: str  # tells its questions from all others
    counts: SeatCounts  # replies, faults, tokens, costs
    disguise: int | None  # the seed of the names in its questions; None for the game's own
    # what has answered: models and fingerprints, as endpoints call them, with the number of replies
    served: tuple[tuple[str, str, int], ...] = ()

    @classmethod
    def of(cls, asked: Asked, seed: int | None) -> AskedRow:
        """The row of one that was asked; `seed` is that of its disguise, if it had one."""
        given = None if asked.disguise is None else seed
        return cls(asked.name, asked.agent.about(), asked.prompt_hash(), asked.counts, given,
                   tuple((*by, count) for by, count in sorted(asked.served.items())))  # fmt: skip

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        served = [dict(zip(("model", "fingerprint", "replies"), by, strict=True)) for by in self.served]
        return {**asdict(self), "served": served}


def asked_tables(asked: Sequence[AskedRow]) -> Iterator[Rows]:
    """The tables, few columns each, so that names are whole on a narrow terminal."""
    faults: list[tuple[Cell, ...]] = [
        (each.name, each.counts.replies, *(getattr(each.counts, name) for name in READ_FAULTS)) for each in asked
    ]
    yield in_columns("Replies that were not accepted", whole_heads("agent", "replies", *READ_FAULTS), faults)
    yield from rare_faults([(each.name, each.counts) for each in asked])
    heads = whole_heads("agent", "decisions", "tokens in", "out", "a decision")
    yield in_columns("Tokens", heads, [(each.name, each.counts.decisions, *_tokens(each)) for each in asked])
    heads = whole_heads("agent", "cost", "seconds a reply", "prompts")
    yield in_columns("What asking took", heads, [(each.name, *_took(each)) for each in asked])
    yield from answered([(each.name, each.served) for each in asked])


def _tokens(each: AskedRow) -> Iterator[str]:
    counts = each.counts
    both = counts.tokens_in + counts.tokens_out
    for number in (counts.tokens_in, counts.tokens_out, both / max(counts.decisions, 1)):
        yield f"{'~' if counts.estimated else ''}{number:,.0f}"


def _took(each: AskedRow) -> tuple[Cell, ...]:
    counts, about = each.counts, "~" if each.counts.estimated else ""
    cost = f"{about}{dollars(counts.cost)}" if each.about.get("price_output") is not None else "-"
    return cost, Number(counts.seconds / counts.replies if counts.replies else None, ".2f"), each.prompt_hash
