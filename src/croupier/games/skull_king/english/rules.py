"""Names, help, rules and prompts of Skull King, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

# a paragraph is one line: whoever shows it to people breaks it, to the width at hand
RULES: dict[str, Template] = {
    "title": "Skull King",
    "summary": "Say how many tricks you will win, with pirates and mermaids in the way.",
    "option.players": "people at the table; two play with Graybeard, a third hand that nobody holds",
    "option.schedule": "how many rounds there are, and how many cards each player is dealt in them",
    "option.loot": (
        "two more cards: who plays one and who wins it are allies, with 20 points each if both make their bids"
    ),
    "option.kraken": "one more card: nobody wins the trick in which it is played",
    "option.whale": "one more card: in its trick special cards have no power, and the highest number wins",
    "option.rosie": "who wins a trick with her says who leads the next one",
    "option.bendt": "who wins a trick with this pirate draws two cards and discards two",
    "option.roatan": "who wins a trick with this pirate may bet up to 20 points on making the bid",
    "option.jade": "who wins a trick with this pirate sees the cards that were not dealt",
    "option.harry": "who wins a trick with this pirate may change the bid by one at the end of the round",
    "option.rascal": "each round is worth the same to all, whatever they bid; who misses the bid by one gets half",
    "label.players": "players",
    "label.schedule": "rounds",
    "label.loot": "loot",
    "label.kraken": "the Kraken",
    "label.whale": "the White Whale",
    "label.rosie": "Rosie's ability",
    "label.bendt": "Bendt's ability",
    "label.roatan": "Roatan's ability",
    "label.jade": "Jade's ability",
    "label.harry": "Harry's ability",
    "label.rascal": "Rascal scoring",
    "schedule.ten": "ten, of 1 card, then 2, up to 10",
    "schedule.even": "ten, of 2, 2, 4, 4 cards, up to 10, 10",
    "schedule.skip": "five, of 6, 7, 8, 9, 10 cards",
    "schedule.fives": "five, of 5 cards each",
    "schedule.tens": "ten, of 10 cards each",
    "schedule.down": "ten, of 9, 9, 7, 7 cards, down to 1, 1",
    "schedule.one": "one, of 1 card",
    "bot_of": "bot of skull-king",
    "bot": (
        "bids and plays by the points to be expected; bot:source-abilities answers the pirates' abilities "
        "by the source's fixed rules, bot:random-abilities at random, and neither uses which suits others "
        "have shown to lack; bot:simple counts high cards, bot:random-bid does anything; "
        "bot:habit-bold, -timid, -saver, -spender, -hunter and -careless make mistakes that people make"
    ),
    "tool.bid": "Bid how many tricks you will win in this round.",
    "tool.bid.tricks": "The number of tricks, 0 to the number of cards dealt.",
    "tool.card": "The card by its name, like green 7, or by its place in the hand, like 4.",
    "tool.play": "Play a card of your hand.",
    "tool.escape": "Let the Tigress that you play be an escape.",
    "tool.pirate": "Let the Tigress that you play be a pirate.",
    "tool.leader": "Rosie: say who leads the next trick.",
    "tool.leader.player": "The number of the player.",
    "tool.discard": "Bendt: discard a card of your hand.",
    "tool.bet": "Roatan: bet on your own bid.",
    "tool.bet.points": "The points at stake: 0, 10 or 20.",
    "tool.ok": "Jade: go on after you have seen the undealt cards.",
    "tool.harry": "Harry: change your bid at the end of the round.",
    "tool.harry.change": "The change: -1, 0 or 1.",
    # rules
    "who": "You are Player {seat} in Skull King; the players are 0 to {last}.\n",
    "rules": """\
Each round, bid how many tricks you will win, then win exactly as many.
{rounds}

Cards: {deck}.
- The first number card of a trick sets its suit: whoever holds a number of it plays one, or any special card. If \
a special card that is no escape comes before it, no suit is set.
- The Skull King beats pirates, pirates beat mermaids, all of them beat numbers; but a mermaid in the trick beats \
the Skull King. The first of equals wins.
- Black beats the other suits, else the highest of the suit led wins.
- Escapes win nothing, unless nothing else was played: then the first card does.
- The Tigress is an escape or a pirate, as her player says.
{more}\
- Bids are secret until all are in.
{scoring}\
- {captured}: coloured 14 +10, black 14 +20, each mermaid by a pirate +20, each pirate by the \
Skull King +30, the Skull King by a mermaid +40.{abilities}""",
    "rounds": {
        "one": "After {count} round, the most points win.",
        "other": "After {count} rounds, the most points win.",
    },
    "deck": (
        "green, yellow, purple and black 1 to 14 (black is trump), 5 escapes, the pirates Rosie, Bendt, Roatan, "
        "Jade and Harry, the Tigress, the Skull King, 2 mermaids"
    ),
    "deck.loot": "2 loot",
    "deck.kraken": "the Kraken",
    "deck.whale": "the White Whale",
    "rules.loot": (
        "- Loot is an escape; its player and the trick's winner are allies and get 20 points each if both "
        "bids come out exactly.\n"
    ),
    "rules.kraken": "- With the Kraken nobody wins the trick; who would have won it leads next.\n",
    "rules.whale": ("- With the White Whale specials lose their power; the highest number of any colour wins.\n"),
    "rules.both": "- Of Kraken and Whale in one trick only the second acts.\n",
    "rules.graybeard": """\
- Graybeard, a third hand, plays the top card of a face-down pile, second in each trick or first where he leads, \
without following suit. He neither bids nor scores.
""",
    "scoring.usual": """\
- A bid of 1 or more scores 20 a trick if it is exact, else -10 for each trick too many or too few. A bid of 0 \
wins or loses 10 times the cards dealt.
""",
    "scoring.rascal": """\
- 10 times the cards dealt are at stake, with the captures: an exact bid gets all, one off by one half, others \
none.
""",
    "captured.usual": "Captured with an exact bid",
    "captured.rascal": "Captures",
    "abilities": (
        "Who wins a trick with a pirate, the last trick apart, uses the ability (Harry's in any trick):"
    ),
    "abilities.typed": "- {abilities}",
    "abilities.line": "- {ability}.",
    "abilities.typed_line": "  {ability}.",
    "ability.rosie": "Rosie: say who leads next",
    "typed.rosie": "{ability}, [leader 2]",
    "ability.bendt": "Bendt: draw two undealt cards, discard two",
    "typed.bendt": "{ability}, [discard 5] or [discard green 7]",
    "ability.roatan": "Roatan: bet on your own bid",
    "typed.roatan": "{ability}, [bet 0], [bet 10] or [bet 20]",
    "ability.jade": "Jade: see the undealt cards",
    "typed.jade": "{ability}, then [ok]",
    "ability.harry": "Harry: change your bid at the end",
    "typed.harry": "{ability}, [harry -1], [harry 0] or [harry +1]",
    "signs": """
On the table, a bid "-" is not made yet, "?" is made but secret; "bonus" says the points captured in this \
round.""",
    "how": """

Answer with one action in brackets, each time you are asked; what is legal is listed. A card is named, \
[play green 7], or given by its place in your hand, [play 4].""",
    "guide": """\
Skull King, for {people} players, Player 0 to Player {last}. After Player {last} it is the turn of Player 0.
Cards dealt to each player in each round: {sizes}{short}. The player after the dealer bids first and leads the \
first trick; who wins a trick leads the next.
""",
    "guide.short": " (fewer where the deck runs short)",
    "guide.actions": """

Your actions, written in brackets:
- [bid 3] bids three tricks.
- [play green 7] plays a card by its name, [play 4] the fourth card of your hand as listed. Special cards have \
names too: [play skull king], [play mermaid], [play escape], [play rosie]. After [play tigress] you are asked \
whether she is an [escape] or a [pirate].
""",
    "guide.abilities": ("- For abilities you answer as it is written with them above, when you are asked.\n"),
    # what the seat to move is asked
    "ask.actions": ": {actions}",
    "ask.any": ".",
    "ask.bid": "Bid how many tricks you will win, exactly{actions}",
    "ask.play": "Play a card, by name or by its place in your hand{actions}",
    "ask.tigress": "The Tigress wins nothing as [escape], or counts as a [pirate]. Which?",
    "ask.rosie": "Rosie: name who leads the next trick, yourself too{actions}",
    "ask.bendt": {
        "one": "Bendt: discard one card, by name or by place{actions}",
        "other": "Bendt: discard {count} cards, one at a time, by name or by place{actions}",
    },
    "ask.stand": "You bid {bid} and won {won}",
    "ask.roatan": {
        "one": (
            "Roatan: bet [bet 0], [bet 10] or [bet 20] points that your bid comes out exactly; else you lose "
            "them. {stand}; {count} trick to play."
        ),
        "other": (
            "Roatan: bet [bet 0], [bet 10] or [bet 20] points that your bid comes out exactly; else you lose "
            "them. {stand}; {count} tricks to play."
        ),
    },
    "ask.jade": "Jade: these were not dealt this round; say [ok] and remember them.",
    "ask.harry": "Harry: change your bid before the round is scored: {actions}. {stand}.",
    "ask.harry.any": (
        "Harry: change your bid before the round is scored, by -1, 0 or +1 within 0 and the cards dealt. {stand}."
    ),
}
