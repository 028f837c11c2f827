"""The English of the server: refusals, and what everybody at a table is told of, by their keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue, Template

_REFUSALS: dict[str, Template] = {
    # requests, pages, connections
    "no_page": "there is no such page",
    "no_method": "there is nothing here that takes {method}",
    "not_allowed": "this cannot be done here (HTTP status {status})",
    "breaks_off": "the request breaks off",
    "surrogate": "half of a character (a surrogate) is no text",
    "at": "{where}: {why}",
    "invalid": "this value is not valid",
    "invalid.missing": "this is missing",
    "invalid.unknown": "there is no such field",
    "invalid.json": "this is no JSON that can be read",
    "invalid.short": "this is shorter than {least}",
    "invalid.long": "this is longer than {most}",
    "invalid.least": "this must be at least {least}",
    "invalid.most": "this must be at most {most}",
    "invalid.number": "this must be a whole number",
    "invalid.text": "this must be text",
    "invalid.bool": "this must be true or false",
    "invalid.choice": "this must be one of {expected}",
    "schema": "{why} (the schema's version is {version})",
    "own_name": "this server is not {host!r}; --base-url tells it by what name it is known",
    "origin": "the request comes from another site, or does not say from which (Origin)",
    "requests": "too many requests; wait a moment",
    "length": "a request says how long it is (Content-Length)",
    "body": "a request of this kind has at most {most} bytes, not {length}",
    "connections": "there are too many connections to this server; try again in a moment",
    "connections.address": "there are too many connections from this address; try again in a moment",
    "message.bytes": "messages are text, not bytes",
    "message.long": "a message has at most {most} characters, not {found}",
    "message.often": "more than {rate} messages a second",
    "pages.table": "too many pages follow this table already; close one",
    "pages.address": "too many pages are open at this address already; close one",
    "database": "the database does not answer; try again in a moment",
    "disk_full": "the server's disk is full, or cannot be written; tell whoever runs it",
    "damaged": (
        "row {number} of table {table} in the database's events is damaged, so this table cannot be shown; tell "
        "whoever runs the server"
    ),
    "busy.table": "too many others act at this table at the same moment",
    "busy.chat": "too many others speak at this table at the same moment",
    "busy.owner": "one is being made for you already; wait until it is ready",
    "busy.waiting": "{people} others wait already; try again in a moment",
    "busy.replays": "{people} others look at replays already; try again in a moment",
    "closed": "this table is closed",
    # who may do something
    "no_table": "there is no such table; it may have been deleted",
    "no_circle": "there is no such circle; it may have been deleted",
    "link": "this link is no longer valid",
    "link.ask": "this link is no longer valid; ask the host for a new one",
    "link.back": "{name} is back: this link is void",
    "link.none": "the host has made no link for you",
    "not_for": "this browser may not speak for that person",
    "not_for.again": "this browser may not speak for that person; open the seat's link again",
    "not_for.page": "this page does not speak for that person",
    "no_watching": "nobody may watch this table; its host can send you a link",
    "host_only": "only the host of the table may do this",
    "seat_only": "only who has a seat may do this",
    "no_member": "nobody at this table has the number {member}",
    "no_seat": "the seats are 0 to {last}, not {seat}",
    # names and what is said
    "name.seat": "{name} is what a seat is called: choose another name",
    "name.taken": "{name} is at this table already: choose a name that looks different",
    "name.length": "a name has 1 to {longest} characters",
    "circle.length": "a circle's name has 1 to {longest} characters",
    "chat.nothing": "there is nothing to be read in it",
    "chat.long": "a line has at most {most} characters, not {found}",
    "chat.off": "the host has switched chat and reactions off",
    "chat.often": "at most {most} lines and reactions in {seconds} seconds",
    "chat.often.browser": "at most {most} lines and reactions in {seconds} seconds from one browser",
    "chat.often.table": "at most {most} lines and reactions in {seconds} seconds at one table; wait a moment",
    # the lobby
    "shuffling": "the game begins in a moment: its cards are being shuffled",
    "begun": "the game has begun already",
    "not_begun": "the game has not begun",
    "people": "there are {most} people at this table already",
    "people.browser": "one browser brings at most {most} people to a table; open the link in another one",
    "taken": "{name} is in this seat",
    "taken.agent": "{agent} is in this seat; the host may free it",
    "begun.give": "the game has begun: the host may give a seat away",
    "host_leaves": "the host hands on hosting before leaving",
    "watching_settled": "who may watch is settled before the game begins",
    "seats_free": {
        "one": "{count} seat is free: fill it with an agent, or wait",
        "other": "{count} seats are free: fill them with agents, or wait",
    },
    "other_version": (
        "this table is of version {version} of the rules of {game}, which this server does not play: it is shown, "
        "and a finished game can be downloaded"
    ),
    "seats.number": "{game} has {seats} seats, not {found}",
    "seats.open": "a table with open seats waits for its people: leave out start",
    "seats.mine": "one seat at most is yours; others at your screen join by the link",
    "seats.agents": "name an agent for the seats of agents, and for no others",
    "seats.more": "this game is not played by more than {seats}",
    "seats.fewer": "this game is not played by fewer than {seats}",
    "seats.people": "more than {seats} people have seats: let somebody leave a seat first",
    "options.many": "{count} options are too many",
    "circle.no_game": "there is no such game in this circle; it may have been taken out",
    "circle.host": "only the browser that began this circle may do this",
    "circle.accept": "only a browser at which this name has played may say so, or the one that began this circle",
    "circle.kept": "a circle keeps what this table's games come to already",
    # numbers of people, of which the deal is made
    "number.committed": "you have committed to a number already",
    "number.used": "this commitment was used at this table before: draw another number",
    "number.early": "numbers are shown once all have committed to theirs",
    "number.shown": "your number was shown already",
    "number.other": "this is not the number that you have committed to",
    "number.digits": "a number is {digits} hexadecimal digits (0-9, a-f)",
    "number.commitment": "a commitment is {digits} hexadecimal digits (0-9, a-f)",
    "number.stale": "no numbers are asked for, or others by now",
    "number.next": "no number of yours is asked for in this game; one is in the next",
    "number.nobody": "nobody is waited for any more",
    "number.waited": "somebody is waited for, or the game has begun",
    # agents
    "agent.game": "the agent {agent!r} does not play {game}",
    "agent.not_here": "the agent {agent!r} does not sit here; these do: {agents}",
    "agent.net": "the agent 'net' needs onnxruntime, which this server does not have",
    "agent.failed": "this agent has failed; the host can seat another one",
    "agent.withdrawn": "this agent is no longer allowed here; the host can seat another one",
    "agent.owner": "allowed by the server's owner",
    # the game
    "over": "the game is over",
    "not_over": "the game is not over",
    "stale": "the table is at {number}, not at {turn}",
    "moves": "a game here has at most {most} moves",
    "sealed.changes": "a sealed answer is changed at most {most} times",
    "sealed.none": "no sealed answer is due in this turn",
    "sealed.stands": "a sealed answer of this seat stands",
    "not_to_move": "Player {seat} is not to move",
    "not_yet.deal": "an agent plays for you until the next deal: your seat was another's",
    "not_yet.game": "an agent plays for you until this game is over: your seat was another's",
    "stand_in": "an agent plays for you until you say that you are back",
    "stand_in.none": "no agent plays for you",
    "stand_in.here": "{name} is here: the host lets an agent play for who is away",
    "stand_in.nobody": "nobody is in this seat for whom an agent could play",
    "person_plays": "the person in this seat plays again",
    "undo.off": "the host has switched taking back off",
    "undo.nothing": "there is nothing to be taken back",
    "undo.over": "the game is over, and all hands may have been looked at since",
    "undo.sealed": "a sealed answer is changed until all are in, and final then",
    "undo.acted": "another player has acted since",
    "undo.time": "your time for that decision is up",
    "undo.random": "something random has happened since",
    "undo.shown": "something hidden was revealed by it",
    "hints.off": "hints are off at this table; its host can switch them on",
    "gone_on": "the table has gone on",
    "hints.turn": "hints are for who is to move",
    "hints.asked": "a hint is being made already",
    "hints.failed": "there is no hint: {why}",
    "thinker.long": "it took longer than {seconds} seconds",
    "thinker.failed": "its process has failed",
    "thinker.log": "it has failed; the server's log says why",
    "no_rules": "this server has not the rules of this table",
    "no_rules.told": "{game} does not tell its rules",
    "no_picture": "{game} has no picture of {card!r}",
    "no_cards": "{game} has no cards",
    "no_tricks": "{game} has no tricks",
    "no_rule": "no game here has a rule {number}",
    "no_lesson": "{game} has no lesson",
    "no_step": "the steps of this lesson are 1 to {last}",
    "no_problems": "no problems ship with {game}",
    "no_problem": "the problems of {game} are 1 to {last}, not {number}",
    "has_played": "the person has played",
    "no_game_page": "{game} brings no page of its own",
    "no_pictures": "{game} has no pictures",
    "no_sheet": "{game} has no score sheet",
    "sheet.text": "a score sheet is text in UTF-8",
    "again": "the same people play on at another table already",
    "replay.version": "this server does not play this version of the rules; download the game",
    "replay.long": "a game has at most {most} actions here, not {found}",
    "replay.json": "it is no JSON",
    "replay.file": "this is no game's file: {why}",
    # hosting, leaving, deleting
    "seconds": {"one": "{count} second", "other": "{count} seconds"},
    "minutes": {"one": "{count} minute", "other": "{count} minutes"},
    "hours": {"one": "{count} hour", "other": "{count} hours"},
    "host.already": "you are the host already",
    "host.here": "{name}, the host, is here",
    "host.watcher": "who has a seat takes hosting over, not who watches",
    "host.soon": "the host may come back: ask again in {time}",
    "host.soon.seated": "the host, or somebody who has a seat, may come back: ask again in {time}",
    "offer.here": "{name} is here: a link is made {time} after somebody has left, not before",
    "offer.soon": "{name} may come back: ask again in {time}",
    "give.lobby": "before the game people take seats themselves, and after it none is given",
    "give.seated": "{name} has a seat already",
    "give.claimed": "{name} has left this seat, and can take it back",
    "claim.over": "the game is over: no seat is taken back any more",
    "claim.none": "you have left no seat here, or the host has given it to another person",
    "delete.others": "others play at this table now: ask again, and they are asked",
    "delete.kept": "the table is kept",
    "delete.announced": "that the table is to be deleted is announced already",
    "delete.nobody": "nobody wants to delete this table",
    "delete.agreed": "you agree already",
    "delete.said": "that the table is deleted next was said already",
    "delete.missing": "somebody who is here, or was a moment ago, has not agreed",
}
_NOTICES: dict[str, Template] = {
    "told.the_host": "the host",
    "told.seat_of": "{name}'s seat",
    "told.from_deal": "from the next deal on",
    "told.from_game": "in the next game, as this one is dealt once",
    "told.dealt_in": "A new deal: from now on {name} plays, and sees what the seat holds.",
    "told.offer": (
        "{by} has made a new link for {place}, as {name} is away: whoever opens it speaks for {name}. "
        "If {name} comes back first, the link is void."
    ),
    "told.offer.late": (
        "{by} has made a new link for {place}, as {name} is away: whoever opens it speaks for {name} {then}. "
        "If {name} comes back first, the link is void."
    ),
    "told.void": "{name} is back: the link for {place} is void.",
    "told.enter.late": (
        "The link that {by} made for {place} was opened: whoever did so plays and sees what the seat holds "
        "{then}. Until then an agent plays."
    ),
    "told.enter.claim": (
        "The link that {by} made for {place} was opened: whoever did so can take the seat back that {name} has "
        "left."
    ),
    "told.enter": "The link that {by} made for {place} was opened: whoever did so speaks for {name} now.",
    "told.give": (
        "{by} gives the seat of the agent {agent} to {name}, who plays and sees what the seat holds {then}. Until "
        "then an agent plays."
    ),
    "told.give.left": (
        "{by} gives the seat of {left} to {name}, who plays and sees what the seat holds {then}. Until then an "
        "agent plays. {left} has left and can no longer take it back."
    ),
    "told.name": "{old} is called {new} now.",
    "told.host": "{name} is the host now.",
    "told.claim": "{name} is back and plays again.",
    "told.claim.late": (
        "{name} takes the seat back, and plays and sees what it holds {then}. Until then an agent plays."
    ),
    "told.come": "{name} has come.",
    "told.come.seat": "{name} has come, and a seat was added.",
    "told.come.watch": "{name} has come to watch.",
    "told.rules": "{name} has changed the rules: {changes}.",
    "told.rules.same": "{name} has left the rules as they were.",
    "told.rules.seats": {"one": "{count} seat", "other": "{count} seats"},
    "view.yes": "yes",
    "view.no": "no",
    "told.rules.option": "{option}: {value}",
    "told.rules.on": "on",
    "told.rules.off": "off",
    "told.leaves": "{name} has left the table.",
    "told.leaves.agent": "{name} has left the table; an agent plays on.",
    "told.removed": "{by} has removed {name} from the table.",
    "told.removed.agent": "{by} has removed {name} from the table; an agent plays on.",
    "told.leave": "{name} has left; a bot plays on. {name} can take the seat back.",
    "told.delete": (
        "{by} wants to delete this table with all that is kept of it. It is deleted in {pause} seconds if "
        "everybody agrees who is here and has a seat."
    ),
    "told.assent": "{name} agrees that the table is deleted.",
    "told.keep": "{name} does not agree that the table is deleted. It is kept.",
    "told.keep.by": "{name} no longer wants to delete the table. It is kept.",
    "told.circle": (
        "{name} keeps what this table's games come to in a circle: names and results, for all with its link, as "
        "everybody at this table has."
    ),
    "told.silent": {
        "one": (
            "The page of {names} has not shown its number in time: the cards are shuffled anew without it, from "
            "another secret."
        ),
        "other": (
            "The pages of {names} have not shown their numbers in time: the cards are shuffled anew without them, "
            "from another secret."
        ),
    },
    "told.nobody": "{silent} No page is left that could: this deal cannot be checked.",
    "told.broken_off": "{removed} The start is broken off, and its secret is used up.",
    "told.hint": "{name} has taken a hint.",
    "told.lets_play": "{name} lets an agent play.",
    "told.played_for": "An agent plays for {name}.",
    "told.plays_again": "{name} plays again.",
    "told.gone": "The table is deleted.",
}

_TIME: dict[str, Template] = {
    "time.days": {"one": "{count} day", "other": "{count} days"},
    "time.nudge": "{by} nudges {member}: the table waits for {member}.",
    "time.idle": "{by} lets an agent play for {member}, who has not played for a while. {member} can play again.",
    "time.clock-on": "{by} sets a clock: {span} for each decision. When it ends, an agent plays one decision.",
    "time.clock-off": "{by} switches the clock off.",
    "time.clock-ended": "The time of {member} is up: the agent {agent} has played one decision.",
    "time.clock-sealed": "The time of {member} is up: the agent {agent} has answered once.",
    "time.nudge-seat": "only who has a seat may nudge",
    "time.nudge-self": "it is your own turn",
    "time.nudge-not-due": "the table does not wait for a person in this seat",
    "time.nudge-soon": "{member} has just been asked: nudge in {span}",
    "time.nudge-again": "{member} was nudged just now: again in {span}",
    "time.here": "{member} is here: an agent can play for {member} once {member} has not played for {span}",
    "time.here-never": "{member} is here, and the settings let no agent play for who is slow",
    "time.long-clock": "this table has a clock of an hour or more: when it ends, an agent plays one decision",
    "time.long-clock-host": "this table has a clock of an hour or more: its host stays the host, also while away",
    "time.clock-bounds": "a clock gives {low} to {high} for each decision",
}
_PUSHED: dict[str, Template] = {
    "notice.turn": "It is your turn.",
    "notice.turn-with": "Your turn with {names}.",
    "notice.nudge": "{name} nudges you: the table waits for you.",
    "notice.over": "The game is over.",
    "notice.and": " and ",
    "notice.no-extra": "this server sends no notices: it is installed without the extra push",
    "notice.no-keys": "this server sends no notices: it has no folder for its keys (--data)",
    "notice.bad-keys": "this server sends no notices: its keys cannot be used",
    "notice.bad-address": "notices go to https addresses of public push services alone",
    "notice.no-lookup": "the host of the push service was not found in time: try again later",
    "notice.bad-subscription": "this is no subscription of a browser: its keys cannot be read",
}
_POSITIONS: dict[str, Template] = {
    "positions.hints_off": (
        "you are at a table at which hints are off: until its game is over no position is analysed for you, "
        "as it could be from there"
    ),
    "positions.over": "the game is over: there is nothing left to analyse",
    "positions.no_step": "the game has the steps 0 to {last}, not {ply}",
    "positions.failed": "there is no analysis: {error}",
}

ENGLISH = Catalogue("server", {**_REFUSALS, **_NOTICES, **_TIME, **_PUSHED, **_POSITIONS})
say = ENGLISH.say
