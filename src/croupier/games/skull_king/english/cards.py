"""What each card of Skull King does, who beats whom, and why a trick was won, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

CARDS: dict[str, Template] = {
    # names of cards and suits, which are typed so too
    "named.number": "{suit} {rank}",
    "named.green": "green",
    "named.yellow": "yellow",
    "named.purple": "purple",
    "named.black": "black",
    "named.escape": "escape",
    "named.rosie": "rosie",
    "named.bendt": "bendt",
    "named.roatan": "roatan",
    "named.jade": "jade",
    "named.harry": "harry",
    "named.tigress": "tigress",
    "named.king": "skull king",
    "named.mermaid": "mermaid",
    "named.loot": "loot",
    "named.kraken": "kraken",
    "named.whale": "whale",
    "named.tigress_escape": "tigress:escape",
    "named.tigress_pirate": "tigress:pirate",
    # kinds of cards, as they stand in "Beats ..." and "Loses to ..."
    "kind.lower": "lower {suit} cards",
    "kind.higher": "higher {suit} cards",
    "kind.colours": "all green, yellow and purple cards",
    "kind.black": "black cards",
    "kind.numbers": "numbers",
    "kind.escapes": "escapes",
    "kind.mermaids": "mermaids",
    "kind.pirates": "pirates",
    "kind.king": "the Skull King",
    "list.comma": ", ",
    "list.and": " and ",
    # what a card does
    "does.beats": "Beats {cards}.",
    "does.beats_led": "Beats {cards}, and {one} and {other} where {suit} was led.",
    "does.loses": "Loses to {cards}.",
    "does.loses.pirates": "Loses to {cards}, and to a mermaid where he is in the trick too.",
    "does.loses.mermaids": "Loses to {cards}, unless the Skull King is in the trick too.",
    "does.loses.king": "Loses to {cards}, whatever else is in the trick.",
    "does.trump": "Black is trump.",
    "does.free": "You may play it whatever suit was led.",
    "does.pirate": "A pirate.",
    "does.several_pirates": "Of several pirates the first wins.",
    "does.several_mermaids": "Of two mermaids the first wins.",
    "does.escape": "Wins nothing, unless nobody plays anything else: then the first card wins the trick.",
    "does.loot": (
        "Counts as an escape. The player who wins the trick is your ally: 20 points each if both bids come out "
        "exactly."
    ),
    "does.tigress": (
        "You say when you play her: a pirate, or an escape. As a pirate she beats numbers, mermaids and "
        "escapes, and loses to the Skull King; as an escape she wins nothing. She has no ability."
    ),
    "does.kraken": "Nobody wins the trick. Who would have won without the Kraken leads next.",
    "does.whale": (
        "Special cards lose their power: the highest number of any colour wins, of equal numbers the first. "
        "Without a number nobody wins, and who played the Whale leads next."
    ),
    "does.second": "Of Kraken and White Whale in one trick only the second acts.",
    "does.ability": (
        "Who wins a trick with this pirate, the round's last trick apart, uses the ability. {ability}."
    ),
    "does.ability_harry": "Who wins a trick with this pirate uses the ability when the round ends. {ability}.",
    "does.no_ability": "The ability is not used at this table.",
    "bonus.usual": "Bonus with an exact bid: {bonus}.",
    "bonus.rascal": "Bonus: {bonus}.",
    "bonus.fourteen": "{points} for who wins the trick",
    "bonus.mermaid": "{king} if she takes the Skull King, {pirate} for a pirate that takes her",
    "bonus.pirate": "{mermaid} for each mermaid it takes, {king} for the Skull King that takes it",
    "bonus.king": "{pirate} for each pirate he takes, {mermaid} for a mermaid that takes him",
    # who beats whom, the highest first
    "rank.king": "The Skull King beats pirates and numbers.",
    "rank.pirates": "Pirates beat mermaids and numbers. The Tigress is a pirate if her player says so.",
    "rank.mermaids": "Mermaids beat numbers. And the Skull King: with both in a trick, the mermaid wins.",
    "rank.black": "Black beats the other colours; higher beats lower.",
    "rank.colours": "Green, yellow and purple: the highest of the colour that was led. Other colours do not win.",
    "rank.escapes": "Escapes win nothing.",
    "rank.escapes_loot": "Escapes and loot win nothing.",
    "rank.kraken": "With the Kraken nobody wins the trick.",
    "rank.whale": "With the White Whale the highest number of any colour wins.",
    # why a trick went as it did
    "why.mermaid_takes_king": {
        "one": "{who} wins: where a mermaid and the Skull King are in one trick, the mermaid wins.",
        "other": "{who} wins: where mermaids and the Skull King are in one trick, the first mermaid wins.",
    },
    "why.king": "{who} wins: the Skull King beats all but a mermaid, and there is none.",
    "why.pirate": {
        "one": "{who} wins: {card} is a pirate, and only the Skull King would beat one.",
        "other": "{who} wins: only the Skull King would beat pirates, and {card} is the first of them.",
    },
    "why.tigress": {
        "one": "{who} wins: the Tigress counts as a pirate here, and only the Skull King would beat one.",
        "other": (
            "{who} wins: only the Skull King would beat pirates, and the Tigress, who counts as one here, is "
            "the first."
        ),
    },
    "why.mermaid": {
        "one": "{who} wins: a mermaid beats all numbers, and there is no pirate.",
        "other": "{who} wins: mermaids beat all numbers, there is no pirate, and the first mermaid counts.",
    },
    "why.black": {
        "one": "{who} wins: black is trump, and {card} is the only black card.",
        "other": "{who} wins: black is trump, and {card} is the highest black card.",
    },
    "why.suit": "{who} wins: {suit} was led, and {card} is the highest {suit} card; nothing beats it.",
    "why.first": "{who} wins: escapes win nothing, and where all are escapes, the first card wins.",
    "why.kraken": "Nobody wins: the Kraken takes the trick. {leader} would have won without it, and leads next.",
    "why.kraken_second": (
        "Nobody wins: of White Whale and Kraken the second acts, and the Kraken takes the trick. {leader} "
        "would have won without them, and leads next."
    ),
    "why.whale": "{who} wins: with the White Whale only numbers count, and {card} is the highest.",
    "why.whale_equal": (
        "{who} wins: with the White Whale only numbers count, and {card} is the first of the highest ones."
    ),
    "why.whale_second": (
        "{who} wins: of Kraken and White Whale the second acts; only numbers count, and {card} is the highest."
    ),
    "why.whale_second_equal": (
        "{who} wins: of Kraken and White Whale the second acts; only numbers count, and {card} is the first of "
        "the highest ones."
    ),
    "why.whale_empty": (
        "Nobody wins: with the White Whale only numbers count, and there is none. {leader}, who played the "
        "Whale, leads next."
    ),
    "why.none": "a trick has one card of each player, {seats}, and not {found}",
    "why.twice": "there are not so many cards {card!r} (SK-1)",
}
