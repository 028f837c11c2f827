"""Replies in French, Spanish, Chinese and German, class by class: what is read, and what is refused."""

from contextlib import suppress

import pytest

from croupier.core.spec.prompts import ReplyError
from tests.models.test_reply_meanings import BID, CARD, PILES, QUESTIONS, ROLL_OR_HOLD, SEAT, fault, means

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


HARRY, TIGRESS, WHALE = "sk-36", "sk-24", "sk-21"
"""Questions: by how much the bid changes; what the Tigress is; yellow 1 or 7, a pirate or the whale."""
FIVE: dict[str, dict[str, tuple[str, ...]]] = {
    ROLL_OR_HOLD: {
        "English": ("I roll again.", "I stop here."),
        "German": ("Ich würfle noch einmal.", "Ich höre auf."),
        "French": ("Je relance le dé.", "Je m'arrête ici."),
        "Spanish": ("Tiro otra vez.", "Me planto aquí."),
        "Chinese": ("我掷骰子。", "我选择停止。"),
        "traditional Chinese": ("我擲骰子。", "我選擇停止。"),
    },
    BID: {
        "English": tuple(f"I bid {bid} tricks." for bid in range(8)),
        "German": tuple(f"Ich sage {bid} Stiche an." for bid in range(8)),
        "French": tuple(f"J'annonce {bid} plis." for bid in range(8)),
        "Spanish": tuple(f"Apuesto {bid} bazas." for bid in range(8)),
        "Chinese": tuple(f"我叫{bid}墩。" for bid in range(8)),
    },
    CARD: {
        "English": ("I play the yellow 7.", "I play the purple 1.", "I play the purple 13.", "I play the escape."),
        "German": ("Ich spiele gelb 7.", "Ich spiele lila 1.", "Ich spiele lila 13.", "Ich spiele die Flucht."),
        "French": ("Je joue le 7 jaune.", "Je joue le 1 violet.", "Je joue le 13 violet.", "Je joue l'évasion."),
        "Spanish": ("Juego el 7 amarillo.", "Juego el 1 morado.", "Juego el 13 morado.", "Juego la huida."),
        "Chinese": ("我出黄色7。", "我出紫色1。", "我出紫色13。", "我出逃跑牌。"),
        "traditional Chinese": ("我出黃色7。", "我出紫色1。", "我出紫色13。", "我出逃跑牌。"),
    },
    WHALE: {
        "German": ("Ich spiele gelb 1.", "Ich spiele gelb 7.", "Ich spiele Bendt.", "Ich spiele Whale."),
        "French": ("Je joue le 1 jaune.", "Je joue le 7 jaune.", "Je joue Bendt.", "Je joue la Whale."),
        "Spanish": ("Juego el 1 amarillo.", "Juego el 7 amarillo.", "Juego Bendt.", "Juego la Whale."),
        "Chinese": ("我出黄色1。", "我出黄色7。", "我出Bendt。", "我出Whale。"),
    },
    TIGRESS: {
        "German": ("Als Flucht.", "Als Pirat."),
        "French": ("Fuite.", "Pirate."),
        "Spanish": ("Huida.", "Pirata."),
        "Chinese": ("逃跑", "海盗"),
        "traditional Chinese": ("逃跑", "海盜"),
    },
    SEAT: {
        "German": tuple(f"Spieler {seat}." for seat in range(4)),
        "French": tuple(f"Joueur {seat}." for seat in range(4)),
        "Spanish": tuple(f"Jugador {seat}." for seat in range(4)),
        "Chinese": tuple(f"玩家{seat}" for seat in range(4)),
    },
    "sk-28": {
        "German": tuple(f"Ich werfe {c}." for c in ("gelb 9", "schwarz 3", "die Flucht", "Jade", "Harry")),
        "French": tuple(f"J'écarte {c}." for c in ("le 9 jaune", "le 3 noir", "la fuite", "Jade", "Harry")),
        "Spanish": tuple(f"Descarto {c}." for c in ("el 9 amarillo", "el 3 negro", "la huida", "Jade", "Harry")),
        "Chinese": tuple(f"我弃掉{c}。" for c in ("黄色9", "黑色3", "逃跑牌", "Jade", "Harry")),
    },
    "sk-31": {
        "German": tuple(f"Ich setze {bet} Punkte." for bet in (0, 10, 20)),
        "French": tuple(f"Je parie {bet} points." for bet in (0, 10, 20)),
        "German in words": ("Null Punkte.", "Zehn Punkte.", "Zwanzig Punkte."),
        "Chinese in words": ("零分", "十分", "二十分"),
        "Spanish": tuple(f"Apuesto {bet} puntos." for bet in (0, 10, 20)),
        "Chinese": tuple(f"我下注{bet}分。" for bet in (0, 10, 20)),
    },
    HARRY: {
        "English": ("I lower my bid.", "I leave my bid.", "I raise my bid."),
        "German": ("Ich senke mein Gebot.", "Ich lasse mein Gebot so.", "Ich erhöhe mein Gebot."),
    },
}  # fmt: skip
"""Languages that are read: by question, a reply for each legal action, in the order of the actions."""
PILES_FIVE = {
    "English": ("I play h5 on pile 3.", "Goal to pile 2.",
                "I play d2 on pile 3.", "I discard h2 on discard pile 1."),
    "German": ("Ich spiele h5 auf Stapel 3.", "Ich spiele die Zielkarte auf Stapel 2.",
               "Ich spiele Ablage 2 auf Stapel 3.", "Ich werfe h2 auf Ablage 1."),
    "French": ("Je joue h5 sur la pile 3.", "Je joue l'objectif sur la pile 2.",
               "Je joue la défausse 2 sur la pile 3.", "Je me défausse h2 sur la défausse 1."),
    "Spanish": ("Juego h5 en la pila 3.", "Juego el objetivo en la pila 2.",
                "Juego el descarte 2 en la pila 3.", "Descarto h2 en el descarte 1."),
    "Chinese": ("打出 h5 到第3堆", "打出目标牌到第2堆", "打出弃牌堆2到第3堆", "弃掉 h2 到弃牌堆 1"),
    "traditional Chinese": ("打出 h5 到第3堆", "打出目標牌到第2堆", "打出棄牌堆2到第3堆", "棄掉 h2 到棄牌堆 1"),
}  # fmt: skip
"""Likewise for a card of the hand, the goal card, a discard pile, and a discard."""
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    ROLL_OR_HOLD: {
        "Italian": ("Sì, tiro", "Tiro ancora il dado", "Lancio il dado.", "Io tiro.",
                    "Mi fermo qui", "Io mi fermo."),
        "Portuguese": ("Eu lanço o dado", "Eu sigo", "Eu paro", "Eu guardo", "Guardo os pontos", "Paro aqui",
                       "Bom, paro."),
        "Catalan": ("Tiro el dau", "Em quedo aquí"),
        "Galician": ("Lanzo o dado", "Párome aquí"),
        "Dutch": ("Ik gooi de dobbelsteen", "Ik stop hier"),
        "Danish": ("Jeg slår igen", "Jeg stopper her"),
        "Polish": ("Rzucam kostką", "Zatrzymuję się"),
        "Japanese": ("サイコロを振ります", "停止します", "決定：停止する"),
        "Korean": ("주사위를 굴린다", "멈춘다"),
        "Russian": ("Бросаю кубик", "Останавливаюсь"),
    },
    BID: {
        "Italian": ("Dichiaro 2 prese.", "Zero prese.", "Una.", "Uno.", "Due."),
        "Catalan": ("Una.", "Dues.", "Tres."),
        "Portuguese": ("Aposto 2 vazas.", "Aposto zero.", "Cinco."),
        "Dutch": ("Ik bied 2 slagen.",),
    },
    CARD: {
        "Italian": ("Gioco il 7 giallo.", "Gioco l'1 viola.", "Gioco la fuga."),
        "Portuguese": ("Jogo o 7 amarelo.", "Jogo o 1 roxo.", "Jogo a fuga."),
        "Dutch": ("Ik speel geel 7.", "Ik speel paars 1.", "Ik speel de vlucht."),
    },
    TIGRESS: {
        "Italian": ("La gioco come fuga.", "La gioco come pirata."),
        "Portuguese": ("Jogo como fuga.", "Jogo como pirata."),
    },
    SEAT: {"Italian": ("Giocatore 2.",), "Portuguese": ("Escolho o jogador 2.",)},
    HARRY: {
        "French": ("Je baisse mon pari.", "Je ne change rien.", "J'augmente mon pari."),
        "Spanish": ("Bajo mi apuesta.", "No la cambio.", "Subo mi apuesta."),
        "Chinese": ("减一", "不变", "加一"),
    },
    PILES: {
        "Italian": ("Gioco h5 sulla pila 3.", "Gioco l'obiettivo sulla pila 2.", "Scarto h2 sullo scarto 1."),
        "Portuguese": ("Jogo h5 na pilha 3.", "Jogo o objetivo na pilha 2.", "Descarto h2 no descarte 1."),
    },
}  # fmt: skip
"""Languages that are not read: by question, replies for several legal actions."""


@pytest.mark.parametrize(
    ("question", "language"), [(question, language) for question, said in FIVE.items() for language in said]
)
def test_a_language_that_is_read_is_read_for_all_actions_of_a_question(question: str, language: str) -> None:
    legal = QUESTIONS[question].legal
    assert [means(question, reply) for reply in FIVE[question][language]] == legal


PAIRS = {
    "English": "Roll / Hold, Continue / Stop, Go again / End turn, I roll / I hold, Keep rolling / Stop here",
    "German": "Würfeln / Halten, Noch einmal würfeln / Aufhören, Weiter / Halt, Ich würfle / Ich halte,"
    " Würfle / Halte, Weiterwürfeln / Sichern, Ich mache weiter / Ich höre auf, Weiter würfeln / Stehen bleiben,"
    " Ich würfle weiter / Ich bleibe, Nochmal / Stopp, Weitermachen / Aufhören",
    "French": "Lancer / Arrêter, Jeter / Garder, Je rejoue / Je reste, Je relance / Je m'arrête,"
    " Je lance / Je garde, Relancer / S'arrêter, Lancer le dé / Garder les points,"
    " Je continue / Je stoppe, Encore / Stop, Je tire / Je m'arrête, Je tire encore / Je m'arrête là,"
    " Continuer / Arrêter, On continue / On arrête, Je vais relancer / Je vais garder,"
    " Je décide de continuer / Je décide d'arrêter",
    "Spanish": "Tiro / Paro, Sigo / Guardo, Tiro de nuevo / Me planto aquí, Otra vez / Me planto,"
    " Arrojo / Me quedo, Continúo / Me detengo, Tirar / Plantarse, Yo tiro / Yo me planto,"
    " Voy a tirar / Voy a parar, Seguir / Parar, Tiro / Me planto, Decisión: tiro / Decisión: me planto,"
    " Lanzo el dado / Guardo los puntos",
    "Chinese": "掷 / 停, 继续 / 停手, 再来 / 收手, 掷骰子 / 停止, 我掷 / 我停, 再掷一次 / 保留",
    "Cantonese": "擲骰 / 收手, 再擲 / 停手, 擲多次 / 收手, 繼續 / 停, 我擲 / 我收手",
    "Swiss German": "I würfle / I höre uf, Ich würfle nomal / Ich höre uf, Würfle / Halte, Nomal / Stopp",
    "Italian": "Tiro / Mi fermo, Lancio / Mi fermo",
    "Portuguese": "Lanço / Paro, Sigo / Guardo, Continuar / Parar",
    "Catalan": "Tiro / Paro, Tiro / Em planto, Tirar / Plantar-se, Tiro el dau / Paro aquí, Continuar / Parar",
    "Galician": "Tiro / Paro, Lanzo / Párome, Lanzar / Plantarse, Tiro de novo / Paro aquí, Seguir / Parar",
}
"""Words as loose as each other by which each language rolls and holds."""


@pytest.mark.parametrize(
    ("roll", "hold"), [pair.split(" / ") for said in PAIRS.values() for pair in said.split(", ")]
)
def test_loose_words_of_a_language_are_read_for_both_actions_or_for_none(roll: str, hold: str) -> None:
    def read(reply: str) -> str | None:
        with suppress(ReplyError):
            return means(ROLL_OR_HOLD, reply)
        return None

    assert (read(roll), read(hold)) in (("[roll]", "[hold]"), (None, None))


@pytest.mark.parametrize("language", PILES_FIVE)
def test_a_language_that_is_read_names_every_source_and_pile(language: str) -> None:
    found = [means(PILES, reply) for reply in PILES_FIVE[language]]
    assert found == ["[p h5 3]", "[p g 2]", "[p d2 3]", "[x2 1]"]


@pytest.mark.parametrize(
    ("question", "language"), [(question, language) for question, said in OTHERS.items() for language in said]
)
def test_a_language_that_is_not_read_is_read_for_no_action_of_a_question(question: str, language: str) -> None:
    for reply in OTHERS[question][language]:
        with pytest.raises(ReplyError):
            means(question, reply)
