"""The guided first round of Skull King, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

LESSON: dict[str, Template] = {
    "lesson.title": "A first round of Skull King",
    "lesson.hello": (
        "In Skull King you win tricks. A trick: each player lays one card, and one of these cards wins. Before "
        "a round you say how many tricks you will win: your bid. Then you try to win exactly as many."
    ),
    "lesson.hand": (
        "These are your five cards. Only you see them. You play five tricks against Ben and Cara, one card of "
        "yours in each."
    ),
    "lesson.numbers": (
        "Most cards are numbers from 1 to 14: green, yellow, purple and black. The first number in a trick "
        "sets the suit, which is its colour. Who has numbers of that suit must follow: play one of them, or a "
        "special card. The highest of that suit wins; numbers of other colours do not, but for black."
    ),
    "lesson.black": (
        "Black is trump: any black card beats green, yellow and purple, and the highest black beats the others."
    ),
    "lesson.rosie": (
        "Cards without a number are special. Rosie is a pirate: pirates beat all numbers, black too. Few cards "
        "beat a pirate; you will meet one."
    ),
    "lesson.escape": (
        "An escape loses to everything. That is useful when you want no more tricks. Special cards may be "
        "played at any time, even where you could follow."
    ),
    "lesson.look_up": (
        "You need not learn the cards by heart. Point at a card, hold your finger on it, or reach it by the "
        "keyboard, and it says what it does."
    ),
    "lesson.bid": (
        "Now bid. Rosie should win a trick, and black 8 another. Green 4 and purple 2 are too low, and the "
        "escape wins nothing. You score if you win exactly as many as you bid. Nobody sees your bid until all "
        "have bid. Choose 2."
    ),
    "lesson.bid.unless": "You could bid that. But two of your cards look like winners: here, choose 2.",
    "lesson.bids": (
        "All bids are turned up: you 2, Ben 1, Cara 1. You have two empty rings, one for each trick that you "
        "bid. A trick that you win fills one."
    ),
    "lesson.lead": (
        "Cara is the dealer, and the player after the dealer leads: you lay the first card. Any card is "
        "allowed. Green 4 will hardly win, and that is fine: get rid of it. Play green 4."
    ),
    "lesson.lead.unless": "That is allowed. But keep your winners for later: play green 4.",
    "lesson.first": (
        "Green was led, so both had to follow, and Ben's 11 is the highest green. Ben has won the trick that "
        "he bid. Under the cards, Why? says why a trick was won. The winner leads the next trick."
    ),
    "lesson.follow": (
        "Ben led purple 9, and Cara's 13 is ahead. You have a purple number, so you must follow: black 8 is "
        "not allowed now. Rosie and the escape would be, but Rosie is worth a trick later. Play purple 2."
    ),
    "lesson.follow.unless": "A special card is allowed. But purple 2 is of no use later: play that one.",
    "lesson.second": "Cara wins with purple 13, the highest purple. She leads the next trick.",
    "lesson.trump": (
        "Cara led purple 6. You have no purple left, so you may play any card. Black beats purple: play black 8."
    ),
    "lesson.trump.unless": "That is allowed. But black 8 wins this trick, which you want: play it.",
    "lesson.third": (
        "Your black 8 beats both purple cards. One of your rings is filled; you need one more trick. All have "
        "seen that you have no purple, so that stands beside your name."
    ),
    "lesson.pirate": (
        "You lead again. No number can beat a pirate. After a pirate there is no suit to follow, so the others "
        "may play what they like. Play Rosie."
    ),
    "lesson.pirate.unless": "The escape would lose the trick, and you need one more: play Rosie.",
    "lesson.mermaid": (
        "You win the trick, your second. Mermaids beat all numbers, but pirates beat mermaids. A "
        "pirate that takes a mermaid brings you 20 points, and a 14 that you take brings 10, a black one 20. You "
        "get these only if you end with exactly the two tricks that you bid."
    ),
    "lesson.ability": (
        "Each pirate has an ability, for who wins a trick with it. Rosie's: you say who leads the next trick. "
        "Your last card is the escape, so you will lose that trick anyway, as you want to. Choose Ben."
    ),
    "lesson.ability.unless": "You may choose anybody. Here, choose Ben, and see what he leads.",
    "lesson.king": (
        "Ben led the Skull King. He beats pirates and all numbers. Only a mermaid beats him, and that was "
        "Cara's last card. So it goes round: the Skull King beats pirates, pirates beat mermaids, mermaids "
        "beat the Skull King. Play your last card, the escape."
    ),
    "lesson.king.unless": "Play the escape: it is your last card.",
    "lesson.score": (
        "You bid 2 and won 2. That is 20 points for each trick, and the 30 that you captured: 70. Ben made "
        "his bid of 1: 20. Cara bid 1 and won 2. Each trick too many or too few costs 10, and her 40 for "
        "taking the Skull King are lost."
    ),
    "lesson.zero": (
        "Good to know: you may bid 0. Then 10 points are at stake for each card that you were dealt, here 50: "
        "you gain them if you win no trick, and lose them if you win one or more. A whole game has ten rounds, "
        "from one card to ten. The most points win."
    ),
    "lesson.end": (
        "That is the game. There are four more pirates with abilities of their own, and the Tigress, who is a "
        "pirate or an escape, as you say. Each card says what it does, and the rules at the table show who "
        "beats whom."
    ),
}
