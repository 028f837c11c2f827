"""Each rule of Skull King by its number, for people who meet the number and want to know what it says."""

from __future__ import annotations

NUMBERED = {
    "rule.SK-1": (
        "There are 70 cards: green, yellow, purple and black from 1 to 14, of which black is trump; 5 escapes; "
        "the pirates Rosie, Bendt, Roatan, Jade and Harry; the Tigress; the Skull King; and 2 mermaids. A table "
        "may add 2 loot cards, the Kraken and the White Whale."
    ),
    "rule.SK-2": (
        "Two to eight people play; two play with Graybeard. For each round the whole deck is shuffled: usually "
        "each player gets 1 card in the first round, one more in every next one, and 10 in the last. Where the "
        "deck is too small for that, each gets as many as there are for all."
    ),
    "rule.SK-3": (
        "The first dealer is drawn by chance, then the deal moves to the left. Who sits left of the dealer leads"
        " the first trick, and who wins a trick leads the next. Play goes clockwise."
    ),
    "rule.SK-4": (
        "A bid is how many tricks you say you will win: from 0 to the number of cards that you were dealt. Bids "
        "are secret and shown together."
    ),
    "rule.SK-5": (
        "The first number card of a trick sets the suit to follow, black too. If a pirate, a mermaid, the Skull "
        "King, the Kraken, the White Whale or a Tigress played as a pirate comes before it, there is no suit to "
        "follow. Escapes and loot set nothing. Who holds a number card of the suit plays one of them, or any "
        "special card; who holds none plays anything."
    ),
    "rule.SK-6": (
        "The Skull King wins the trick; but with a mermaid in it, the first mermaid does. Without him the first "
        "pirate wins, without pirates the first mermaid, without these the highest black card, else the highest "
        "card of the suit that was led. If there is nothing of all that, the first card wins."
    ),
    "rule.SK-7": (
        "The Tigress is an escape or a pirate: her player says which when playing her. As a pirate she counts "
        "like one, but she has no ability."
    ),
    "rule.SK-8": (
        "The Kraken destroys the trick: nobody wins it, and what lies in it brings nothing. Who would have won "
        "it without the Kraken leads next."
    ),
    "rule.SK-9": (
        "With the White Whale special cards lose their power: the highest number wins, whatever its colour, and "
        "of equal ones the first. If there is no number, nobody wins the trick, and who played the Whale leads "
        "next."
    ),
    "rule.SK-10": (
        "If the Kraken and the White Whale are in one trick, only the second acts. The first is an escape."
    ),
    "rule.SK-11": (
        "Loot is an escape. Who plays it and who wins the trick become allies: if both make their bids exactly, "
        "each gets 20 points."
    ),
    "rule.SK-12": (
        "A bid of 1 or more that is made exactly scores 20 points for each trick; else 10 are lost for each "
        "trick too many or too few. A bid of 0 wins or loses 10 points for each card that was dealt. Who makes "
        "the bid also gets what the tricks captured: 10 for each coloured 14, 20 for the black 14, 20 for each "
        "mermaid taken by a pirate, 30 for each pirate taken by the Skull King, 40 for the Skull King taken by a"
        " mermaid."
    ),
    "rule.SK-13": (
        "With Rascal scoring 10 points for each card dealt are at stake, whatever the bid. Who makes it exactly "
        "gets all of them, who is off by one gets half, and others get none. What was captured goes the same "
        "way."
    ),
    "rule.SK-14": (
        "Who wins a trick with a pirate uses that pirate's ability; in the last trick of a round only Harry's "
        "counts. Rosie: say who leads the next trick. Bendt: draw two cards, then discard two. Roatan: bet 0, 10"
        " or 20 points on making your bid. Jade: see the cards that were not dealt. Harry: at the end of the "
        "round, change your bid by one or leave it. Each ability can be switched off."
    ),
    "rule.SK-15": (
        "Between two people Graybeard plays a third hand, face down. He always plays second, and turns up his "
        "top card without following suit. He does not bid, score or make alliances, and uses no ability. If he "
        "has won a trick he plays first in the next one."
    ),
    "rule.SK-16": "The player with the most points after the last round wins. Equal winners share the win.",
}
