"""English sentences of analyses and reviews, for browsers and hints, by key."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "analysis",
    {
        "and": " and ",
        # the agents that play on after the compared actions
        "optimal": "optimal play",
        "plays_on": "{own} for all players",
        "plays_on.either": "{own} for this player, {own} or {other} for the others",
        "plays_on.watched": "{own} for this player; for the others {own}, or a guess from how they have played",
        "plays_on.all": (
            "{own} for this player; for the others {own}, {other}, or a guess from how they have played"
        ),
        "plays_on.bot": "bot",
        "plays_on.net": "net",
        "plays_on.random": "random",
        # differences of two actions
        "win_game": "chance to win the game",
        "win": "chance to win",
        "chances": "{label}: {ours:.0%} with {best}, {theirs:.0%} with {other}",
        "means": "{label}: {ours:.1f} with {best}, {theirs:.1f} with {other}",
        "better": "{best} is {gap:.1f} {unit} better than {other}",
        "better.little": "{best} is less than 0.1 {unit} better than {other}",
        "same": "{best} and {other} are worth the same",
        "unclear": (
            "{best} is not clearly better than {other}: {gap:.1f} {unit}, within three standard errors "
            "({noise:.1f})"
        ),
        # a hint in a few lines
        "would_play": "{who} would play {action}",
        "weighed": (
            "all the same search would play {choice}: it weighs gains against the policy, which gives {best} "
            "{best_share:.1%} and {choice} {choice_share:.1%}"
        ),
        "search": "search",
        "policy": "policy",
        "bot": "bot",
        "stop": ".",
        "line.chances": "{action}: {gain:.1f}%",
        "line": "{action}: {gain:+.1f} {unit}",
        "line.wins": "{action}: {gain:+.1f} {unit}, wins {chance:.0%}",
        "rest": "the {count} others: {gap:.1f} {unit} behind, or more",
        "exact": "Exact values: optimal play from here on.",
        "sampled": "Means over {worlds} sampled worlds, with 95% intervals.",
        "unknown": "What was played before this position is not known: only what came after it counts.",
        "clock": "The search ran out of time: another one may differ.",
        # refusals
        "over": "the game is over: there is nothing left to analyse",
        "no_seat": "there is no Player {seat}: the seats are 0 to {last}",
        "no_choice": "none of these seats had a choice to make in this game",
    },
)
say = ENGLISH.say
