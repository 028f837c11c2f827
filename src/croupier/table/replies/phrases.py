"""Phrases that reading a reply depends on: they begin a clause, reject, weigh, plan, or add nothing.

In English, and the most common ones of German, French, Spanish and Chinese. They have no apostrophes, which are
removed from replies first.
"""

from __future__ import annotations

import re

from croupier.core.languages.reading import words


def _any(*phrases: str) -> str:
    """A pattern for any of some phrases, as whole words."""
    return rf"\b(?:{'|'.join(phrases)})\b"


_NOT_TURNED_DOWN = "hesitate|resist|refuse|decline|fail|avoid|help"
"""What somebody who does something does not do: *I do not hesitate to roll*."""
_OPENERS = _any(
    r"because|since|so|but|and|or|while|though|although|which|where|when|whenever|as soon as|as long as|once|if",
    r"unless|until|before|after|than|instead|rather than|then",
    rf"(?<!why )not(?! only| to mention| (?:{_NOT_TURNED_DOWN}))",
    r"as (?=i\b|we\b|it\b|my\b|the\b|there\b|pile|player)",
    r"weil|denn|wenn|sobald|falls|solange|und|oder|aber|deshalb|sondern|(?:an)?statt|sonst",
    r"parce|car|donc|mais|ou|et|si|quand|lorsque?|dès que?|(?<!en )tant que?|à moins que?|puisque",
    r"au lieu d[eu]?|plutôt que?",
    r"porque|pero|o|y|cuando|en cuanto|siempre que|a menos que|en (?:vez|lugar) de|antes que|así",
)
BOUNDARY = re.compile(
    r"(?P<sign>\.\.\.+|…)|(?P<stop>[!?\n;。]|\.(?!\d))"
    r"|(?P<mark>,(?!\d)|、|:|\s-+(?=\s)|[()|{}]|->|→|=>|⇒|/)"
    rf"|(?P<word>{_OPENERS})"
    r"|(?P<han>因为|所以|但|如果|要是|假如|一旦|等到|除非|或|还是|而不是|然后|接着)"
)
"""The end of a clause; ``stop`` also ends the sentence."""
THEREFORE = words("so -> → => ⇒ deshalb donc así 所以 :")
PROMISES = words(
    """
    if when whenever unless wenn sobald falls solange si quand lorsqu lorsque cuando
    如果 要是 假如 一旦 等到 除非
    """
) | {
    "as soon as", "as long as", "dès que", "dès qu", "tant que", "tant qu", "à moins que", "à moins qu",
    "en cuanto", "siempre que", "a menos que",
}  # fmt: skip
"""Words that begin a condition; an action after its comma is for later."""
SUPPOSES = PROMISES | words("once until before after while sonst")
THEN = words("then 然后 接着")
REJECTS = words("than instead not statt anstatt 而不是 unless") | {
    "rather than", "au lieu de", "au lieu d", "au lieu du", "plutôt que", "plutôt qu", "en vez de", "en lugar de",
    "antes que",
}  # fmt: skip
CHOOSES = words("or oder ou o 或 还是 /")
JOINS = words(", and und et y 、 → ->") | CHOOSES
ALSO = words("and und et y")
CONDITIONS = words("if unless wenn 如果")

NEGATION = re.compile(
    _any(
        r"not|dont|wont|wouldnt|cant|cannot|couldnt|shouldnt|mustnt|isnt|arent|doesnt|didnt|never|neither|nor|without",
        r"avoid\w*|forget|disregard\w*|ignor\w*|reject\w*|except|against|no longer|no",
        r"refus\w*|declin\w*|unable|unwilling|reluctant|fail(?:ed|s)?|used to|would have",
        r"keep|keeping|save|saving|leave|leaving|spare",
        r"nicht|kein\w*|statt|ohne|behalte|pas|sans|garde|nunca|sin|jamais|nie|guardo",
        r"(?:ver)?weiger\w*|niego|rehúso|(?:ne \w+|n\w+) plus",
    )
    + "|不|别|没|拒绝"
)
IDIOMS = re.compile(
    r"\bwithout (?:a |any |further |much )?(?:doubt|hesitation|question|ado)\b"
    r"|\bno (?:doubt|problem|question)\b"
    rf"|\b(?:dont|doesnt|wont|not|never|cant|cannot) (?:{_NOT_TURNED_DOWN})\b"
    r"|\bwhy not\b|\bnot only\b|\bcant wait to\b|\bnothing (?:better|else) than\b"
)
"""Phrases that reject nothing, though they contain a rejecting word."""
OVER = re.compile(
    _any(r"over|(?:less |more |better |worse )?than|beats?|instead of|rather than|versus|vs")
    + r"\s*(?:the |to )?\W*$"
)
"""Words right before the worse of two actions."""
_JUDGED = (
    r"back\b|too\b|not\b|a (?:stretch|mistake|blunder|waste|pity|bad|poor)|bad\b|worse|worst|terrible|pointless"
    r"|nonsense|wrong|out of|impossible|risky|timid|useless|premature|wasteful|(?:almost )?certain\b|likely\b"
    r"|no (?:good|use|help|option)"
)
TAKEN_BACK = re.compile(
    r"^\W{0,3}(?:nicht|keinesfalls|niemals|pas|jamais)\b(?!\s*\[)|^不了|"
    rf"^\W{{0,3}}(?:(?:is|was|are|were|seems?|looks?|feels?|would be|i take|,)\b\W{{0,2}}){{0,2}}(?:{_JUDGED})"
    r"|^\W{0,3}(?:would(?! be (?:my|the|best|right|correct|optimal))|could|might|may|can\b|loses?|costs?|wastes?"
    r"|risks?|needs|buries|doesnt|isnt|cant|wont|wasnt)\b"
)
"""Words right after an action that is rejected or only described."""
COPULA = re.compile(r"^\W{0,3}(?:is|was|are|were|does|do|would|could|can|will|should|may|might|seems|looks)\b")
SUPPOSED = re.compile(r"\W{0,3}(?:should|had|were|suppose|imagine|assuming|provided)\b")
WEIGHING = re.compile(
    _any(
        r"ev|expected (?:value|gain|loss)|probability|chance|odds|value of|risk of|risks|pros|cons|advantage",
        r"options?|legal|possible|available|candidates?|alternatives?|between|either|both|whether|actions are"
        r"|choices are",
        r"(?<!id )(?<!would )(?<!ill )like(?! to)|such as|example|eg|format|heuristic|rule|threshold",
        r"consider(?:ed|ing)?|compare[sd]?|comparing|case for|case against|arguments?|entweder|möglich\w*",
        r"first thought|my head|temptation|tempted|could|might|had i|were i",
        r"(?:i|we|you) (?:can|(?:have|had|got)(?! to\b| no ))",
        r"conservative|bold one|someone|people|opponent|he(?! (?:decidido|elegido|optado))|they|them",
    )
    + r"|\b(?:ev|p|e)\s*$"
)
HAVE = re.compile(_any(r"(?:i|we|you) (?:have|had|got|hold (?:a|an|the|two|three))(?! to\b)"))
COUNTED = re.compile(r"\b(?:an?|another|two|three)\s+$")
LATER = re.compile(
    _any(
        r"then|next(?! (?:action|move|step|play|choice|bid|card) is\b)|later|afterwards?|followed by|until|once",
        r"second(?:ly)?|third|eventually|soon|turned into|tomorrow",
        r"after (?:that|this|which)|follow with|finally when|danach|dann|ensuite|puis|luego|después|entonces",
    )
    + "|然后|之后|接着|(?<![同此这及按])时(?!间)"
)
AIMS = re.compile(r"\s*(?:to (?!win\b.*\bneed)[a-z]+\b|in order to\b|hoping\b|for (?:now|the win|safety)\b)")
_PAST_VERB = (
    r"\w{2,}(?<!e)ed|(?:dis)?agreed|freed|guaranteed|chose|took|bid|went|led|was|were|had|did|made|held|put|threw|drew|said|war|hatte|wählte|spielte|nahm"
    r"|hielt|würfelte|ai|était|joué|choisi|elegí|jugué|fue|era"
)
_PAST_TIME = (
    r"(?:last|previous|prior|earlier|past) (?:turn|round|trick|hand|time|move|game|play|roll|throw|bid|action)s?"
    r"|earlier|previously|formerly|yesterday|a moment ago|vorhin|zuvor|vorher"
    r"|(?:letzte|vorige)\w* (?:runde|zug|mal|stich|wurf)|(?:tour|coup|pli) précédent|dernier (?:tour|coup|pli)"
    r"|(?:turno|ronda|jugada) anterior|última (?:ronda|jugada|vez)"
)
PAST = re.compile(
    rf"\b(?:{_PAST_TIME})\b(?:\W+\w+){{0,3}}?\W+(?:{_PAST_VERB})\b(?:\W+\w+){{0,4}}\W*$"
    r"|上一?(?:次|轮|回合)"
)
"""A play at another time, right before an action."""
PAST_TIME = re.compile(rf"\W*(?:(?:in|on|at|during|the|my|our|im|beim|au|en|la|el)\W+)*(?:{_PAST_TIME})\W*")
"""A clause that only names a past time."""
OTHERS = re.compile(
    r"\b(?:(?:player|seat|spieler|joueur|jugador) (?P<seat>\d)"
    r"|(?:previous|last|other|next|first|second|third|opposing|preceding) (?:player|seat|person|hand)"
    r"|(?:vorige|letzte|andere|nächste|erste|zweite|dritte)\w* (?:spieler\w*|person)"
    r"|joueur précédent|l?autre joueur|jugador anterior|otro jugador|l?adversaires?|oponentes?|rivals?|gegner\w*"
    r"|dealer|she|everyone|everybody|somebody|nobody|the others|il|elle|él|ella)"
    rf"(?: (?:\w+ly|just|then|also|already|now|may|might|can|could|should|must|will|would))?"
    rf" (?:{_PAST_VERB}|\w+s|will|would|may|might|can|could|should|must|has|hat|wird|hält|spielt|wählt|würfelt|a"
    r"|jugó|eligió|joue|choisit|juega|elige)\b(?P<on>(?:\W+\w+){0,4})\W*$"
)
"""Another player with a verb, right before an action; ``on`` is the text between."""
OTHERS_HAN = re.compile(r"(?:玩家 ?(?P<seat>\d)|对手|对方|(?<!其)[他她]|别人|其他(?:人|玩家))(?P<on>[^我]{0,12})$")
"""The same in Chinese, which has no spaces between words."""
OWN = re.compile(r"\b(?:i|we|im|id|ill|ive|lets|let me|ich|wir|je|nous|yo)\b|我")
LATER_AFTER = re.compile(r"^\W{0,3}(?:later|next turn|afterwards?|second|last|for last|for later|next)\b")
NO_LABEL = re.compile(
    r"(?:my |the |a |for )?(?:thoughts?|thinking|reason(?:ing|s)?|analysis|why|situation|options?(?: \d+)?"
    r"|legal(?: \w+)?"
    r"|possible(?: \w+)?|available(?: \w+)?|alternatives?(?: \w+)?|considered|rejected|candidates?|question|notes?"
    r"|later|later on|then|plan|next (?:turn|trick|round|step)|rules?(?: say)?|instructions?|step \d+"
    r"|choices|pros(?: of)?|cons(?: of)?|risks?|second choice|backup"
    r"|cards|table|tricks?|scores?|bids|turn total|pot|goal|piles?|needs?"
    r"|example|format|hand|strategy|possible actions)"
)
"""Labels before a colon that announce no answer."""
LABEL = re.compile(
    r"(?:\w+ ){0,3}(?:action(?: input)?|move|answer|choice|decision|output|final|play|bid|bet|card|pick|verdict"
    r"|result"
    r"|response|conclusion|chosen|now|recommendation|selected|discard|lead|winning|best|wager|a|entscheidung|antwort"
    r"|aktion|zug|choix|décision|réponse|decisión|respuesta|acción|jugada|wahl|elección|行动|答案|决定|选择)"
    r"(?: (?:is|action|input|of all))?"
)
"""Labels before a colon that announce the answer."""
POLITE = words(
    """
    i we im id ill ive me my mine our us the a an this that thats it its is be as so here now ok okay
    well yes yep sure just please thanks lets let go going for with to of at on in would will should
    must shall do have choose choosing chose pick select take taking prefer decide decided want wanna
    like final finally answer action move choice decision best better good right correct clearly
    obviously definitely certainly course again therefore thus hence still simply only everyone indeed
    happy glad rather instead actually hereby ready enough time think believe guess say perfect great
    yeah ah oh hm hmm um one start starting by first recommended recommend make makes sense optimal
    safest plan turn output chosen selected ich wir nehme wähle also der die das den dem ein eine einen
    mein meine ja gut dann zu und sie ist als je nous choisis vais donc le la les un une mon ma pour alors
    elle est en tant que comme yo elijo voy el mi una por lo tanto
    veux vais préfère décide décidé choisi jai envie dois faut maintenant ici là de
    quiero prefiero decido he decidido debo ahora aquí opto elegido esta vez
    will möchte werde entscheide mich habe entschieden bleibe dabei jetzt hier
    """
)
"""Words next to an action that do not affect that it is the answer."""
POLITE_HAN = re.compile(
    "(?:我|选择|选|决定|要|会|想|打算|准备|应该|将|把|先|就|那么?|现在|这次|这里|最终|还|再|只|好|的|了|吧|当作|作为|最后一张)+"
)
"""The same in Chinese, in any order."""
FIRST_PERSON = re.compile(r"(?:^|\W)(?:i|we|im|id|ill|lets|let us|well|ich|je|yo|j)\b((?:\s+\w+){0,6})\s*\W*$")
CORRECTS = re.compile(
    _any(
        r"no|nah|nope|wait|actually|hm+|sorry|oops|ah|oh|rather|correction|chang\w*|second thought|reconsider\w*",
        r"reflection|mistake|meant|scratch|edit|on balance|but|however|nein|doch|moment|attends|espera|perdón"
        r"|sondern",
        r"final\w*|therefore|hence|thus|so|clearly|best|decid\w*|choose",
    )
    + r"|\.\.\.|=>|→|->"
)
"""Words by which a later bracketed answer replaces an earlier one."""
TURNS = re.compile(
    _any(
        r"no|nah|nope|ah|oh|not yet|wait|actually|hm+|sorry|oops|correction|chang\w*|second thought|reconsider\w*",
        r"mistake|meant|scratch that",
    )
)
"""Words by which a reply takes back what it said."""
