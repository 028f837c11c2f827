"""The English of Pig Dice: whatever it says to people, by keys that other languages share."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue
from croupier.core.spec.prompts import Names

ENGLISH = Catalogue(
    "pig",
    {
        # what it is called, its options, its players
        "title": "Pig Dice",
        "summary": "Roll for points, and hold in time: a 1 loses them.",
        "option.winning_score": "the player who first reaches this many points wins",
        "option.max_turns": "after this many turns the higher score wins",
        "option.turn_unit": "how the longest game is counted; a turn ends by a hold or a 1",
        "label.winning_score": "winning score",
        "label.max_turns": "longest game",
        "label.turn_unit": "the longest game is counted in",
        "unit.turn": "turns",
        "unit.action": "rolls and holds",
        "bot": "rolls until the turn total is N (20), then holds",
        "bot.optimal": "perfect play, solved for this target and turn limit",
        "bot.unknown": "pig has no bot {name!r}; bots are bot:hold-N, N >= 1, like bot:hold-20",
        "bot.no_argument": "optimal takes nothing behind a colon, not {argument!r}",
        "bot.turns_only": "optimal play is solved for turn_unit=turn, not for turn_unit=action",
        # the table
        "table": (
            "Pig Dice Game - {whose}\n"
            "\n"
            "Player 0 score: {first}\n"
            "Player 1 score: {second}\n"
            "\n"
            "Current turn total: {total}\n"
            "\n"
        ),
        "whose.over": "the game is over",
        "whose.turn": "Player {player}'s turn",
        "board": "{table}First to {target} points wins; {left}",
        "left.turns": {"one": "{count} turn left", "other": "{count} turns left"},
        "left.actions": {"one": "{count} action left", "other": "{count} actions left"},
        "seen": "You {own}, opponent {other}, target {target}; {whose}, turn total {total}; {left}.",
        "seen.own_turn": "your turn",
        "seen.other_turn": "the opponent's turn",
        "seen.over": "You {own}, opponent {other}, target {target}: {result}.",
        "seen.win": "you win",
        "seen.loss": "you lose",
        "seen.draw": "a draw",
        # rules and prompts
        "opening": (
            "{table}"
            "Rules:\n"
            "- Roll a 2-6: Add to your turn total\n"
            "- Roll a 1: Lose turn total and end turn\n"
            "- Hold: Add turn total to your score and end turn\n"
            "- First to {target} points wins\n"
            "\n"
            "{actions}"
        ),
        "actions": "Available actions: '[roll]', '[hold]'",
        "how_to_play": (
            "Be the first to reach {target} points.\n\n"
            "- Roll as often as you dare: a 2 to 6 is added to your turn total.\n"
            "- A 1 loses the turn total and ends your turn. What you have banked stays.\n"
            "- Hold: the turn total is banked, and the turn is the other's.\n"
            "- After {limit} the higher score wins; equal scores are a draw."
        ),
        "how_to_play.turns": "{limit} turns",
        "how_to_play.actions": "{limit} rolls and holds",
        "rule.PIG-1": (
            "There are two players, and both begin with 0 points. The first player takes the first turn."
        ),
        "rule.PIG-2": (
            "Roll the die as often as you like. A 2 to 6 is added to your turn total, and your turn goes on. A 1"
            " loses the turn total and ends your turn; the points that you have banked stay."
        ),
        "rule.PIG-3": (
            "Hold: your turn total is added to your points, and your turn ends. You may hold with nothing."
        ),
        "rule.PIG-4": (
            "Who first has as many points as the game is played to wins at once. Only points that were banked "
            "count, so a hold wins, never a roll."
        ),
        "rule.PIG-5": (
            "After as many turns as the table has settled the higher score wins, and equal scores are a draw. A "
            "turn ends by a hold or a 1. A table may count rolls and holds instead of turns."
        ),
        "rule.PIG-6": (
            "The game is played to 100 points and for 500 turns at most, unless the table has settled otherwise."
        ),
        "rule.PIG-7": "A win is a win, however many points it is by. A draw is worth the same to both.",
        "guide": """\
Pig Dice, for two players, Player 0 and Player 1. They take turns with one die. Player 0 begins.
- In your turn you roll the die as often as you like.
- A roll of 2 to 6 is added to your turn total, and your turn goes on.
- A roll of 1 loses the whole turn total and ends your turn. Points that you have banked are safe.
- When you hold, the turn total is added to your score (banked), and your turn ends.
- Whoever first has {target} banked points or more wins. The turn total does not count until it is banked.
- After {limit} of both players together the higher score wins; equal scores are a draw.

You have two actions, written in brackets:
- [roll] rolls the die.
- [hold] banks the turn total.""",
        "limit.turns": "{limit} turns",
        "limit.actions": "{limit} actions",
        "tool.roll": "Roll the die.",
        "tool.hold": "Bank the turn total and end the turn.",
        # what each face does
        "does.one": "Loses the turn total, and your turn ends. What you have banked stays.",
        "does.face": "Adds {value} to the turn total, and your turn goes on.",
        # the guided first round
        "lesson.title": "A first game of Pig",
        "lesson.hello": (
            "You and Ben take turns with one die. Whoever first has 20 points or more wins. A usual game goes to "
            "100. At the top stands how many turns are left: if they run out first, the higher score wins. That "
            "hardly ever happens."
        ),
        "lesson.turn": (
            "In your turn you roll as often as you like. Each 2 to 6 is added to the turn total: points that you "
            "may win in this turn. A 1 loses the whole turn total and ends your turn. Hold ends it too, but first "
            "adds the turn total to your points, and those you keep."
        ),
        "lesson.roll": "It is your turn. There is nothing to hold yet: press Roll.",
        "lesson.again": (
            "A 5: the turn total is 5. It is not yours yet, and a 1 would lose it. But the five other faces add "
            "to it. Roll again."
        ),
        "lesson.hold": (
            "Another 5: 10 points are at stake. Hold banks them: then they are safe, and the turn is Ben's. "
            "Press Hold."
        ),
        "lesson.other": "Your 10 points are banked. Ben has rolled a 6, and rolls again.",
        "lesson.bust": "Ben rolled a 1. His turn total of 6 is lost, and it is your turn.",
        "lesson.second": "Your second turn. It begins with a turn total of 0. Press Roll.",
        "lesson.risk": "A 3. That is little to bank, so try once more: press Roll.",
        "lesson.own_bust": (
            "A 1, as in one roll of six. You lose the 3 of this turn. The 10 that you have banked stay. Now "
            "Ben plays."
        ),
        "lesson.third": "Ben rolled a 4 and a 2, and held: he has 6. You need 10 more points. Press Roll.",
        "lesson.nearly": "A 5: 10 banked and 5 make 15. You need 20. Press Roll.",
        "lesson.win": (
            "A 6: the turn total is 11, and with your 10 that makes 21. Only what is banked wins: press Hold."
        ),
        "lesson.end": (
            "You have won, 21 to 6. How long to roll is the whole art. In a game to 100, holding at 20 in a turn "
            "is not bad."
        ),
        "lesson.must_roll": "Holding is allowed too. Here, roll, and see what happens.",
        "lesson.must_hold": "You could roll on. But here, hold what you have.",
        # what happens
        "holds": "Player {player} holds and banks {total} points. Total score: {score}",
        "rolls": "Player {player} rolls a {die}.",
        "total": "Turn total is now {total}.",
        "loses": "Player {player} loses the turn total of {total}.",
        "draw": "A draw at the limit of {limit}: {points} points each.",
        "wins": "Player {player} reaches the target of {target} and wins, {most} points to {least}.",
        "leads": "Player {player} leads at the limit of {limit} and wins, {most} points to {least}.",
        # refusals of replies
        "reply.none": "it names no action; answer with '[roll]' or '[hold]'",
        "reply.both": "it names both actions; answer with '[roll]' or with '[hold]'",
        "reply.unknown": "{text!r} is no action of Pig: say [roll] or [hold]",
        # refusals of positions
        "position.field": "pig positions have the fields {fields}, not {name!r}",
        "position.scores": (
            "scores={text!r} in the position must be two whole numbers joined by a comma, each of 7 digits at most"
        ),
        "position.number": "{name}={text!r} in the position must be a whole number of 7 digits at most",
        "position.turn": "turn={text!r} in the position must be 0 or 1 (PIG-1)",
        "record.options": "the record's options are out of range (PIG-6)",
        "record.values": "the record holds values that are out of range (PIG-1, PIG-2)",
        "record.spare": "the record's spare bytes are {spare}, not zeros",
        "record.both_won": "both scores {scores} reach the target {target}; the first to do so wins (PIG-4)",
        "record.turns": "{turns} turns are finished of at most {limit} (PIG-5)",
        "record.over": "the game is over, so the turn total is 0, not {total} (PIG-4)",
        "record.total": "a turn total of {total} is out of range (PIG-2)",
        "record.player": "the player to move and the rest of the record do not agree (PIG-5)",
        # exact values
        "exact.target": "exact values are computed for targets 1..{most}, not {target}",
        "exact.endless": "without a turn limit these two policies never end a game",
        "exact.endless_response": "without a turn limit a best response to this policy never ends a game",
        "exact.too_large": "a target of {target} is too large to solve; the largest is 7000",
        "exact.table_too_large": (
            "target {target} with max_turns {limit} needs a table of more than 1.6 GB; "
            "lower one of them, or solve without a limit"
        ),
        "exact.not_kept": "the solved table cannot be kept: {reason} at {folder}",
        "exact.holds": "it holds {dtype} {shape}",
        "exact.broken": "{file} is broken ({reason}); solving again",
        "exact.title": "Pig to {target} points",
        "exact.no_limit": "no turn limit",
        "exact.remark": "a draw counts half",
        "exact.covered": "turn_unit=turn and winning_score up to {most}",
        "exact.picture": "a picture",
        "exact.png": "the picture is a PNG: name it with .png at its end, not {name!r}",
        "exact.drawn": "pictures are drawn for targets from {least} to {most}, not {target}",
        "exact.no_folder": "{path} cannot be written: there is no folder {folder}",
        "exact.not_written": "{path} cannot be written: {reason}",
        "exact.picture.title": (
            "Optimal play of Pig to {target} points: the turn total at which to hold "
            "(who starts wins {chance:.4%})"
        ),
        "exact.picture.own": "own score",
        "exact.picture.other": "opponent's score",
        "exact.picture.total": "turn total",
        "exact.picture.surface": "below the surface: roll; from it on: hold",
        "exact.picture.hold": "hold at this turn total",
        "exact.picture.grey": "grey: roll until you win",
        # pictures
        "picture.legend": """\
The face that loses the turn total (PIG-2) shows a pig's snout. On the table, a bar shows how far a player's
score is from the target, and the turn total on top of it. A view does not name the last roll: the messages tell
it.""",
        "picture.die": "die showing {value}",
        "picture.target": "First to {target}",
        "picture.total": "turn total {total}",
        "picture.table": "Pig Dice. {status}",
        "picture.to_move": "Player {player} is to roll or hold",
        "picture.draw": "a draw",
        "picture.won": "Player {player} has won",
        "picture.player": "Player {player}",
        "picture.you": "Player {player} (you)",
    },
)
say = ENGLISH.say

NAMES = (
    Names(old=("pig dice", "pig"), new=("meadowlark", "ninefold", "causeway")),
    Names(old=("roll", "hold"), new=("flick", "stow", "nudge", "clasp")),
    Names(old=("die", "dice"), new=("token", "marker", "pebble")),
)
"""Other names in disguise, for language models that may have read about the game."""
