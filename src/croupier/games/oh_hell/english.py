"""The English of Oh Hell: whatever it says to people, by keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "oh-hell",
    {
        "title": "Oh Hell",
        "summary": "Bid how many tricks you will win, and win exactly that many.",
        "option.largest": "cards of the largest hand",
        "option.rounds": "hands grow up from one card, shrink down to one, do both, or there is one round",
        "option.trump": "whether a card is turned up, whose suit is trump",
        "option.hook": "whether the last bidder must not let the bids add up to the tricks",
        "option.scoring": "exact: 10 and the bid if it is made; tricks: 1 for each trick, and 10 if it is made",
        "label.largest": "largest hand",
        "label.rounds": "rounds",
        "label.trump": "trump",
        "label.hook": "hook",
        "label.scoring": "scoring",
        "rounds.up": "from one card up",
        "rounds.down": "down to one card",
        "rounds.both": "up and down again",
        "rounds.one": "one round",
        "scoring.exact": "exact bids only",
        "scoring.tricks": "tricks count either way",
        "too_large": (
            "largest={largest} is too large for {players} players: the deck has at most {most} cards for each, and"
            " one to turn up where trump is on (OH-2, OH-3)"
        ),
        "how_to_play": (
            "You bid how many tricks you will win, and try to win exactly as many.\n\n"
            "- Each round you are dealt {cards} of 52 cards. {trump}\n"
            "- In turn, from the dealer's left, all say how many tricks they will win. {hook}\n"
            "- Then cards are played in tricks. Play the suit that was led if you can, else any card.\n"
            "- The highest trump wins the trick, or else the highest card of the suit that was led. Aces are high."
            " The winner leads the next.\n"
            "- {scoring}\n"
            "- After {rounds} the most points win."
        ),
        "how.rounds": {"one": "the round", "other": "{count} rounds"},
        "how.cards": "{low} to {high}",
        "how.trump": "One more card is turned up: its suit is trump.",
        "how.no_trump": "There is no trump.",
        "how.hook": "The last must not let the bids add up to the number of tricks.",
        "how.no_hook": "Any bid is allowed.",
        "how.exact": "Who wins exactly as many as bid scores 10 points and 1 for each; others score nothing.",
        "how.tricks": "Each trick scores 1 point, and an exact bid 10 more.",
        "spelling": "Say [bid 2] to bid two tricks, and [10H] to play the ten of hearts.",
        "round": {
            "one": "Round {round} of {rounds}, {count} card each, Player {dealer} deals.",
            "other": "Round {round} of {rounds}, {count} cards each, Player {dealer} deals.",
        },
        "no_round": "The first deal is due.",
        "turned": "{card} is turned up, so {suit} are trump.",
        "no_trump": "There is no trump.",
        "suit.C": "clubs",
        "suit.D": "diamonds",
        "suit.H": "hearts",
        "suit.S": "spades",
        "seat": "Player {player}: bid {bid}, won {won}, {score} points.",
        "bid.none": "none",
        "hand": "Your hand: {hand}.",
        "bids": "Player {player} bids {bid}.",
        "takes": "Player {player} wins the trick with {card}.",
        "scored": "Player {player} bid {bid}, won {won} and scores {gained}, {score} in all.",
        "wins": {
            "one": "{who} wins with {score} points.",
            "other": "{who} share the win with {score} points each.",
        },
        "no_action": "{text!r} is no action of Oh Hell: say [bid N], like [bid 2], or a card, like [10H] or [AS]",
        "not_now.first": "{text!r} cannot be done now: say [bid N] with one of {cards}",
        "picture.seat": "bid {bid}, won {won}, {score} points",
        "bot": "bids and plays by its chances to make each bid, from the cards that it has seen",
        "position.form": (
            "{name}={text!r} in the position is not possible: after the first round there are scores of each seat,"
            " and last=LEADER/CARDS/WINNER"
        ),
        "position.hands": (
            "the position must have hands of {players} seats, joined by slashes, each of {cards} cards, and turned"
            " where trump is on and only there (OH-2, OH-3)"
        ),
        "view.last_winner": "Won by",
        "view.round": "Round",
        "view.rounds": "Rounds",
        "view.cards": "Cards each",
        "view.dealer": "Dealer",
        "view.turned": "Turned up",
        "view.trump": "Trump",
        "view.bids": "Bid",
        "view.won": "Won",
        "lesson.title": "A first round of Oh Hell",
        "lesson.follow": (
            "You said before that you would win two of these three tricks. Ben led hearts, so you must play a "
            "heart. The highest card of the suit wins: tap the ace of hearts."
        ),
        "lesson.follow.unless": (
            "That is allowed. But you want this trick, and only the ace wins it: play the ace of hearts."
        ),
        "lesson.lead": (
            "You won: 1 of 2. The winner of a trick leads the next. Spades are trump in this round and beat all"
            " other suits. Keep your 9 of spades for later, and lead the 3 of hearts."
        ),
        "lesson.lead.unless": (
            "That is allowed. But others may hold a higher spade: keep yours, and lead the 3 of hearts."
        ),
        "lesson.trump": (
            "Finn had to follow suit and won, after a bid of 0. Now Finn has led the king of diamonds. You have"
            " no diamonds, so you may play any card, and trump wins: play the 9 of spades."
        ),
        "lesson.trump.unless": "Play the 9 of spades: it is your last card.",
        "lesson.bid": (
            "You bid 2 and won 2: 10 points, and 1 for each trick. The others missed their bids and score "
            "nothing. Now there are four cards, and the 8 of spades was turned up: spades are trump again. The "
            "ace and the king of trumps should win a trick each: bid 2."
        ),
        "lesson.bid.unless": (
            "You could bid that. But the ace and the king of trumps should win a trick each, and your low cards"
            " none: here, bid 2."
        ),
        "lesson.end": (
            "Ben bid last and was not allowed to bid 0: the bids must not add up to the number of tricks, so "
            "somebody always misses. Each round has one card more. After the last one the most points win."
        ),
    },
)
say = ENGLISH.say
