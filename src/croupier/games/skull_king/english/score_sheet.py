"""Why a score sheet of Skull King is refused, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

SCORE_SHEET: dict[str, Template] = {
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
    "sheet.a_round": "a round",
}
