"""Replies of language models and programs: which legal action they mean, or why they are rejected.

The action in square brackets counts, and where there is none, one that is clearly meant in other words. Where
several stand in brackets, the one that the reply settles on counts, and where it settles on none, none.
What is turned down, weighed, planned for later, quoted or said for somebody else is no answer; an action that is
not legal is never replaced by another; and where more than one is left nothing is played. Text environments have
rules of their own, as the games' sources prescribe: `croupier.core.spec.prompts.GamePrompts.read`.

`reading` is the way through all of it, and takes off what others are made to say: `normal` takes off Markdown and
odd letters, `fields` finds answers in JSON, tags, boxes and calls, `actions` the places at which an action is
named, `clauses` how each of them is meant, by the words in `phrases`; `reading` chooses the one that is left.
"""

from croupier.table.replies.normal import MOST_MARKS, MOST_READ, plain
from croupier.table.replies.reading import answer_of, read_reply, submit_reply

__all__ = ["MOST_MARKS", "MOST_READ", "answer_of", "plain", "read_reply", "submit_reply"]
