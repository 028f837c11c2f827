"""Speakers in a reply: chat tokens and lines of other players are not the words of the model asked."""

from __future__ import annotations

import re

_ENDS = re.compile(
    r"<\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|end|return|turn_end|end_of_turn|eos)\|>"
    r"|</s>|<eos>|<end_of_turn>|<\|im_start\|>\s*(?:user|system|tool)\b|<start_of_turn>\s*user\b",
    re.IGNORECASE,
)
_HEADS = re.compile(
    r"<\|start_header_id\|>\s*\w*\s*<\|end_header_id\|>|<\|(?:im_start|start)\|>\s*(?:assistant)?"
    r"|<start_of_turn>\s*(?:model\b)?|<\|[\w ]{1,30}\|>|</?(?:s|bos|eos|pad|unk)>|\[/?INST\]",
    re.IGNORECASE,
)
_SEAT = re.compile(
    r"^[\s>*_#-]{0,6}(?:player|spieler|joueur|jugador|玩家|seat|p) ?(\d)(?:[ ’']s)?(?: (?:action|move|answer|bid"
    r"|play|plays|bids))?\s?[:：]",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"^[\s>*_#-]{0,6}(?:observation|result|game|### ?(?:response|instruction"
    r"|user|human|input)"
    r"|next turn|new turn)\s?:"
    r"|^[\s>*_#-]{0,6}(?:(?:it is )?(?:now )?player \d\s?[’']?s? (?:turn|score)|your (?:goal|hand|turn)\b"
    r"|play piles?:"
    r"|player \d (?:rolls|rolled|holds|held|banks|banked|plays|played|draws|drew|bids|leads|discards|wins)\b"
    r"|### ?(?:response|instruction|user|human|input)\b)",
    re.IGNORECASE,
)
_STRANGER = re.compile(
    r"^[\s>*_#-]{0,6}(?:human|user|opponent|dealer|system|computer|gegner|(?:l[’'])?adversaire|rival|oponente|对手)"
    r"\s?[:：]",
    re.IGNORECASE,
)
_INLINE = re.compile(r"\[\s*(?:player|seat|p) ?(\d)\s*:\s*([^\[\]]*)\]", re.IGNORECASE)
_OWN = re.compile(r"^[\s>*_#-]{0,6}(?:you|me|assistant|ai|model|bot)\s?:\s?", re.IGNORECASE)


def own_words(text: str, seat: int) -> tuple[str, str]:
    """What a seat says in a reply without thoughts: up to the end of its turn, without lines for others."""
    said = [part for part in _ENDS.split(text) if _HEADS.sub(" ", part).strip()]
    kept: list[str] = []
    first = -1
    named_before = False
    for line in _HEADS.sub(" ", said[0] if said else "").split("\n"):
        named = _SEAT.match(line)
        if named and int(named[1]) == seat and not named_before:
            named_before, first = True, -1
            kept = [line[named.end() :]]
        elif named or _STRANGER.match(line) or (_OTHERS.match(line) and any(part.strip() for part in kept)):
            first = len(kept) if first < 0 else first
        else:
            kept.append(_OWN.sub("", line))
    every = "\n".join(kept)
    before = every if first < 0 else "\n".join(kept[:first])
    return _in_own_name(before, seat), _in_own_name(every, seat)


def _in_own_name(text: str, seat: int) -> str:
    """A text whose brackets name a player before an action: the own ones stay, without the name."""
    return _INLINE.sub(lambda found: f"[{found[2]}]" if int(found[1]) == seat else " ", text)
