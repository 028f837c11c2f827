"""The public set of replies: every row means a legal action or none."""

from benchmarks.reply_set.reading import GAMES, questions, replies

QUESTIONS = questions()
ALL = [reply for game in GAMES for reply in replies(game)]


def test_what_a_reply_means_is_legal_and_none_means_nothing() -> None:
    for reply in ALL:
        legal = QUESTIONS[reply.question].legal
        assert (reply.meant is None) == (reply.cls == "none"), reply.id
        assert reply.meant is None or {reply.meant, *reply.also} <= set(legal), reply.id
        assert QUESTIONS[reply.question].game == reply.game, reply.id


def test_positions_have_the_legal_actions_that_stand_beside_them() -> None:
    for question in QUESTIONS.values():
        state = question.state()
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert (texts, state.current_player()) == (question.legal, question.seat), question.id
