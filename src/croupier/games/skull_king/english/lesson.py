"""The guided first round of Skull King, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

LESSON: dict[str, Template] = {
    "lesson.title": "A first round of Skull King",
    "lesson.hello": (
        "In Skull King you win tricks. In a trick each player lays one card, and one of these cards wins the "
        "trick. A few tricks make a round, and a few rounds a game: this is the first of five. Before the first "
        "trick of a round you say how many of its tricks you will win: that is your bid. Then you try to win "
        "exactly as many."
    ),
    "lesson.table": (
        "You play against Ben and Cara. Everybody has 0 points so far, and nobody has bid yet: “bidding…”. Cara "
        "is the dealer of this round. The player after the dealer leads the first trick, which means: lays its "
        "first card. That is you. Then the others lay theirs, one after another."
    ),
    "lesson.hand": (
        "These are your five cards. Only you see them. This round has five tricks, and you lay one of these cards "
        "in each."
    ),
    "lesson.numbers": (
        "Most cards are numbers from 1 to 14 in four suits, the colours green, yellow, purple and black. The "
        "first number in a trick sets the suit of the trick. A player with a number of that suit must follow: "
        "play one of them, or a card without a number, a special card. A player without one may play any card."
    ),
    "lesson.black": (
        "The highest number of the suit wins the trick. Numbers of other colours lose, however high they are. "
        "Only black is different, for black is trump: any black card beats green, yellow and purple, and the "
        "highest black beats the others."
    ),
    "lesson.rosie": (
        "Rosie is a special card, a pirate. Pirates beat all numbers, black too. Of two pirates in a trick, the "
        "first wins. Only one card beats pirates, the Skull King. You will meet him."
    ),
    "lesson.escape": (
        "An escape is a special card too, and loses to every other card. That is useful when you want no more "
        "tricks. Special cards may be played at any time, even where you could follow."
    ),
    "lesson.look_up": (
        "You need not learn the cards by heart. Point at a card, hold your finger on it, or reach it by the "
        "keyboard, and it says what it does."
    ),
    "lesson.points": (
        "What a bid brings: win exactly as many tricks as you bid, and you have 20 points for each. Win more or "
        "fewer, and you lose 10 points for each trick too many or too few. A bid of 0 is different. It brings 10 "
        "points for each card that you were dealt, here 50, and costs as many if you win a trick."
    ),
    "lesson.bid": (
        "Now bid. Rosie beats all numbers, so count one trick for her. Count one for black 8: it beats green, "
        "yellow and purple, and you have only one green and one purple, so soon you need not follow. Green 4 and "
        "purple 2 are low, and the escape loses. Nobody sees your bid until all have bid. Choose 2."
    ),
    "lesson.bid.unless": (
        "You could bid that. But two of your cards should win a trick, Rosie and black 8: here, choose 2."
    ),
    "lesson.bids": (
        "All bids are shown: you 2, Ben 1, Cara 1. With each name stands how many tricks of the bid are won. "
        "Yours says 0 of 2, so you need 2. On a large screen there is a ring for each trick of the bid as well, "
        "and a trick that you win fills one."
    ),
    "lesson.lead": (
        "You lead: you lay the first card, and any card is allowed. Keep Rosie and black 8, your two winners, for "
        "later. Green 4 will hardly win, so get rid of it now. Play green 4."
    ),
    "lesson.lead.unless": "That is allowed. But keep your winners for later: play green 4.",
    "lesson.first": (
        "You led green 4, so green was the suit. Ben and Cara had green numbers and had to follow. Ben's 11 is "
        "the highest, and wins. Ben has the one trick that he bid: he is on target, and wants no more. Who wins a "
        "trick leads the next. “Why?” under the cards says why a trick was won."
    ),
    "lesson.follow": (
        "Ben led purple 9, and Cara's 13 is ahead: it would win as things stand. You have a purple number, so you "
        "must follow: black 8 is not allowed now. Rosie and the escape are, being special. But purple 2 will "
        "never win, and those two are of more use later. Play purple 2."
    ),
    "lesson.follow.unless": "A special card is allowed. But purple 2 is of no use later: play that one.",
    "lesson.second": (
        "Purple 13 is the highest purple, and nobody has played a black or a special card. So Cara wins the "
        "trick, and leads the next one."
    ),
    "lesson.trump": (
        "Cara led purple 6. You have no purple left, so there is nothing to follow with: you may play any "
        "card. You want two tricks, and any black card beats purple: play black 8."
    ),
    "lesson.trump.unless": "That is allowed. But black 8 wins this trick, which you want: play it.",
    "lesson.third": (
        "Your black 8 beats both purple cards, and you have won 1 of 2 tricks: you need one more. All have seen "
        "that you have no purple, so “no purple” stands with your name."
    ),
    "lesson.pirate": (
        "You won the trick, so you lead. Two cards are left. The escape would lose, and you need one more trick. "
        "Rosie, a pirate, beats all numbers. After a pirate that leads there is no suit to follow, so the others "
        "may play what they like. Play Rosie."
    ),
    "lesson.pirate.unless": "The escape would lose the trick, and you need one more: play Rosie.",
    "lesson.mermaid": (
        "You win the trick, your second. Cara's mermaid is special: mermaids beat all numbers, but pirates beat "
        "mermaids. A pirate that takes a mermaid brings 20 points. A 14 that you take brings 10, a black one 20. "
        "So +30 stands with your name. You get them only if you end with exactly the two tricks that you bid."
    ),
    "lesson.ability": (
        "Each pirate has an ability for the player who wins a trick with it. Rosie's: you say who leads the next "
        "trick. You have the two tricks that you bid, and want no more. Your last card is the escape, and it "
        "loses no matter who leads. So any choice is good. Choose Ben."
    ),
    "lesson.ability.unless": "You may choose anybody. Here, choose Ben, and see what he leads.",
    "lesson.king": (
        "Ben led the Skull King, and Cara has laid her mermaid on him. The Skull King beats pirates and all "
        "numbers; only mermaids beat him. So it goes round: the Skull King beats pirates, pirates beat mermaids, "
        "mermaids beat the Skull King. Your last card is the escape, which loses, as you want. Play it."
    ),
    "lesson.king.unless": "Play the escape: it is your last card.",
    "lesson.score": (
        "You bid 2 and won 2. That is 20 points for each trick, and the 30 that you captured: 70. Ben made his "
        "bid of 1: 20. Cara bid 1 and won 2: one too many costs 10. A mermaid that takes the Skull King brings "
        "40, but Cara missed her bid, so those are lost."
    ),
    "lesson.rounds": (
        "A whole game usually has ten rounds: in the first, each player is dealt one card, in the second two, and "
        "so on to ten. Each round has as many tricks, and another dealer. Its points are added to your total. The "
        "player with the most points after the last round wins."
    ),
    "lesson.end": (
        "That is the game. There are four more pirates with abilities of their own, and the Tigress, who is a "
        "pirate or an escape, as you say. Each card says what it does, and the rules at the table show who "
        "beats whom."
    ),
}
