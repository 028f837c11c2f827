"""Pig Dice in other words than ``[roll]`` and ``[hold]``, in five languages, for free-text replies.

Italian also says *tiro*, and Portuguese *paro*; neither language is read. So a Spanish word that they share counts
only next to another Spanish word, or as the whole reply, where the words of these languages count too. Otherwise a
language could name one action but not the other. For the same reason words come in pairs, one per action.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.languages.reading import words
from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Named, Weight
from croupier.games.pig.rules import HOLD, ROLL

FILLERS = words(
    """
    die dice point points turn total player score bank banks now again once more here these this it all em
    them win wins winning game value throw noch einmal nochmal nomal dé dado würfel wurf punkte puntos 骰子
    """
)

_NOUN = r"(?<!\ba )(?<!\bany )(?<!\bthe )(?<!\bnext )(?<!\beach )(?<!\bevery )(?<!\bper )(?<!\bone )(?<!\bgood )"
_AGAIN = r"(?: (?:again|on|once more|one more time))?"
_DIE = r"(?: (?:the |my |that |a )?(?:die|dice))?"
_POINTS = r"(?: (?:(?:my|the|these|those|all|them|em|it|this|\d{1,3})\b ?)*(?:points)?(?: points)?)?"

_SPANISH = re.compile(
    r"\b(?:yo|el|otra|y|luego|ahora|entonces|mejor|quiero|voy|debo|puedo|prefiero|elijo|decido|respuesta|decisión"
    r"|acción|plantar\w+|me planto|tirar)\b"
)
_SHARED: tuple[tuple[int, Weight, str], ...] = (
    (ROLL, "action", r"\b(?:tiro|lanzo|sigo|continuar|seguir)\b(?: el dado)?"),
    (HOLD, "action", r"\b(?:guardo|paro|parar|guardar)\b"),
)
"""Words that count only next to a Spanish word."""
_ALONE = tuple(
    (action, re.compile(rf"\W*(?:{'|'.join(alone.split(', '))})\W*"))
    for action, alone in (
        (ROLL, "tiro, lanzo, lanço, lancio, sigo, seguir, continuar, continuo, vuelvo a tirar, lancer, jeter"
               ", lance, relance, rejouer, encore une fois, weitermachen, nochmal, nomal, noch einmal"),
        (HOLD, "paro, me paro, guardo, guardar, parar, mi fermo, em planto, párome, arrêter, arrête, garder"
               ", stopper, schluss, stopp"),
    )
)  # fmt: skip
"""Words that count as the whole reply, if nothing rejects them."""
_PHRASES: tuple[tuple[int, Weight, str], ...] = (
    (ROLL, "action", rf"{_NOUN}\b(?:re-?)?roll(?:ing)?\b(?! of| total|s\b|-){_DIE}{_AGAIN}{_DIE}"),
    (ROLL, "action", rf"{_NOUN}\bthrow(?:ing)?\b{_DIE}{_AGAIN}|\btoss(?:ing)? the (?:die|dice){_AGAIN}"),
    (ROLL, "action", r"\b(?:continue|go on|go again|keep (?:going|rolling)|press on|carry on"
                     r"|play on)\b(?: rolling)?"),
    (ROLL, "action", r"\b(?:another|one more) (?:roll|throw|go)\b|\bnoch ein wurf\b|\bencore(?: un lancer)?\b"),
    (ROLL, "phrase", r"\bpush (?:my|our) luck\b|\btake the risk\b|\brisk it\b"
                     r"|\bnot stopping\b(?: yet)?"),
    (ROLL, "phrase", r"\bich (?:würfle|würfele|werfe)\b|\bich mache weiter\b"),
    (ROLL, "action", r"(?<!\bso )\bweiter ?(?:würfeln|werfen)?\b|\b(?:würfeln|würfle|werfen)\b"),
    (ROLL, "phrase", r"\bje (?:(?:re)?(?:lance|jette|joue)|(?:re)?tire)\b(?: encore)?(?: le dé)?"),
    (ROLL, "action", r"\b(?:re)?(?:lancer|lance|jeter)\b(?: le dé)|\brelancer\b|\bcontinuer\b"),
    (ROLL, "phrase", r"\bsigo tirando\b|\bcontinúo\b|\b(?:tiro|lanzo|arrojo) (?:el dado|otra vez|de nuevo)\b"
                     r"|\byo (?:tiro|lanzo)\b"),
    (ROLL, "action", r"\b(?:arrojo|tirar|lanzar)\b(?: el dado)?|\botra vez\b"),
    (ROLL, "phrase", r"我(?:选择|决定|要|会|继续|再)*(?:掷|投|摇)(?:[一多]次)?(?:骰子?)?"),
    (ROLL, "action", r"(?:继续|再)*(?:掷|投|摇)(?:[一多]次)?(?:骰子?)?|继续(?!停|保留|收)|再来(?:一次)?"),
    (HOLD, "action", rf"(?<!on )\bhold(?:ing)?\b(?!-| at \d+ (?:rule|heuristic|threshold|policy|strategy)| back"
                     rf"| on\b){_POINTS}"),
    (HOLD, "action", rf"\bbank(?:ing)?\b{_POINTS}|\b(?:cash|lock) (?:them |it )?in\b"),
    (HOLD, "action", r"\b(?:stop(?:ping)?|stand(?:ing)?|stay(?:ing)?|halt|quit rolling)\b(?: pat| here| now"
                     r"| rolling)*"),
    (HOLD, "action", r"\bend(?:ing)? (?:my turn|the turn|turn|it)\b(?: here| now)*"),
    (HOLD, "phrase", r"\bno more (?:dice|rolls|rolling|throws)\b(?: for me)?(?: this turn)?"),
    (HOLD, "action", r"\b(?:sit on|take|keep|secure|save|settle for|pocket|stick with) (?:\d{1,3}|(?:my|the"
                     r"|these|those)"
                     r"(?: \d{1,3})?(?: points)?)\b(?: points)?"),
    (HOLD, "phrase", r"\bi(?:ch)? (?:halte|höre a?uf|stoppe|sichere|bleibe(?: stehen)?(?! dabei| bei)"
                     r"|nehme die (?:\d+ )?punkte)\b"),
    (HOLD, "phrase", r"\bhöre ich auf\b|\b(?:halte|stoppe|sichere) ich\b"),
    (HOLD, "action", r"\b(?:halten?|aufhören|stehen bleiben|sichern)\b"),
    (HOLD, "phrase", r"\bje (?:m ?arrête|stoppe|garde|sécurise|reste|conserve|tiens)\b(?: là| ici)?"
                     r"|\bj ?(?:arrête|encaisse)\b"),
    (HOLD, "action", r"\b(?:garder|sécuriser|encaisser) (?:les|mes|ces) points\b|\bje vais garder\b"
                     r"|\b[dms] ?arrêter\b|\bon arrête\b"),
    (HOLD, "phrase", r"\bme (?:planto|quedo|detengo)\b|\b(?:guardo|conservo) (?:los|mis|estos) puntos\b"),
    (HOLD, "action", r"\bplantar(?:-?se|me)\b"),
    (HOLD, "phrase", r"我(?:选择|决定|要|会|就)*(?:停止|停手|停|保留|收手)"),
    (HOLD, "action", r"停止掷骰|停止|停手|停|保留(?:分数)?|收手"),
)  # fmt: skip
_FOUND, _FOUND_IN_SPANISH = (
    [(action, weight, re.compile(pattern)) for action, weight, pattern in some]
    for some in (_PHRASES, _PHRASES + _SHARED)
)


def named(position: Position, text: str) -> Sequence[Named]:
    """The mentions of rolling or holding; see `croupier.core.spec.prompts.SpokenWords`."""
    alone = [
        Named(0, len(text), frozenset({action}), "action") for action, words in _ALONE if words.fullmatch(text)
    ]
    return alone or [
        Named(found.start(), found.end(), frozenset({action}), weight)
        for action, weight, pattern in (_FOUND_IN_SPANISH if _SPANISH.search(text) else _FOUND)
        for found in pattern.finditer(text)
    ]
