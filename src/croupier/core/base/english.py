"""English sentences of the core: rejected names, options, actions, positions and files, by key."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "core",
    {
        # names
        "unknown": "unknown {what} {name!r}; {hint}",
        "unknown.near": "did you mean {names}?",
        "unknown.known": "known: {names}",
        "or": " or ",
        "game": "game",
        "game.broken": "the game {name!r} cannot be loaded from {target}: {error}",
        "option_of": "option of {game}",
        # games and their options
        "option": "option {name} must be {range}, not {value!r}",
        "option.rule": "option {name} ({rule}) must be {range}, not {value!r}",
        "option.int": "an integer from {low} to {high}",
        "option.bool": "true or false",
        "option.choice": "one of {choices}",
        "bot.lone": "{game} has one bot, called bot; it takes nothing behind a colon, not {argument!r}",
        # what a game is dealt from
        "seed.range": "a seed is an integer from 0 to 2**64 - 1, not {value!r}",
        "deal.contributions": "a deal has {most} contributions at most, not {found}",
        "deal.no_list": "contributions are a list, not {found}",
        "deal.neither": "a game has a seed or a secret, and neither is given",
        "deal.both": "a game has a seed or a secret, and both are given",
        "deal.seed_contributions": "there are contributions, which belong to a secret, and the game has a seed",
        "deal.secret": "a secret is {digits} hexadecimal digits (0-9, a-f), not {found}",
        "deal.contribution": "a contribution is {digits} hexadecimal digits (0-9, a-f), not {found}",
        "characters": "{count} characters",
        # actions
        "action.over": "action {action!r} refused: the game is over",
        "action.illegal": "action {action!r} is not legal for player {player} in phase {phase}; legal: {legal}",
        # positions
        "position.game": "the position begins with {name!r}, not with {game!r}",
        "position.word": "{word!r} in the position is not of the form key=value",
        "position.twice": "{name!r} stands twice in the position",
        "position.options": "the position is of {named}, not of {game}",
        "link.too_long": "a link to a position has at most {most} characters, not {count}",
        "link.broken": "the link is broken: it was cut off or changed on its way; copy the whole link once more",
        "link.form": "the link has the form {found!r}, and this croupier reads {known}: it may be of a newer one",
        "link.version": (
            "the link is to a position of {title} in version {found} of its rules; this croupier plays version "
            "{ours}"
        ),
        "link.empty": "there is no position: its text or its link is needed",
        # descriptions of games
        "seed": "seed {seed}",
        "secret": "dealt from a secret of its own",
        "chance_to_win": "percentage points of winning",
        "hundredths": "hundredths of utility",
        "terms": "{title}, {terms}",
    },
)
say = ENGLISH.say
