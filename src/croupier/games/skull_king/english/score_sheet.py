"""The talk in which a score sheet of Skull King is kept, and its refusals, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

SCORE_SHEET: dict[str, Template] = {
    "sheet.number": "{text!r} is no whole number",
    "sheet.numbers": "there are {found} numbers for {players} players",
    "sheet.named_number": "{part!r} is no name with a number, like {name} 10",
    "sheet.named_twice": "{name} is named twice",
    "sheet.missing": "one number for each player is needed; none is there for {names}",
    "sheet.pair": "{part!r} is no pair of players, like {one} & {other}",
    "sheet.not_written": "{file} cannot be written: {reason}",
    "sheet.changed": (
        "{file} was changed by somebody else meanwhile and is left as it is: go on with --resume, and write this "
        "round down once more"
    ),
    "sheet.not_read": "{file} cannot be read: {reason}",
    "sheet.file_no_json": "{file} is no JSON: {error}",
    "sheet.no_json": "it is no JSON: {error}",
    "sheet.foreign": 'this is no score sheet; one has "format": {format}, "game": "skull-king"',
    "sheet.the_sheet": "the sheet",
    "sheet.names": '"names" must be a list of names',
    "sheet.rounds": '"rascal" must be true or false, and "rounds" a list',
    "sheet.round": "round {number}: {error}",
    "sheet.round_data": 'a round must be like {{"cards": 1, "bids": [0, 1], "won": [0, 1]}}',
    "sheet.cards_data": '"cards" must be a whole number',
    "sheet.row": '"{name}" must be a list of {players} whole numbers, one for each name',
    "sheet.alliances_data": '"alliances" must be a list of pairs of names',
    "sheet.alliance_data": "an alliance is a pair of names of the sheet, not {pair!r} (SK-11)",
    "sheet.unknown_key": '{what} has no "{name}"; known: {known}',
    "sheet.people": "{least} to {most} people play Skull King, not {count} (SK-2)",
    "sheet.name": "a name has a letter, and no comma and no '&', not {name!r}",
    "sheet.same_name": "two players have the name {name!r}; give each one of its own",
    "sheet.cards": "{players} players are dealt 1 to {most} cards, not {cards} (SK-2)",
    "sheet.bid": "{name}'s bid must be 0 to {cards}, the cards dealt, not {bid} (SK-4)",
    "sheet.tricks": "{name} cannot have won {tricks} tricks (SK-6)",
    "sheet.won": "the tricks won add up to {total}, more than the cards dealt, {cards} (SK-2, SK-6)",
    "sheet.bonus": "{name}'s bonus must be a multiple of 10, not {bonus} (SK-12)",
    "sheet.no_bonus": "{name} has won no trick, so nothing was captured (SK-12)",
    "sheet.bonuses": "at most {most} points can be captured in a round, not {total} (SK-12)",
    "sheet.wager": "{name}'s wager must be 0, 10 or 20, not {wager} (SK-14)",
    "sheet.no_wager": "{name} cannot bet: who bets has won a trick with Roatan, not the last (SK-14)",
    "sheet.wagers": "one player at most bets in a round: there is one Roatan (SK-14)",
    "sheet.harry": "Harry changes a bid by -1, 0 or +1, not by {change:+d} for {name} (SK-14)",
    "sheet.no_harry": "{name} has won no trick, so none with Harry (SK-14)",
    "sheet.harry_bid": "{name}'s bid of {bid} cannot become {changed}: bids are 0 to {cards} (SK-14)",
    "sheet.harrys": "one player at most changes the bid in a round: there is one Harry (SK-14)",
    "sheet.alliances": "there are two loot cards, so at most two alliances, not {count} (SK-11)",
    "sheet.alliance": "{one} cannot be allied with {one} (SK-11)",
    "sheet.allies": "one of the allies {one} and {other} has won the trick, but neither won any (SK-11)",
    "sheet.captures": (
        "Captures count with an exact bid: coloured 14 10, black 14 20, mermaid by a pirate 20, each "
        "pirate by the Skull King 30, Skull King by a mermaid 40."
    ),
    "sheet.help": (
        "Answer with one number for each player, in order, like 1 0 2; or by name, like Ann 20, Bob 10+30, "
        "the others 0. Enter alone means none. q ends the sheet at the start of a round, or drops the "
        "round under way. In place of the cards, #2 corrects round 2."
    ),
    "sheet.dropped": "The round under way is dropped.",
    "sheet.ask.names": "Players in seat order, like Ann, Bob, Cyd",
    "sheet.ask.cards": "Round {number}: cards dealt to each [{usual}] (q ends)",
    "sheet.ask.correct": "All rounds are played: which one to correct, like #4 (q ends)",
    "sheet.no_round": "round {number} is not written down yet",
    "sheet.ask.bids": "Bids ({names})",
    "sheet.ask.won": "Tricks won ({names})",
    "sheet.ask.bonuses": "Bonuses captured [none]",
    "sheet.ask.wager": "Roatan's wager [none]",
    "sheet.ask.harry": "Harry's change, like Ann +1 [none]",
    "sheet.ask.allies": "Allies by loot, like Ann & Bob [none]",
    "sheet.scoring": "{file} is a sheet of the usual scoring; --rascal is for a new one (SK-13)",
    "sheet.a_round": "a round",
    "sheet.each_round": "Each round: tricks won / bid, then the points.",
    "sheet.leads": "{who} leads with {points} points.",
    "sheet.lead": "{who} lead with {points} points.",
    "sheet.wins": "{who} wins with {points} points.",
    "sheet.win": "{who} win with {points} points.",
    "sheet.problem": "{why}.",
    "sheet.player": "player",
    "sheet.column.cards": "cards",
    "sheet.column.total": "total",
    "sheet.cell": "{won}/{bid}{harry}{bet} {points:+d}",
    "sheet.in_file": "{file}: {error}",
    "sheet.rascal": "Skull King, Rascal scoring",
    "sheet.bet": " bet {points}",
}
