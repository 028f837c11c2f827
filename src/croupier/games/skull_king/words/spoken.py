"""Skull King in other words than its spelling (``green 7``, ``two tricks``), in five languages: for free text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from croupier.core.languages.reading import NUMBER, ORDINAL, number_of, words
from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Named, Weight
from croupier.games.skull_king.record.cards import PIRATES, SPECIALS, SUITS
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    BID_ACTION,
    CARD_ACTION,
    HARRY_ACTION,
    JADE_ACTION,
    ROATAN_ACTION,
    ROSIE_ACTION,
    TIGRESS_ACTION,
)

FILLERS = words(
    """
    card cards trick tricks stich stiche pli plis baza bazas point points punkte suit hand next lead leads
    leading round exactly tigress she her he goes fights counts count start starts begin begins commence
    empieza spielt aus que pirate safe giant flag himself throw follow wager bet
    discard leader player them number declare declared mode win make aim
    """
)

_SUIT_WORDS = (
    (r"greens?|grüne?[nrs]?|verte?s?|verdes?", "绿色?"),
    (r"yellows?|gelbe?[nrs]?|jaunes?|amarill[oa]s?", "黄色?"),
    (r"purples?|lila|violette?[nrs]?|violet(?:te)?s?|morad[oa]s?|púrpura", "紫色?"),
    (r"blacks?|schwarze?[nrs]?|noire?s?|negr[oa]s?", "黑色?"),
)
_SUIT = "|".join(f"(?:\\b(?:{latin})(?![a-z])|{chinese})" for latin, chinese in _SUIT_WORDS)
_EACH_SUIT = [re.compile(f"(?:{latin}|{chinese})") for latin, chinese in _SUIT_WORDS]
_SPECIAL_WORDS = {
    "escape": r"escapes?|white flag|flucht(?:karte)?|fuite|l?évasion|huida",
    **{name: f"(?:pirate )?{name}" for name in PIRATES}, "harry": r"(?:pirate )?harry(?: the giant)?",
    "tigress": r"tigress|tigerin|tigresse|tigresa", "skull king": r"skull[ -]?king|(?:the )?king(?: himself)?|sk",
    "mermaid": r"mermaid|meerjungfrau|sirène|sirena", "loot": r"loot|beute|butin|botín", "kraken": "kraken",
    "whale": r"(?:white )?whale",
}  # fmt: skip
_CHINESE = {"escape": "逃跑牌?", "rosie": "罗西", "harry": "哈里", "tigress": "母老虎", "skull king": "骷髅王"}
_SPECIAL = "|".join(
    f"(?P<{name.replace(' ', '_')}>(?<![a-z])(?:{said})(?![a-z])|{_CHINESE.get(name, '(?!)')})"
    for name, said in _SPECIAL_WORDS.items()
)
_JOIN = r"[ :,\-=]{0,3}(?:(?:card|suit|value|number|rank|s)\b[ :,=]{0,3})*"
_CARD = re.compile(
    rf"(?P<suit>{_SUIT}){_JOIN}(?P<rank>{NUMBER})"
    rf"|(?P<rank_first>{NUMBER}) ?(?:of |de |in |du |value |suit |s )*(?:the )?(?P<suit_last>{_SUIT})"
    rf"|\b(?P<short>[gypb])[ -]?(?P<short_rank>\d{{1,2}})\b"
    rf"|(?P<which>\b(?:low(?:er|est)|small(?:er|est)|high(?:er|est)|bigg(?:er|est)|larg(?:er|est)|only)\b)"
    rf" (?:of (?:my|the) )?(?P<which_suit>{_SUIT})"
    rf"|{_SPECIAL}|(?P<any_pirate>\bpirate\b|海盗)"
    rf"|(?P<ordinal>{ORDINAL}) card|\b(?:card|place|position|index|karte|carte|carta) ?(?:no |number "
    rf"|nr )?(?P<place>\d{{1,2}})\b"
    rf"|(?P<value>{NUMBER})"
)
_ARTICLES = (
    r"(?:(?:with|the|a|an|my|that|this|out|die|den|das|der|le|la|el|mon|ma|mi|card|pirate|of|as|name|on)"
    r"\b[ :=]{0,2})*"
)
_PLAY = (
    r"play(?:ing)?|lead(?:ing)?(?: with)?|throw(?:ing)?|follow(?: with)?|use|drop|shed|dump|put down|lay|go with"
    r"|get rid of|trump with|release|offer|duck with|start with|open with|spiele|lege|joue|pose|juego"
)
_DROP = r"discard(?:ing)?|throw(?:ing)?(?: away)?|werfe|défausse|(?:j ?)?écarte|descarto|get rid of|drop|dump|toss"
_CHINESE_VERB = r"(?:我)?(?:打出?|出|弃掉?)"
_BEFORE = {
    True: re.compile(rf"(?:\b(?:{_PLAY}|{_DROP})\b|{_CHINESE_VERB})[ :=,]{{0,3}}{_ARTICLES}$"),
    False: re.compile(rf"(?:\b(?:{_DROP})\b|{_CHINESE_VERB})[ :=,]{{0,3}}{_ARTICLES}$"),
}
_ARTICLE = re.compile(r"\b(?:the|my|a|an|that|this|die|der|das|le|la|el|mon|ma|mi) $")
_WINDOW = 40
"""Characters before a card that are searched for its verb."""


def named(position: Position, text: str) -> Sequence[Named]:
    """The mentions of actions; see `croupier.core.spec.prompts.SpokenWords`."""
    phase = position.phase
    if phase == "PLAYING" or phase.startswith("ABILITY_BENDT"):
        return list(_cards(position, text, CARD_ACTION if phase == "PLAYING" else BENDT_ACTION))
    if phase == "BIDDING":
        found = [*_numbers(_BID, text, BID_ACTION, range(11)), *_fixed(_NO_BID, BID_ACTION, text)]
    elif phase == "TIGRESS":
        found = [each for k, said in enumerate(_ROLES) for each in _fixed(said, TIGRESS_ACTION + k, text, "thing")]
    elif phase == "ABILITY_ROSIE":
        found = [*_leaders(position, text)]
    elif phase == "ABILITY_ROATAN":
        bets = _numbers(_BET, text, ROATAN_ACTION, range(0, 21, 10))
        found = [*bets, *_fixed(_NO_BET, ROATAN_ACTION, text), *_fixed(_MOST, ROATAN_ACTION + 2, text)]
    elif phase == "ABILITY_JADE":
        found = [*_fixed(_OK, JADE_ACTION, text, "thing")]
    else:
        found = [*_changes(text)]
    return [*found, *_foreign(text)]


_Patterns: TypeAlias = tuple[tuple[re.Pattern[str], Weight], ...]
_SIGN = r"(?P<sign>[+-] ?|plus |minus )?"
_COUNTED = rf"{_SIGN}(?P<n>{NUMBER})(?P<odd> ?(?:and a half|\.\d+|½| 1/2))?"
_SHARED = "(?:cero|un[ao]|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)"
"""Spanish numbers, some shared with Italian, Portuguese and Catalan: alone they are no bid."""
_HALF = r"(?P<fraction>\d+[./]\d+)"
_AFTER_VERB = (
    r"[ :=(]{0,3}(?:(?:of|is|will be|at|for|just|only|exactly|tricks|amount|number|sur|por|auf"
    r"|me|down|value|points|ist|est|es|de|ganar)\b[ :=(]{0,3})*"
)
_TRICKS = r"(?:(?:tricks?|stiche?n?|plis?|bazas?)\b|墩)"
_BIDS = (
    r"bids?|bidding|announce|predict|declare|put me down for|j ?annonce|mise|sage|biete|reize|anuncio|pido|apuesto"
    r"|canto|digo|bieten|ansagen|gebot|ansage|annoncer?|miser|parier?|pari|prédis|prends|ferai|vise|dis|apuesta"
    r"|apostar|pujo|pujar|puja|predigo|haré|hago"
)
_BETS = r"bet(?:ting)?|wager(?:ing)?|stake|setze|wette|mise|parie|apuesto"
_BID: _Patterns = (
    (re.compile(rf"\b(?:{_BIDS}){_AFTER_VERB}(?:{_COUNTED}|{_HALF})(?: {_TRICKS})?(?: an\b)?"), "action"),
    (re.compile(rf"我?(?:叫|出价|预测|预计|押|竞标|下注|报)(?:会|能)?(?:赢|拿)?[ :]?{_COUNTED} ?墩?"), "action"),
    (re.compile(rf"{_COUNTED} ?{_TRICKS}"), "thing"),
    (re.compile(rf"(?!{_SHARED}\b){_COUNTED}"), "number"),
)
_BET: _Patterns = (
    (re.compile(rf"\b(?:{_BETS}){_AFTER_VERB}(?:{_COUNTED}|{_HALF})(?: (?:points?|punkte|puntos))?"), "action"),
    (re.compile(rf"(?:我?下注) ?{_COUNTED}分?"), "action"),
    (re.compile(rf"{_COUNTED} ?(?:points?\b|punkte\b|puntos\b|分)"), "thing"),
    (re.compile(_COUNTED), "number"),
)
_NO_BID = re.compile(
    r"\b(?:bid|bidding|winning|win|take|taking) (?:for )?(?:nothing|none|nil|no tricks?)\b|\bnil\b|零墩"
)
_NO_BET = re.compile(
    r"\b(?:no|not|dont|wont|not going to|dont want to|wouldnt) (?:a )?(?:bet|wager|stake)\b(?: at all| anything)?"
    r"|\b(?:(?:bet|wager|stake) )?nothing\b|\bno (?:bet|wager)\b"
)
_MOST = re.compile(r"\b(?:(?:bet|wager|stake) )?(?:the )?max(?:imum)?\b(?: bet| wager)?")
_OK = re.compile(
    r"\b(?:ok|okay|okey|got it|understood|seen|noted|thanks|thank you|continue|proceed|go on|memori[sz]ed"
    r"|remembered|alles klar|verstanden|gesehen|daccord|compris|entendu|vale|entendido|de acuerdo|all clear"
    r"|acknowledged|ill remember|i remember)\b|好的|知道了|明白|记住了"
)


def _numbers(patterns: _Patterns, text: str, first: int, allowed: range) -> Iterator[Named]:
    """Numbers with the words that make them an action; numbers out of range name an illegal action."""
    for pattern, weight in patterns:
        for found in pattern.finditer(text):
            groups = found.groupdict()
            broken = groups["n"] is None or groups["odd"] or (groups["sign"] or "").startswith(("-", "m"))
            number = -1 if broken else number_of(groups["n"])
            actions = frozenset({first + allowed.index(number)} if number in allowed else ())
            yield Named(found.start(), found.end(), actions, weight)


def _fixed(pattern: re.Pattern[str], action: int, text: str, weight: Weight = "phrase") -> Iterator[Named]:
    """Words that are one action."""
    return (Named(found.start(), found.end(), frozenset({action}), weight) for found in pattern.finditer(text))


_FOREIGN = re.compile(
    rf"\b(?:{_PLAY}|{_DROP})[ :=]{{0,3}}{_ARTICLES}(?=(?:{_SUIT}) ?\d|\b(?:{'|'.join(SPECIALS)})\b)"
)


def _foreign(text: str) -> Iterator[Named]:
    """Cards played when none is asked for: actions that do not exist now."""
    return (Named(found.start(), found.end() + 1, frozenset()) for found in _FOREIGN.finditer(text))


_ROLES = (
    re.compile(r"\b(?:escapes?|flee|flees|white flag|flucht|fuite|huida)\b|逃跑牌?"),
    re.compile(r"\b(?:pirate|pirat|piratin|pirata|fight|fights)\b|海盗"),
)
"""The Tigress's role: escape or pirate."""
_SEAT = re.compile(
    rf"\b(?:leader|lead|next leader|choose|name){_AFTER_VERB}(?:(?:player|seat|p)\b ?)?(?P<leader>{NUMBER})"
    rf"|(?:\b(?:player|seat|joueur|spieler|jugador|p) ?|玩家) ?(?P<seat>\d)\b"
    r"|(?P<own>\b(?:leader (?:me|myself)|lead (?:it |the next trick |next )?myself|me|myself"
    r"|ill lead)\b(?: myself)?(?: next myself)?)"
    r"|(?P<dealer>\bthe dealer\b)"
    rf"|(?P<n>{NUMBER})"
)


def _leaders(position: Position, text: str) -> Iterator[Named]:
    """The next leader."""
    table = position.table(position.current_player())
    seats = range(len(table["seats"]))
    for found in _SEAT.finditer(text):
        number = found["leader"] or found["seat"] or found["n"]
        seat = number_of(number) if number else table["dealer"] if found["dealer"] else position.current_player()
        weight: Weight = "action" if found["leader"] else "number" if found["n"] else "thing"
        yield Named(found.start(), found.end(), frozenset({ROSIE_ACTION + seat} if seat in seats else ()), weight)


_CHANGE = re.compile(
    rf"\bharry{_AFTER_VERB}(?:by )?{_SIGN}(?P<n>{NUMBER})"
    rf"|(?P<alone>[+-] ?|\bplus |\bminus )(?P<alone_n>{NUMBER})"
    r"|(?P<up>\b(?:raise|increase|up|erhöhe)\b(?: (?:my|the|it|bid|by|one|1)\b)*)"
    r"|(?P<down>\b(?:lower|decrease|reduce|senke)\b(?: (?:my|the|it|bid|by|one|1)\b)*)"
    rf"|(?P<same>\b(?:no change|unchanged|(?:keep|leave|lasse) (?:my |the |mein )?(?:bid|it|gebot|es)\b"
    rf"(?: as it is| so)?|stay(?: at {NUMBER})?)\b)"
    rf"|(?P<bare>{NUMBER})"
)


def _changes(text: str) -> Iterator[Named]:
    """Harry's change of the bid."""
    for found in _CHANGE.finditer(text):
        number = found["n"] or found["alone_n"] or found["bare"]
        change = number_of(number) if number else 1 if found["up"] else -1 if found["down"] else 0
        if (found["sign"] or found["alone"] or "").startswith(("-", "m")):
            change = -change
        weight: Weight = "number" if found["bare"] else "thing" if found["alone"] else "action"
        actions = frozenset({HARRY_ACTION + change + 1} if -1 <= change <= 1 else ())
        yield Named(found.start(), found.end(), actions, weight)


def _cards(position: Position, text: str, first: int) -> Iterator[Named]:
    """Cards, by name, place, value, or as the lowest of a suit."""
    hand: list[str] = position.table(position.current_player())["hand"]
    legal = [action - first for action in position.legal_actions()]
    for found in _CARD.finditer(text):
        before = text[max(0, found.start() - _WINDOW) : found.start()]
        verb = _BEFORE[first == CARD_ACTION].search(before)
        places = _places(found, hand, legal, "" if verb is None else before[verb.start() :])
        weight: Weight = "action" if verb else "number" if found["value"] else "thing"
        start = found.start() - (len(before) - verb.start() if verb else 0)
        yield Named(start, found.end(), frozenset(first + place for place in places), weight)


def _places(found: re.Match[str], hand: list[str], legal: list[int], verb: str) -> set[int]:
    """The places in the hand that a card's words can mean; the first of equal cards."""
    if number := found["place"] or found["ordinal"]:
        place = number_of(number) - 1
        return {place} if 0 <= place < len(hand) else set()
    if found["value"]:
        return _by_number(number_of(found["value"]), hand, legal, verb)
    if found["which"]:
        return _by_size(found["which"], _suit(found["which_suit"]), hand, legal)
    if found["any_pirate"]:
        return {place for place in legal if hand[place] in PIRATES}
    special = next((name for name in SPECIALS if found[name.replace(" ", "_")]), None)
    name = special or f"{_suit_of(found)} {number_of(found['rank'] or found['rank_first'] or found['short_rank'])}"
    return {hand.index(name)} if name in hand else set()


def _suit_of(found: re.Match[str]) -> str:
    if found["short"]:
        return next(suit for suit in SUITS if suit[0] == found["short"])
    return _suit(found["suit"] or found["suit_last"])


def _suit(word: str) -> str:
    return next(suit for suit, pattern in zip(SUITS, _EACH_SUIT, strict=True) if pattern.fullmatch(word))


def _by_number(number: int, hand: list[str], legal: list[int], verb: str) -> set[int]:
    """A number: ``the 7`` is a value and ``play 7`` a place, if there is such a card; alone it can be either."""
    values = {hand.index(hand[place]) for place in legal if hand[place].rpartition(" ")[2] == str(number)}
    at = {number - 1} if 1 <= number <= len(hand) else set()
    if not verb:
        return values | at
    return (values or at) if _ARTICLE.search(verb) else (at or values)


def _by_size(which: str, suit: str, hand: list[str], legal: list[int]) -> set[int]:
    """The lowest, highest or only legal card of a suit."""
    held = [place for place in legal if hand[place].startswith(suit)]
    if which == "only":
        return set(held)
    ranked = sorted(held, key=lambda place: int(hand[place].rpartition(" ")[2]))
    return set(ranked[:1] if which.startswith(("low", "small")) else ranked[-1:])
