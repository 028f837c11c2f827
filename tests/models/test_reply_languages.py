"""Replies in French, Spanish, Chinese and German, class by class: what is read, and what is refused."""

import pytest

from tests.models.test_reply_meanings import BID, CARD, ROLL_OR_HOLD, fault, means

READ = {
    "what I do": (
        (ROLL_OR_HOLD, "[roll]", """
            Je relance le dé.
            Tiro otra vez.
            我掷骰子。
            Ich würfle noch einmal.
        """),
        (ROLL_OR_HOLD, "[hold]", """
            Je m'arrête là.
            Me planto.
            我选择停止。
            Ich höre auf.
            J'encaisse mes points.
            Me quedo con estos puntos.
            我决定保留分数。
        """),
        (CARD, "[play yellow 7]", """
            Je joue le 7 jaune.
            Juego el 7 amarillo.
            我出黄色7
            Ich spiele gelb 7.
        """),
        (CARD, "[play escape]", """
            Je joue l'évasion.
            Juego la huida.
            我打逃跑牌
            Ich spiele die Flucht.
        """),
    ),
    "what I want, have decided or am about to do": (
        (ROLL_OR_HOLD, "[roll]", """
            Je veux relancer.
            Quiero tirar.
            我想继续掷骰子。
            Ich will würfeln.
        """),
        (ROLL_OR_HOLD, "[hold]", """
            J'ai décidé de garder mes points.
            He decidido plantarme.
            我打算停止。
            Je vais m'arrêter.
            Voy a plantarme.
            我会停止。
        """),
    ),
    "behind a label": (
        (ROLL_OR_HOLD, "[roll]", """
            Réponse : relancer
            Respuesta: tirar
            答案：掷骰子
            Antwort: würfeln
        """),
        (ROLL_OR_HOLD, "[hold]", """
            Ma décision : je m'arrête.
            Mi decisión: plantarme.
            决定：停止
        """),
    ),
    "a bid": (
        (BID, "[bid 2]", """
            Je mise 2.
            Je parie deux plis.
            J'annonce 2 plis.
            Mon pari est de 2.
            Deux plis.
            Apuesto 2.
            Pujo dos bazas.
            Mi apuesta es 2.
            Voy a apostar 2.
            Dos bazas.
            我叫2墩。
            我出价2
            我预测赢两墩
            我押2墩
            两墩
            叫2
            Ich sage zwei Stiche an.
            Ich biete 2.
            Mein Gebot ist 2.
            Zwei Stiche.
        """),
        (BID, "[bid 0]", """
            Zéro pli.
            Cero bazas.
            零墩
            Null Stiche.
        """),
    ),
    "after another is turned down, or instead of it": (
        (ROLL_OR_HOLD, "[hold]", """
            Je ne relance pas, je m'arrête.
            No tiro, me planto.
            我不掷骰子，我停止。
        """),
        (ROLL_OR_HOLD, "[roll]", """
            Au lieu de m'arrêter, je relance.
            En vez de plantarme, tiro.
            我选择掷骰子而不是停止。
        """),
    ),
    "before what comes later, or before its reason": (
        (ROLL_OR_HOLD, "[roll]", """
            Je relance, puis je m'arrête.
            Tiro y luego me planto.
            我先掷骰子，然后停止。
        """),
        (ROLL_OR_HOLD, "[hold]", """
            Je m'arrête parce que relancer le dé est risqué.
            Me planto porque tirar es peligroso.
            我停止，因为掷骰子太危险。
        """),
    ),
    "in brackets, whatever language is around": (
        (ROLL_OR_HOLD, "[roll]", """
            Je choisis [roll] parce que j'ai besoin de points.
            Elijo [roll].
            为了赢得更多分数，我选择[roll]
            Ich nehme [roll], weil ich zurückliege.
            Si je joue [hold] je perds, donc [roll].
            Si elijo [hold] pierdo, así que [roll].
            如果我选[hold]就输了，所以[roll]。
        """),
        (ROLL_OR_HOLD, "[hold]", """
            Je ne veux pas [roll], je préfère [hold].
            No [roll], sino [hold].
            不是[roll]，是[hold]。
            Nicht [roll], sondern [hold].
        """),
        (BID, "[bid 2]", """
            Je mise [bid 2].
            Apuesto [bid 2] bazas.
            我叫 [bid 2]
            Ich sage [bid 2] an.
        """),
        (CARD, "[play yellow 7]", """
            Je joue [play yellow 7].
            Juego [play yellow 7] para perder.
            我出[play yellow 7]。
        """),
    ),
}  # fmt: skip
"""By what the reply does: the question, the action that is meant, and replies, one a line."""
REFUSED = {
    "turned down": """
        Je ne relance pas.
        Je relance pas.
        Je ne relance plus le dé.
        Je ne vais pas relancer.
        No tiro.
        No voy a tirar.
        Nunca me planto.
        我不停止。
        我不想掷骰子。
        别停。
        Ich würfle nicht.
        Ich halte nicht.
    """,
    "turned down in brackets": """
        Je ne joue pas [hold].
        Je [roll] pas.
        No elijo [hold].
        我不选择[hold]。
        Ich [roll] nicht.
    """,
    "judged": """
        Relancer serait une erreur.
        Plantarme sería un error.
        停止是错误的。
    """,
    "asked": """
        Est-ce que je relance ?
        Devrais-je m'arrêter ?
        ¿Me planto?
        我应该停止吗？
        Soll ich würfeln?
    """,
    "supposed": """
        Si je relance, je risque tout.
        Si me planto, pierdo.
        如果我停止，对手会赢。
        Wenn ich würfle, verliere ich.
    """,
    "planned": """
        Quand j'aurai 20 points je m'arrête.
        Dès que j'ai 20 points je m'arrête.
        Cuando tenga 20 puntos me planto.
        En cuanto llegue a 20 me planto.
        等到20分我就停止。
        到20分时我停止。
        Sobald ich 20 Punkte habe, halte ich.
    """,
    "told of another turn": """
        Au tour précédent j'ai joué [hold].
        En el turno anterior elegí [hold].
        上一轮我选择了[hold]。
        上次我掷骰子。
        In der letzten Runde wählte ich [hold].
    """,
    "told of somebody else": """
        L'adversaire a joué [hold].
        L'autre joueur choisit [hold].
        El rival jugó [hold].
        对手选择了[hold]。
        玩家1选择[hold]。
        对手会掷骰子。
        Der Gegner wählt [hold].
    """,
    "said for somebody else": """
        Joueur 1 : je m'arrête.
        Adversaire : je m'arrête.
        Jugador 1: me planto.
        Rival: me planto.
        玩家1：停止
        对手：停止
        Gegner: Ich halte.
    """,
}
"""Likewise replies to the question of Pig in which nothing is answered."""
SEVERAL = {
    ROLL_OR_HOLD: """
        Je relance ou je m'arrête
        Tiro o me planto.
        掷骰子还是停止
        J'ai le choix entre [roll] et [hold].
        Puedo elegir [roll] o [hold].
        [roll]还是[hold]？
    """,
    BID: """
        Je mise 2 ou 3.
        Apuesto 2 o 3.
        我叫2或3墩
    """,
}
"""Replies that name more than one action."""
ILLEGAL = {
    BID: """
        Je mise 9.
        Apuesto nueve bazas.
        我叫9墩
    """,
    CARD: """
        Je joue le 8 vert.
        Juego el 8 verde.
        我出绿色8
    """,
}
"""Replies that name an action that is not legal."""


def lines(text: str) -> list[str]:
    """The replies of a text, one a line."""
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (question, reply, meant)
        for rows in READ.values()
        for question, meant, said in rows
        for reply in lines(said)
    ],
)
def test_what_is_clearly_meant_is_read(question: str, reply: str, meant: str) -> None:
    assert means(question, reply) == meant


@pytest.mark.parametrize("reply", [reply for said in REFUSED.values() for reply in lines(said)])
def test_what_is_no_answer_is_refused(reply: str) -> None:
    assert fault(ROLL_OR_HOLD, reply) == "unparsable"


@pytest.mark.parametrize(
    ("question", "reply"), [(key, reply) for key, said in SEVERAL.items() for reply in lines(said)]
)
def test_more_than_one_is_refused(question: str, reply: str) -> None:
    assert fault(question, reply) == "several"


@pytest.mark.parametrize(
    ("question", "reply"), [(key, reply) for key, said in ILLEGAL.items() for reply in lines(said)]
)
def test_what_is_not_legal_is_never_replaced(question: str, reply: str) -> None:
    assert fault(question, reply) == "illegal"
