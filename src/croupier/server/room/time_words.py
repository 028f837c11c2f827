"""Sentences about time at a table: nudges, clocks, and agents that play for people who do not."""

from __future__ import annotations

import math

from croupier.core.base.sentence import Catalogue, Sentence

TIME_WORDS = Catalogue(
    "time",
    {
        "seconds": {"one": "{count} second", "other": "{count} seconds"},
        "minutes": {"one": "{count} minute", "other": "{count} minutes"},
        "hours": {"one": "{count} hour", "other": "{count} hours"},
        "days": {"one": "{count} day", "other": "{count} days"},
        "nudge": "{by} nudges {member}: the table waits for {member}.",
        "idle": "{by} lets a bot play for {member}, who has not played for a while. {member} can come back.",
        "clock-on": "{by} sets a clock: {span} for each decision. When it runs out, a bot plays that decision.",
        "clock-off": "{by} switches the clock off.",
        "clock-ended": "{member} ran out of time: {agent} played one decision.",
        "clock-sealed": "{member} ran out of time: {agent} answered once.",
        "nudge-seat": "only people with a seat may nudge",
        "nudge-self": "it is your own turn",
        "nudge-not-due": "the table is not waiting for a person in this seat",
        "nudge-soon": "{member} has only just been asked: you can nudge in {span}",
        "nudge-again": "{member} was nudged just now: nudge again in {span}",
        "here": "{member} is here: a bot can play once {member} has not played for {span}",
        "here-never": "{member} is here, and this table's settings do not let a bot play for slow players",
        "long-clock": "this table has a clock of an hour or more: when it runs out, a bot plays one decision",
        "long-clock-host": "this table has a clock of an hour or more: the host stays the host, even while away",
        "clock-bounds": "a clock gives {low} to {high} for each decision",
    },
)  # fmt: skip
"""All of them, by key."""


def span(seconds: float) -> Sentence:
    """A time in the largest unit in which it is a whole number, or nearly; rounded up."""
    whole = max(0, math.ceil(seconds))
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if whole >= 2 * size or whole == size:
            return TIME_WORDS.say(unit, count=math.ceil(whole / size))
    return TIME_WORDS.say("seconds", count=whole)
