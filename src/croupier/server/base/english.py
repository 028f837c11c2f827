"""The English of the server: refusals, and what everybody at a table is told of, by their keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue, Template

_REFUSALS: dict[str, Template] = {
    # requests, pages, connections
    "no_page": "there is no such page",
    "no_method": "this address does not take {method}",
    "not_allowed": "this cannot be done here (HTTP status {status})",
    "breaks_off": "the request ended too early",
    "surrogate": "this text has half of a character (a surrogate)",
    "at": "{where}: {why}",
    "invalid": "this value is not valid",
    "invalid.missing": "this is missing",
    "invalid.unknown": "there is no such field",
    "invalid.json": "this is not valid JSON",
    "invalid.short": "this is shorter than {least}",
    "invalid.long": "this is longer than {most}",
    "invalid.least": "this must be at least {least}",
    "invalid.most": "this must be at most {most}",
    "invalid.number": "this must be a whole number",
    "invalid.text": "this must be text",
    "invalid.bool": "this must be true or false",
    "invalid.choice": "this must be one of {expected}",
    "schema": "{why} (the schema's version is {version})",
    "own_name": "this server is not {host!r}; --base-url sets the name by which people reach it",
    "origin": "the request comes from another site, or has no Origin",
    "requests": "too many requests; wait a moment",
    "length": "a request must say how long it is (Content-Length)",
    "body": "this request may have at most {most} bytes, not {length}",
    "connections": "there are too many connections to this server; try again in a moment",
    "connections.address": "there are too many connections from this address; try again in a moment",
    "message.bytes": "messages are text, not bytes",
    "message.long": "a message has at most {most} characters, not {found}",
    "message.often": "more than {rate} messages a second",
    "pages.table": "this table is open in too many pages; close one",
    "pages.address": "too many pages are open from this address; close one",
    "database": "the database does not answer; try again in a moment",
    "disk_full": "the server's disk is full or cannot be written; tell the person who runs it",
    "damaged": (
        "row {number} of table {table} in the database's events is damaged, so this table cannot be shown; tell "
        "the person who runs the server"
    ),
    "busy.table": "too many people act at this table at the same moment; try again",
    "busy.chat": "too many people write at this table at the same moment; try again",
    "busy.owner": "one is already being made for you; wait until it is ready",
    "busy.waiting": "{people} others are waiting; try again in a moment",
    "busy.replays": "{people} others are watching replays; try again in a moment",
    "closed": "this table is closed",
    # who may do something
    "no_table": "there is no such table; it may have been deleted",
    "no_circle": "there is no such circle; it may have been deleted",
    "link": "this link is no longer valid",
    "link.ask": "this link is no longer valid; ask the host for a new one",
    "link.back": "{name} is back, so this link no longer works",
    "link.none": "the host has not made a link for you",
    "not_for": "this browser may not speak for that person",
    "not_for.again": "this browser may not speak for that person; open the seat's link again",
    "not_for.page": "this page does not speak for that person",
    "no_watching": "this table cannot be watched; its host can send you a link",
    "host_only": "only the host of the table may do this",
    "seat_only": "only people with a seat may do this",
    "no_member": "nobody at this table has the number {member}",
    "no_seat": "the seats are 0 to {last}, not {seat}",
    # names and what is said
    "name.seat": "{name} is the name of a seat: choose another name",
    "name.taken": "{name} is at this table already: choose a name that looks different",
    "name.length": "a name has 1 to {longest} characters",
    "circle.length": "a circle's name has 1 to {longest} characters",
    "chat.nothing": "this line is empty",
    "chat.long": "a line has at most {most} characters, not {found}",
    "chat.off": "the host has switched off chat and reactions",
    "chat.often": "at most {most} lines and reactions in {seconds} seconds",
    "chat.often.browser": "at most {most} lines and reactions in {seconds} seconds from one browser",
    "chat.often.table": "at most {most} lines and reactions in {seconds} seconds at one table; wait a moment",
    # the lobby
    "shuffling": "the cards are being shuffled; the game begins in a moment",
    "begun": "the game has begun already",
    "not_begun": "the game has not begun",
    "people": "there are {most} people at this table already",
    "people.browser": "one browser can bring at most {most} people to a table; open the link in another browser",
    "taken": "{name} is in this seat",
    "taken.agent": "{agent} is in this seat; the host can free it",
    "begun.give": "the game has begun: only the host can give you a seat",
    "host_leaves": "make somebody else the host before you leave",
    "watching_settled": "who may watch cannot change once the game has begun",
    "seats_free": {
        "one": "{count} seat is free: put a bot there, or wait",
        "other": "{count} seats are free: put bots there, or wait",
    },
    "other_version": (
        "this table follows version {version} of the rules of {game}, which this server does not know: you can "
        "look at it, and download a finished game"
    ),
    "seats.number": "{game} has {seats} seats, not {found}",
    "seats.open": "a table with open seats waits for people: leave out start",
    "seats.mine": "you can have one seat only; others at your screen join by the link",
    "seats.agents": "name a bot for each bot's seat, and for no other seat",
    "seats.more": "this game has at most {seats} players",
    "seats.fewer": "this game needs at least {seats} players",
    "seats.people": "more than {seats} people have seats: somebody must leave a seat first",
    "options.many": "too many options: {count}",
    "circle.no_game": "this circle has no such game; it may have been removed",
    "circle.host": "only the browser that began this circle may do this",
    "circle.accept": "only the browser that began the circle, or one in which this name has played, may accept",
    "circle.kept": "this table's games already count in a circle",
    # numbers of people, of which the deal is made
    "number.committed": "you have already committed to a number",
    "number.used": "this commitment was used at this table before: draw another number",
    "number.early": "numbers are shown once everybody has committed to one",
    "number.shown": "your number has already been shown",
    "number.other": "this is not the number that you have committed to",
    "number.digits": "a number is {digits} hexadecimal digits (0-9, a-f)",
    "number.commitment": "a commitment is {digits} hexadecimal digits (0-9, a-f)",
    "number.stale": "the table does not ask for numbers now, or asks for other ones",
    "number.next": "you are asked for a number in the next game, not in this one",
    "number.nobody": "the table no longer waits for anybody",
    "number.waited": "the table waits for somebody, or the game has begun",
    # agents
    "agent.game": "the bot {agent!r} does not play {game}",
    "agent.not_here": "the bot {agent!r} is not allowed here; these are: {agents}",
    "agent.net": "the bot 'net' needs onnxruntime, which this server does not have",
    "agent.failed": "this bot has failed; the host can seat another one",
    "agent.withdrawn": "this bot is no longer allowed here; the host can seat another one",
    "agent.owner": "allowed by the server's owner",
    # the game
    "over": "the game is over",
    "not_over": "the game is not over",
    "stale": "the table is at {number}, not at {turn}",
    "moves": "a game can have at most {most} moves here",
    "sealed.changes": "you can change a sealed answer at most {most} times",
    "sealed.none": "there is no sealed answer to give in this turn",
    "sealed.stands": "this seat has already given its sealed answer",
    "rest.none": "in {game} nobody can claim the rest of the tricks",
    "rest.when": "you can claim the rest of the tricks when you lead, from the second trick to the last but one",
    "rest.again": "you have already claimed the rest of the tricks in this turn",
    "rest.bots": "it does not follow from what you know, and bots agree only to what is certain",
    "rest.unproven": "it does not follow from what you know: the others must see your hand and agree",
    "rest.settled": "the rest of the tricks are already being played",
    "rest.nobody": "nobody claims the rest of the tricks any more",
    "rest.agreed": "you need not agree, or have agreed already",
    "not_to_move": "It is not Player {seat}'s turn",
    "not_yet.deal": "a bot plays for you until the next deal, because somebody else had your seat",
    "not_yet.game": "a bot plays for you until this game is over, because somebody else had your seat",
    "stand_in": "a bot plays for you until you say that you are back",
    "stand_in.none": "no bot plays for you",
    "stand_in.here": "{name} is here: a bot can play only for somebody who is away",
    "stand_in.nobody": "a bot can play only for a person, and this seat has none",
    "person_plays": "the person in this seat plays again",
    "undo.off": "the host has switched off taking back",
    "undo.nothing": "there is nothing to take back",
    "undo.over": "the game is over, and somebody may have seen all hands since",
    "undo.sealed": "you can change a sealed answer until all are in; then it is final",
    "undo.acted": "another player has acted since",
    "undo.rest": "somebody has claimed the rest of the tricks since",
    "undo.time": "your time for that decision is up",
    "undo.random": "something random has happened since",
    "undo.shown": "the move revealed something hidden",
    "hints.off": "hints are off at this table; the host can switch them on",
    "gone_on": "the game has gone on",
    "hints.turn": "you can ask for a hint only on your turn",
    "hints.asked": "a hint is already being made",
    "hints.failed": "there is no hint: {why}",
    "thinker.long": "it took longer than {seconds} seconds",
    "thinker.failed": "its process has failed",
    "thinker.log": "it has failed; the server's log says why",
    "no_rules": "this server does not have the rules of this table",
    "no_rules.told": "{game} has no rules to show",
    "no_picture": "{game} has no picture of {card!r}",
    "no_cards": "{game} has no cards",
    "no_tricks": "{game} has no tricks",
    "no_rule": "no game here has a rule {number}",
    "no_lesson": "{game} has no lesson",
    "no_step": "the steps of this lesson are 1 to {last}",
    "no_problems": "there are no problems for {game}",
    "no_problem": "the problems of {game} are 1 to {last}, not {number}",
    "has_played": "this person has already played",
    "no_game_page": "{game} has no page of its own",
    "no_pictures": "{game} has no pictures",
    "no_sheet": "{game} has no score sheet",
    "sheet.text": "a score sheet is text in UTF-8",
    "again": "these people already play on at another table",
    "replay.version": "this server does not play this version of the rules; download the game",
    "replay.long": "a game can have at most {most} actions here, not {found}",
    "replay.json": "it is not JSON",
    "replay.file": "this is not the file of a game: {why}",
    # hosting, leaving, deleting
    "seconds": {"one": "{count} second", "other": "{count} seconds"},
    "minutes": {"one": "{count} minute", "other": "{count} minutes"},
    "hours": {"one": "{count} hour", "other": "{count} hours"},
    "host.already": "you are already the host",
    "host.here": "{name}, the host, is here",
    "host.watcher": "only people with a seat can become the host, not watchers",
    "host.soon": "the host may come back: try again in {time}",
    "host.soon.seated": "the host or a player may come back: try again in {time}",
    "offer.here": "{name} is here: you can make a link {time} after somebody has left",
    "offer.soon": "{name} may come back: try again in {time}",
    "give.lobby": "you can give seats away only during the game; before the game, people take seats themselves",
    "give.seated": "{name} already has a seat",
    "give.claimed": "{name} has left this seat and can take it back",
    "claim.over": "the game is over: you can no longer take back a seat",
    "claim.none": "you have not left a seat here, or the host has given it to somebody else",
    "delete.others": "others play at this table now: try again, and they are asked",
    "delete.kept": "the table stays",
    "delete.announced": "you have already asked to delete the table",
    "delete.nobody": "nobody wants to delete this table",
    "delete.agreed": "you have already agreed",
    "delete.said": "the table is already being deleted",
    "delete.missing": "somebody who is here, or was here a moment ago, has not agreed",
}
_NOTICES: dict[str, Template] = {
    "told.the_host": "the host",
    "told.seat_of": "{name}'s seat",
    "told.from_deal": "from the next deal on",
    "told.from_game": "in the next game, as this one is dealt once",
    "told.dealt_in": "New deal: {name} plays from now on, and sees the seat's cards.",
    "told.offer": (
        "{name} is away, so {by} has made a new link for {place}. The person who opens it plays as {name}. "
        "If {name} comes back first, the link no longer works."
    ),
    "told.offer.late": (
        "{name} is away, so {by} has made a new link for {place}. The person who opens it plays as {name} {then}. "
        "If {name} comes back first, the link no longer works."
    ),
    "told.void": "{name} is back: the link for {place} no longer works.",
    "told.enter.late": (
        "Somebody has opened the link that {by} made for {place}, and plays and sees the seat's cards {then}. "
        "Until then a bot plays."
    ),
    "told.enter.claim": (
        "Somebody has opened the link that {by} made for {place}, and can take back the seat that {name} left."
    ),
    "told.enter": "Somebody has opened the link that {by} made for {place}, and now plays as {name}.",
    "told.give": (
        "{by} gives the seat of {agent} to {name}, who plays and sees the seat's cards {then}. Until then "
        "a bot plays."
    ),
    "told.give.left": (
        "{by} gives the seat of {left} to {name}, who plays and sees the seat's cards {then}. Until then a bot "
        "plays. {left} has left and can no longer take it back."
    ),
    "told.name": "{old} is now called {new}.",
    "told.host": "{name} is the host now.",
    "told.claim": "{name} is back and plays again.",
    "told.claim.late": (
        "{name} takes the seat back, and plays and sees its cards {then}. Until then a bot plays."
    ),
    "told.come": "{name} has joined.",
    "told.come.seat": "{name} has joined, and a seat was added.",
    "told.come.watch": "{name} is watching.",
    "told.rules": "{name} has changed the rules: {changes}.",
    "told.rules.same": "{name} has left the rules as they were.",
    "told.rules.seats": {"one": "{count} seat", "other": "{count} seats"},
    "view.yes": "yes",
    "view.no": "no",
    "told.rules.option": "{option}: {value}",
    "told.rules.on": "on",
    "told.rules.off": "off",
    "told.leaves": "{name} has left the table.",
    "told.leaves.agent": "{name} has left the table; a bot plays on.",
    "told.removed": "{by} has removed {name} from the table.",
    "told.removed.agent": "{by} has removed {name} from the table; a bot plays on.",
    "told.leave": "{name} has left; a bot plays on. {name} can take the seat back.",
    "told.delete": (
        "{by} wants to delete this table and everything stored about it. It is deleted in {pause} seconds if "
        "all players who are here agree."
    ),
    "told.assent": "{name} agrees to delete the table.",
    "told.keep": "{name} does not agree to delete the table. It stays.",
    "told.keep.by": "{name} no longer wants to delete the table. It stays.",
    "told.circle": (
        "{name} keeps score across games from now on. Everybody at this table gets the link; only names and "
        "results are saved."
    ),
    "told.silent": {
        "one": (
            "The page of {names} has not shown its number in time. The cards are shuffled again without it, from "
            "another secret."
        ),
        "other": (
            "The pages of {names} have not shown their numbers in time. The cards are shuffled again without "
            "them, from another secret."
        ),
    },
    "told.nobody": "{silent} No page is left, so this deal cannot be checked.",
    "told.broken_off": "{removed} The game does not start, and its secret is not used again.",
    "told.hint": "{name} took a hint.",
    "told.rest": "{name} takes the rest of the tricks, whatever the others play.",
    "told.rest.asks": "{name} claims the rest of the tricks and shows {hand}. All others must agree.",
    "told.rest.yes": "{name} agrees.",
    "told.rest.no": "{name} does not agree: the game goes on.",
    "told.lets_play": "{name} lets a bot play.",
    "told.played_for": "A bot plays for {name}.",
    "told.plays_again": "{name} plays again.",
    "told.gone": "The table is deleted.",
}

_TIME: dict[str, Template] = {
    "time.days": {"one": "{count} day", "other": "{count} days"},
    "time.nudge": "{by} nudges {member}: the table waits for {member}.",
    "time.idle": "{by} lets a bot play for {member}, who has not played for a while. {member} can come back.",
    "time.clock-on": "{by} sets a clock: {span} for each decision. When it runs out, a bot plays that decision.",
    "time.clock-off": "{by} switches the clock off.",
    "time.clock-ended": "{member} ran out of time: {agent} played one decision.",
    "time.clock-sealed": "{member} ran out of time: {agent} answered once.",
    "time.nudge-seat": "only people with a seat may nudge",
    "time.nudge-self": "it is your own turn",
    "time.nudge-not-due": "the table is not waiting for a person in this seat",
    "time.nudge-soon": "{member} has only just been asked: you can nudge in {span}",
    "time.nudge-again": "{member} was nudged just now: nudge again in {span}",
    "time.here": "{member} is here: a bot can play once {member} has not played for {span}",
    "time.here-never": "{member} is here, and this table's settings do not let a bot play for slow players",
    "time.long-clock": "this table has a clock of an hour or more: when it runs out, a bot plays one decision",
    "time.long-clock-host": "this table has a clock of an hour or more: the host stays the host, even while away",
    "time.clock-bounds": "a clock gives {low} to {high} for each decision",
}
_PUSHED: dict[str, Template] = {
    "notice.turn": "It is your turn.",
    "notice.turn-with": "Your turn with {names}.",
    "notice.nudge": "{name} nudges you: the table waits for you.",
    "notice.over": "The game is over.",
    "notice.and": " and ",
    "notice.no-extra": "this server cannot send notices: it was installed without the extra push",
    "notice.no-keys": "this server cannot send notices: it has no folder for its keys (--data)",
    "notice.bad-keys": "this server cannot send notices: its keys cannot be used",
    "notice.bad-address": "notices go only to https addresses of public push services",
    "notice.no-lookup": "the host of the push service was not found in time: try again later",
    "notice.bad-subscription": "this is not a browser's subscription: its keys cannot be read",
}
_POSITIONS: dict[str, Template] = {
    "positions.hints_off": (
        "you are playing at a table without hints: no position is analysed for you until that game is over, "
        "since it could come from there"
    ),
    "positions.over": "the game is over: there is nothing left to analyse",
    "positions.no_step": "the game has the steps 0 to {last}, not {ply}",
    "positions.failed": "the analysis failed: {error}",
}

ENGLISH = Catalogue("server", {**_REFUSALS, **_NOTICES, **_TIME, **_PUSHED, **_POSITIONS})
say = ENGLISH.say
