"""Replies of language models and programs: which legal action they mean, or why they are rejected.

The action in square brackets counts, or else one that is clearly meant in other words. If several are in brackets,
the one that the reply settles on counts; if it settles on none, the reply is rejected.

An action that is turned down, weighed, planned for later, quoted or said for somebody else is not an answer. An
illegal action is never replaced by another. If more than one action remains, none is played. Text environments
have their own rules, as in the games' sources: `croupier.core.spec.prompts.GamePrompts.read`.

`reading` is the entry point and removes what the model says for others. `normal` removes Markdown and unusual
letters. `fields` finds answers in JSON, tags, boxes and calls. `actions` finds mentions of actions, and `clauses`
how each is meant, by the words in `phrases`. `reading` then chooses the answer.
"""

from croupier.table.replies.normal import MOST_MARKS, MOST_READ, plain
from croupier.table.replies.reading import answer_of, read_reply, submit_reply

__all__ = ["MOST_MARKS", "MOST_READ", "answer_of", "plain", "read_reply", "submit_reply"]
