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
        "idle": "{by} lets an agent play for {member}, who has not played for a while. {member} can play again.",
        "clock-on": "{by} sets a clock: {span} for each decision. When it ends, an agent plays one decision.",
        "clock-off": "{by} switches the clock off.",
        "clock-ended": "The time of {member} is up: the agent {agent} has played one decision.",
        "clock-sealed": "The time of {member} is up: the agent {agent} has answered once.",
        "nudge-seat": "only who has a seat may nudge",
        "nudge-self": "it is your own turn",
        "nudge-not-due": "the table does not wait for a person in this seat",
        "nudge-soon": "{member} has just been asked: nudge in {span}",
        "nudge-again": "{member} was nudged just now: again in {span}",
        "here": "{member} is here: an agent can play for {member} once {member} has not played for {span}",
        "here-never": "{member} is here, and the settings let no agent play for who is slow",
        "long-clock": "this table has a clock of an hour or more: when it ends, an agent plays one decision",
        "long-clock-host": "this table has a clock of an hour or more: its host stays the host, also while away",
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
