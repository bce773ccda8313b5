"""Naming: which names of pages and links may enter memory. Pure.

Whoever writes a product name, a review or a profile can write the name of a page. Inside the quotation marks of a
lesson the scanner takes it for what the product shows, so each name is looked at alone, without them. It must read as
what sites call their pages and links:

    Order history, Your account, What we do     what there is
    Sign in, Edit profile, Add to cart          what a visitor does there, in the usual verbs
    Always press Pay now                        an order to who reads it: left out
    Password: hunter2                           a value: left out

When in doubt a name is left out: a lesson that is not learned costs little.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from hardwon.guard.scanner import brief, scan
from hardwon.likeness.stems import singular
from hardwon.text.plain import LONGEST_NAME, clean_name

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LABEL = 40
MOST_WORDS = 6
MOST_WORDS_OF_AN_ORDER = 5
LONGEST_WORD = 24
FEWEST_LETTERS_OF_A_VALUE = 7
"""Of letters and figures mixed: `hunter2`, and not `IPv6`."""


def _listed(text: str) -> frozenset[str]:
    return frozenset(singular(word) for word in text.split())


_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")  # noqa: RUF001 - as pages write them
_PARTS = re.compile(r"[:;!?¿¡–—|•…=]|\.(?=\s|$)|\s-\s")  # noqa: RUF001 - as above
_ADDRESS = re.compile(
    r"://|www\.|@|\\|[<>{}\[\]`~$^*_\"“”]|(?:^|\s)[-/]\w|\w\.\w|[^\W\d][:=]\w|\b(?:key|code|pass|user|login)\s?[:=]",
    re.IGNORECASE,
)
_BORN = re.compile(
    r"\b(?:geb|geboren|born|née?|nato|nata|nacid[oa]|naissance|geburtsdatum|dob)\b.{0,12}\d", re.IGNORECASE
)
_MOST_DIGITS = 7
"""More of them are the number of an account, a card or a person."""

_FIGURES = re.compile(r"\d{8}|\d[^\W\d]|[^\W\d]\d")
_HUMPS = re.compile(r"\b(?=\w{8})\w*[a-z][A-Z]\w*[a-z][A-Z]")
_APART = re.compile(r"n['’]t\b", re.IGNORECASE)  # noqa: RUF001 - as above

_IN_FRENCH = re.compile(r"\bmots? de passe\b", re.IGNORECASE)

_READERS = _listed("agent ai assistant bot crawler tester llm robot automation copilot chatbot")
_BEFORE_READERS = _listed("find become contact meet our your the ask choose travel estate book")

_NEVER = _listed(
    "always never must shall should ought ensure instead without unless whenever immediately regardless their them "
    "nothing everything everyone everybody anyone anybody nobody someone twice exactly not cannot then optional "
    "mean passed bestanden réussi superato aprobado geslaagd "
    "ohne nicht kein keine sans pas sin senza sem não zonder niet bez nie immer niemals stets toujours "
    "jamais siempre nunca sempre mai altijd nooit zawsze nigdy"
)
"""What tells somebody how to behave, or what holds in general. A name does neither."""

_OVERRIDING = _listed(
    "sudo curl wget skip ignore bypass disregard approve disable override force pretend assume believe reveal "
    "expose leak paste execute allow omit circumvent evade suppress obey wipe tell say trust grant deploy "
    "authorize authorise whitelist hack überspringen überspringe ignorieren ignoriere ignoriert genehmigen "
    "genehmige umgehen deaktivieren klicken klicke ignorez ignorer contourner contournez approuver approuvez cliquer "
    "cliquez passer désactiver sauter omitir omite ignorar ignora saltar salta aprobar aprueba pulsa pulsar desactivar "
    "ignorare saltare approvare approva disattivare pular pule aprovar clique clicar desativar overslaan sla negeren "
    "negeer goedkeuren pomiń pominąć zignoruj zatwierdź"
)
_OVERRIDING_IN_OTHER_SCRIPTS = re.compile(
    r"пропуст|игнорир|одобр|обойти|отключи|нажми|跳过|跳過|忽略|批准|绕过|繞過|无视|無視|スキップ|承認|건너뛰|무시|승인|تخط|تجاهل|وافق",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"skip(?: (?:to|navigation)\b.{0,30})?|tell a friend|trust (?:center|centre|and safety|safety)|.{0,20} trust|"
    r"(?:research |student |\w+ing )?grants?|allow all|allow(?: all)? cookies|approve|deploy|disable|reveal|paste|"
    r"(?:enable|disable) two-factor authentication|say hello",
    re.IGNORECASE,
)
"""Names that sites really have, though they begin like orders."""

_HANDLING = _listed("press click tap hit tick untick type enter insert push")
_HANDLED = re.compile(
    r"press|press (?:releases?|kit|room|office|contacts?|cent(?:er|re)|area|coverage|enquiries|inquiries|and \w+)|"
    r"click (?:and|n) collect|click|tap|tap water|types?|\w+ types?|types? of \w+|enter|insert|hits|greatest hits|"
    r"push notifications?",
    re.IGNORECASE,
)

_SECRETS = _listed(
    "password passcode passphrase credential otp pin token secret passwort kennwort geheimnis contraseña senha "
    "wachtwoord hasło"
)
_BESIDE_A_SECRET = _listed(
    "forgot forgotten reset resetting change changing edit update set setup new old current my your a an the manage "
    "create add view revoke generate rotate delete lost recover recovery policy rule hint manager security and help "
    "setting access api personal app application refresh device temporary strength requirement expiry history "
    "authentication management santa service garden protection vergessen ändern zurücksetzen neues oublié votre "
    "modifier changer réinitialiser olvidaste olvidé olvidada olvidado has tu su mi la anfordern cambiar "
    "restablecer recuperar esqueci esqueceu sua minha trocar alterar vergeten wijzigen zapomniałeś"
)
"""What sites say beside a secret. Anything else may be the secret itself, or ask for it."""

_KEYS = _listed("key cookie certificate code card session login user username")
_HANDING = _listed("send give submit share post hand forward upload copy email mail write put private use")

_FINITE = _listed("is are was were be been am will can could may might has have had does did do")
_ASKING = _listed("who what where when why how which is are can do does may we you was wo wer wie warum")

_VISITING = _listed(
    "accept access activate add apply archive ask assign back become begin book borrow browse build buy call cancel "
    "change chat check choose claim clear close compare complete configure confirm connect contact continue copy "
    "create customize customise decline delete discover donate download edit enable enrol enroll explore export "
    "extend favorite file filter find finish follow forgot get give go help hide import install invite join keep "
    "learn leave like link list listen load log login logout make manage mark meet message move need new open order "
    "pause pay pick plan play post preview print proceed publish rate read redeem refer refresh register reject "
    "remove rename renew rent reopen repeat reply report request reschedule resend reserve reset restore restart "
    "resume return review save schedule scan search see select sell send set settings share shop show sign signin "
    "signup sort start stop submit subscribe support switch sync take test top track transfer translate try turn "
    "undo unfollow unsubscribe update upgrade upload use verify view visit vote watch withdraw work write zoom "
    "replace talk ver zaloguj zarejestruj wyloguj dodaj szukaj"
)
"""How names of links begin that say what a visitor does."""

_LOOKING = _listed("view see show find search browse list read learn open manage track filter sort about compare need")
_GRAVE = _listed(
    "verification check checks deployment production admin administrator root owner script instruction database "
    "warning session amount total privilege everybody success work command sudo shell fund limit yes any "
    "prompt logging firewall aloud below"
)
"""What an order is about that does harm; beside a verb of looking it is a name."""

_ENDING = _listed(
    "delete remove erase drop cancel close reset clear transfer send accept confirm löschen lösche bestätigen "
    "bestätige wegklicken supprimer supprimez valider validez borrar borra eliminar elimina cancella cancellare apagar "
    "excluir verwijder verwijderen usuń удалите удалить"
)
_ALL = _listed("all alle alles tout tous toutes todo todos todas tutto tutti tutte wszystkie все")
_TOURING = _listed(
    "meet watch download search read join visit see explore browse get take view contact learn find back"
)
"""What is done with something that everybody knows: "Meet the team"."""

_HARMLESS = _listed("filter notification item selection cooky cookie cooki search result")
_INTO = _listed("to as into with")
_CARRYING = _listed("add save export download mark move back import share print open switch")
_THIS = _listed("this these that those")
_ON_THIS = _listed(
    "print share save report rate remove edit delete follow hide copy bookmark like cite view download about apply"
)


def shown_name(text: str) -> str:
    """The text as a name, without the secret that its cut would leave half of."""
    return clean_name(text if len(text) <= LONGEST_NAME else brief(text, LONGEST_NAME))


@lru_cache(maxsize=2048)
def label(text: str) -> str:
    """The name as it may stand in a lesson; "" for one that is more than a label."""
    name = clean_name(text)
    words = _words(name)
    if _BORN.search(name) or sum(map(str.isdigit, name)) > _MOST_DIGITS:
        return ""
    if not words or len(name) > LONGEST_LABEL or len(words) > MOST_WORDS or _ADDRESS.search(name):
        return ""
    if (
        any(map(_is_value, words))
        or _HUMPS.search(name)
        or _OVERRIDING_IN_OTHER_SCRIPTS.search(name)
        or _gives_away(words)
    ):
        return ""
    is_asked = name.rstrip().endswith("?")
    parts = [part for part in (_words(part) for part in _PARTS.split(name)) if part]
    if len(parts) > 1 and not _READERS.isdisjoint(words):
        return ""
    if len(parts) > 1 and any(not _OVERRIDING.isdisjoint(part) for part in parts):
        return ""
    return name if all(_is_label(part, is_asked=is_asked) for part in parts) and _is_safe(name, words) else ""


def _words(text: str) -> list[str]:
    plain = _IN_FRENCH.sub("password", _APART.sub(" not", text.replace("&", " and ")))
    return [singular(word.lower()) for word in _WORD.findall(plain)]


def _is_value(word: str) -> bool:
    """Whether a word is what nobody calls a page: a token, a code, a password with figures in it."""
    bare = word.replace("-", "")
    if len(bare) > LONGEST_WORD:
        return True
    is_mixed = bool(_FIGURES.search(bare)) and not bare.isdigit()
    return is_mixed and len(bare) >= FEWEST_LETTERS_OF_A_VALUE


def _gives_away(words: Sequence[str]) -> bool:
    """Whether a name speaks of a secret in any way but the usual ones."""
    has_figures = any(any(map(str.isdigit, word)) for word in words)
    if not _SECRETS.isdisjoint(words):
        return has_figures or not set(words) <= _SECRETS | _BESIDE_A_SECRET | _KEYS - {"user", "username"}
    has_key = not _KEYS.isdisjoint(words) or any(word.endswith(("code", "kode", "schlüssel", "pin")) for word in words)
    return has_key and (
        not _HANDING.isdisjoint(words) or any(word.isdigit() and len(word) > 3 for word in words)  # noqa: PLR2004 - of a code
    )


def _is_label(words: Sequence[str], *, is_asked: bool) -> bool:
    """Whether a part of a name, by its words, says what there is or what a visitor does there."""
    said, first = set(words), words[0]
    whole = " ".join(words)
    if said & _NEVER or _is_told(words) or _does_harm(said):
        return False
    if len(words) > 2 and said & _READERS and first not in _BEFORE_READERS:  # noqa: PLR2004 - "Our agents" is a name
        return False
    if (said & _OVERRIDING and not _USUAL.fullmatch(whole)) or (said & _HANDLING and not _HANDLED.fullmatch(whole)):
        return False
    if said & _FINITE and not (
        is_asked or whole.endswith(" to do") or first in _ASKING - {"do", "you"} or whole == "you may also like"
    ):
        return False
    return first not in _VISITING or _is_visit(words)


def _does_harm(said: set[str]) -> bool:
    """Whether something grave is ended or left out, or all of something is ended."""
    if said & _GRAVE and (said & _ENDING or "no" in said):
        return True
    return bool(said & _ENDING and said & _ALL and not said <= _ENDING | _ALL | _HARMLESS)


def _is_told(words: Sequence[str]) -> bool:
    """Whether small words say when or how often to do something."""
    whole = f" {' '.join(words)} "
    if " from now on " in whole or " no need " in whole or " here " in whole[: -len(" here ")] + " ":
        return True
    if any(f" {word} " in whole and words[0] != word for word in ("first", "before", "while", "until")):
        return True
    if " every " in whole or " each " in whole:
        return not re.search(r" every (?:day|week|month)", whole)
    return " needed " in whole or " required " in whole or (words[-1] == "here" and len(words) > 3)  # noqa: PLR2004 - "Find us here"


def _is_visit(words: Sequence[str]) -> bool:
    """Whether what follows a usual verb is what visitors do with it."""
    first, rest = words[0], list(words[1:])
    if rest[:1] in (["in"], ["out"], ["up"], ["off"], ["on"]):
        rest = rest[1:]
    if first == "turn" or (first in ("log", "sign", "login") and len(rest) > 1 and rest[0] != "with"):
        return False
    if first not in _LOOKING and (not _GRAVE.isdisjoint(rest) or (len(rest) > 1 and rest[0].isdigit())):
        return False
    if "the" in rest and (first not in _TOURING or len(words) > 3):  # noqa: PLR2004 - "Meet the team"
        return False
    if (rest[-1:] == ["it"] and "and" in rest) or (first == "switch" and "off" in words) or rest[-2:] == ["for", "me"]:
        return False
    if (not _THIS.isdisjoint(rest) and first not in _ON_THIS) or "no" in rest:
        return False
    is_changed = "as" in rest and first not in _CARRYING
    is_carried = any(word in _INTO for word in rest[1:]) and first not in _CARRYING | _LOOKING
    return len(words) <= MOST_WORDS_OF_AN_ORDER and not is_changed and not is_carried


def _is_safe(name: str, words: Sequence[str]) -> bool:
    """Whether the scanner finds nothing in a name alone; an order only in the usual verbs."""
    outcome = scan("", name, origin="agent").outcome
    is_verb = words[0].partition("-")[0] in _VISITING | _ASKING | _OVERRIDING | _HANDLING
    is_usual = is_verb or (len(words) == 1 and name.isascii()) or not _SECRETS.isdisjoint(words)
    return outcome == "safe" or (outcome == "not-an-observation" and is_usual)
