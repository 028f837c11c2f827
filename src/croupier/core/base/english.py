"""The English of the core: refusals of names, options, actions, positions and files, by their keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "core",
    {
        # names, numbers, libraries
        "unknown": "unknown {what} {name!r}; {hint}",
        "unknown.near": "did you mean {names}?",
        "unknown.known": "known: {names}",
        "or": " or ",
        "game": "game",
        "option_of": "option of {game}",
        "reward_weight": "reward weight",
        "whole": "{name} must be an integer of at least 1, not {value!r}",
        "whole.range": "{name} must be an integer from 1 to {most}, not {value!r}",
        "missing": "{what} needs {library}, which is not installed: {command}",
        "missing.extra": "{command} in a checkout of croupier",
        # kernels
        "kernels.setting": "{variable} is {given!r}: it must be {most} or {last}",
        "kernels.new_numba": "Numba {version} is not known to croupier ({error}). {advice}",
        "kernels.cannot_compile": "{name} cannot be compiled: {reason}",
        "kernels.not_kept": (
            "compiled code cannot be kept: {reason} at {folder}. Set {variable} to a folder that can be written "
            "and has room"
        ),
        "kernels.no_numba": (
            "Numba cannot be imported ({error}), and this is computed by compiled code: install numba, or set "
            "{variable}=interpreted to compute it slowly"
        ),
        # games and their options
        "from_package": "from the package {package}",
        "game.twice": "the game {name!r} of {package} has the name of {other}",
        "game.broken": "the game {name!r} cannot be loaded from {target}: {error}",
        "game.no_spec": "{target} is no GameSpec but {kind}",
        "game.name": "{target} has the name {found!r}, its entry point {name!r}: give both one name",
        "game.variant": (
            "{target} has a variant {variant!r}, which is the name of a game or of a variant of "
            "{other}: give it another name"
        ),
        "option": "option {name} must be {range}, not {value!r}",
        "option.rule": "option {name} ({rule}) must be {range}, not {value!r}",
        "option.int": "an integer from {low} to {high}",
        "option.bool": "true or false",
        "option.choice": "one of {choices}",
        "bot.lone": "{game} has one bot, called bot; it takes nothing behind a colon, not {argument!r}",
        "no_shaping": "{game} has no shaped rewards",
        "no_points_gained": "points gained are not counted: make the batch with count_points=True",
        "no_privileged": "{game} brings no features of what is hidden from a seat",
        "no_pictures": "{game} has no pictures: its spec has no part of that name",
        "page.name": (
            "{name!r} cannot be a file of a game's page: it is a name without folders, of the kinds {kinds}"
        ),
        "page.module": "a game's page has the module {module}, which draws the table; its files are {files}",
        "page.none": "the game's page has no file {name!r}; its files are {files}",
        "page.gone": "the file {name} of the game's page is not in its folder",
        "no_fit": "{changed} does not fit a batch of {game}",
        "seeds": "seeds must be uint64 of shape ({size},), not {dtype} {shape}",
        # guided first rounds
        "lesson.start": "the lesson of {game} begins at no position: {why}",
        "lesson.turn": "step {number} of the lesson of {game}: it is not the turn of who plays {text!r}",
        "lesson.step": "step {number} of the lesson of {game}: {why}",
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
        "row.over": "row {row}: action {action} refused: its game is over{more}; nothing was played",
        "row.illegal": (
            "row {row}: action {action} is not legal for player {player} in phase {phase}; "
            "legal: {legal}{more}; nothing was played"
        ),
        "row.more": " ({count} rows in all: {rows})",
        "row.position": "the record for row {row} is refused: {why}",
        # positions and saved states
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
        "saved.size": "the saved state has {size} bytes of record, not {wanted}",
        "saved.chance": "a chance event is due in the saved state; states are saved at decisions and ends",
        "saved.no_header": "the saved state has no header that can be read: {error}",
        "saved.entries": "the saved state's header must have the entries {entries}",
        "saved.other": "the saved state has {name} {found!r}, this game has {ours!r}",
        "saved.broken": "the saved state's header is broken: {error}",
        "saved.start": "the saved state's start is no text but {start!r}",
        "saved.actions": "the saved state's actions must be a list of integers 0..{last}",
        "saved.field": "the record's {name} is {saved}; for {game} it would be {made}",
        "saved.foreign": "these bytes are no saved croupier state (they begin otherwise)",
        "saved.changed": "the saved state is truncated or was changed (its checksum differs)",
        "secret.pickle": "a game that was dealt from a secret is not pickled: the bytes would hold it",
        "secret.bytes": "a game that was dealt from a secret is kept as its file once it is over, not as bytes",
        # files, and what is told of games
        "folder.in_use": "{folder} is in use by {holder}: wait until it ends, or name another folder",
        "file.in_use": "{file} is in use by {holder}: wait until it ends, or name another",
        "holder": "process {pid} (since {since})",
        "holder.elsewhere": "process {pid} on {host} (since {since})",
        "holder.this": "this process (since {since}), which has not closed it",
        "holder.unknown": "another process",
        "no_language": "{path} holds no sentences of a language: {error}",
        "no_strengths": "{path} holds no measured strengths: {error}",
        "seed": "seed {seed}",
        "secret": "dealt from a secret of its own",
        "chance_to_win": "percentage points of winning",
        "hundredths": "hundredths of utility",
        "terms": "{title}, {terms}",
    },
)
say = ENGLISH.say
