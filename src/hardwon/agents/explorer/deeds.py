"""Deeds: which links end the visit, cost something or destroy something. Pure.

Followed in a search, such a link does to the system under test what nobody asked for. By its text, what it says to
readers and in its tooltip, and its address, in the words of many languages; when in doubt, it is one.
"""

# ruff: noqa: SIM905, E501, RUF001 - lists of words in many languages, a language or two on a line

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from hardwon.agents.explorer.intents import all_words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.agents.explorer.page import Link

MOST_WORDS = 6
"""What says more is a sentence about something, such as the headline of an article."""


LOG_OUT = words_of("log out")
_ARTICLES = frozenset("the a an my your our this that it".split())
_LOGOUT_OF = re.compile(
    r"(?i:log ?out|sign ?out|log ?off|sign ?off) (?:\([^()]{1,40}\)|(?!(?i:all|every|other|device|session)\w*\b)[A-Z]\w+(?: (?!(?i:all|every|other|device|session)\w*\b)[A-Z][\w'-]+)?|\S+@\S+)"
)
"""What says, besides, only who is logged out."""


def folded(text: str) -> str:
    """In small letters, without accents: as addresses and hurried people write."""
    plain = text.casefold().translate(_LETTERS)
    return "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae"})


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(text).split())


_ALWAYS = _words(
    "delete remove destroy erase purge revoke terminate deactivate unsubscribe logout signout signoff logoff uninstall "
    "loschen loesche loeschen losche abmelden ausloggen kundigen kuendigen stornieren entfernen entferne bestellen kaufen bezahlen leeren "
    "zurucksetzen zuruecksetzen verwerfen deaktivieren abbestellen widerrufen austreten absagen austragen ablehnen sperren "
    "zuruckziehen zurueckziehen ruckerstatten rueckerstatten auszahlen "
    "deconnecter deconnexion supprimer effacer vider annuler reinitialiser resilier desabonner desinscrire payer acheter commander "
    "decommander revoquer desactiver rembourser "
    "eliminar borrar salir cancelar vaciar restablecer pagar comprar anular quitar desactivar reembolsar descartar "
    "elimina eliminare cancella rimuovi esci disconnetti svuota annulla paga acquista disiscriviti reimposta disdire disdici "
    "excluir apagar remover sair esvaziar limpar encerrar desligar verwijderen verwijder uitloggen afmelden annuleren leegmaken opzeggen afzeggen "
    "betalen kopen wissen uitschrijven usun wyloguj anuluj oproznij wyczysc zaplac kup zamow wypisz skasuj zresetuj "
    "odhlasit smazat zmazat odstranit zrusit vymazat vyprazdnit zaplatit koupit objednat radera rensa avsluta avprenumerera aterstall avboka "
    "slet slett fjern annuller afmeld opsig aflys avlys poista peruuta tyhjenna osta maksa удалить выити выход очистить отменить сбросить "
    "оплатить купить заказать отписаться стереть видалити виити очистити скасувати купити сплатити sil cikis iptal bosalt kaldir sifirla "
    "torles kijelentkezes lemondas sterge deconectare anuleaza goleste διαγραφη αποσυνδεση ακυρωση"
)
"""Words that only ever stand for such a deed, wherever in a name."""

_FIRST = _words(
    "clear empty reset wipe discard leave drop trash close end pay buy purchase approve refund cancel reject decline void "
    "quit withdraw disconnect disable suspend ban kick unlink abandon forfeit discharge "
    "storno virer regler bloquer retirer refuser quitter"
)
"""Words that are the name of a thing as well: `Order cancel` may be a deed, `Winter clear` is not."""

_TWO = (
    "log out", "sign out", "log off", "sign off", "sign me out", "log me out", "opt out", "ta bort", "logga ut", "log ud",
    "logg ut", "kirjaudu ulos", "darse de baja", "dar de baja", "cerrar sesion", "fechar sessao", "terminar sessao",
    "satin al", "sag upp", "cikis yap", "call off", "fermer le compte", "fermer mon compte",
)  # fmt: skip
_SIGNS = (
    "削除", "消去", "退会", "ログアウト", "キャンセル", "購入", "支払", "解約", "リセット", "空にする",
    "删除", "刪除", "移除", "退出", "登出", "注销", "清空", "取消", "购买", "支付", "付款", "退订", "重置",
    "삭제", "로그아웃", "취소", "비우기", "결제", "구매", "탈퇴", "초기화", "حذف", "تسجيل الخروج", "إلغاء", "מחק", "התנתק",
)  # fmt: skip
_DONE = ("済", "已", "된", "完了")
"""What makes a state of a deed, in writing without spaces: "已删除" is what was deleted."""

_PERHAPS = re.compile(
    r"(?:(?:jetzt|nun|verbindlich|sofort) )?(?:geld )?(?:buchen|bestatigen|bestaetigen|uberweisen|ueberweisen|freigeben|"
    r"genehmigen|beenden|mahnen|archivieren)|(?:book|confirm|transfer|reserve|order)(?: it)? now|confirm|"
    r"(?:send|transfer) (?:money|fund|funds)|check out(?: (?!our|the|these|this|what|how|all|my)\w+)?|no show|place(?: my| your)? order|expire(?: \w+)?|"
    r"release(?: (?!note|notes|history|plan|date|dates|schedule|calendar|info)\w+)?|archive (?:it|this|item|order|message)|"
    r"(?:valider|confirmer|approuver)(?: (?:le|la|les|l|ma|mon|ce|cette) \w+)?|envoyer (?:de )?l argent"
)
"""What says a deed, or leads to a page where one can still choose."""

_LOGOUT = re.compile(
    r"(?:log|sign)(?: me)? ?(?:out|off)|abmelden|ausloggen|logout|(?:se |me )?deconnecter|deconnexion|cerrar sesion|"
    r"(?:desconectar|disconnetti)(?:se|ti)?|esci|terminar sessao|sair|uitloggen|afmelden|wyloguj(?: sie)?|odhlasit(?: se| sa)?|"
    r"logga ut|log ud|logg ut|kirjaudu ulos|выити|виити|cikis(?: yap)?|kijelentkezes|deconectare|αποσυνδεση|ログアウト|登出|로그아웃"
)

_ABOUT = _words(
    "help faq how howto about policy policies guide guides info information faqs terms tips article blog why what when "
    "review reviews feedback comment message line note reply collection points "
    "hilfe anleitung wie fragen aide comment faut ayuda como guia pomoc jak hjalp pomoc помощь справка"
)
"""Words of pages that speak of a deed, or of something else with the same verb: `Leave a review`."""

SEARCHED = frozenset(
    "q query search s term filter sort order orderby status state tab view page lang tag category".split()
)
"""Parameters whose value is looked for or shown, not done."""

_TOKEN = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def harms(link: Link, name: str) -> bool:
    """Whether following a link may end the visit, cost or destroy something, and is not just what the step names."""
    goal = words_of(name)
    is_named = says_deed(goal) and words_of(link.text) == goal and is_whole(link.text, name)
    return is_costly(link) and not is_named


def is_costly(link: Link) -> bool:
    """Whether a link says that something ends, costs or is destroyed, or has the address of that."""
    return any(map(is_deed, (link.text, *link.said.split("\n")))) or _is_harmful_address(link.url)


def costs(url: str, goal: frozenset[str]) -> bool:
    """Whether an address is that of a deed, and the step asks for none."""
    return _is_harmful_address(url) and not says_deed(goal)


def leads_astray(url: str, link: Link, goal: frozenset[str]) -> bool:
    """Whether a link that says nothing of a deed leads on to one, or to one that the step does not ask for."""
    return costs(url, goal if is_costly(link) else frozenset())


def says_deed(goal: frozenset[str]) -> bool:
    """Whether a step asks for something to end, to be paid or destroyed."""
    return goal == LOG_OUT or any(folded(word) in _ALWAYS | _FIRST or is_deed(word) for word in goal)


def may_harm(link: Link, goal: frozenset[str]) -> bool:
    """Whether a link perhaps does something that the step does not name: on another site it only leads to a form."""
    said = (" ".join(_TOKEN.findall(folded(text))) for text in (link.text, *link.said.split("\n")))
    return any(_PERHAPS.fullmatch(each) for each in said) and not words_of(link.text) <= goal


def is_whole(text: str, name: str) -> bool:
    """Whether a step that says a name says all of a text: `Close` is not all of `Close my account`.

    Articles do not count. Of one and of many are two things: `Cancel bookings` is more than `Cancel booking`.
    """
    own = all_words(text) - _ARTICLES
    if words_of(name) == LOG_OUT and _LOGOUT_OF.fullmatch(text.strip()):
        return True
    said = set(_TOKEN.findall(folded(name)))
    is_more = any(f"{each}s" in _TOKEN.findall(folded(text)) and f"{each}s" not in said for each in said)
    return bool(own) and own <= all_words(name) and not is_more


def is_logout(text: str) -> bool:
    """Whether a name says just that the visit ends, in any of the languages."""
    return _LOGOUT.fullmatch(" ".join(_TOKEN.findall(folded(text)))) is not None


def is_deed(text: str) -> bool:
    """Whether a name says that something ends, costs or is destroyed."""
    if any(sign in text and not any(done in text for done in _DONE) for sign in _SIGNS):
        return True
    tokens = _TOKEN.findall(folded(text))
    return 0 < len(tokens) <= MOST_WORDS and _has_deed(tokens) and not _is_about(tokens)


def _has_deed(tokens: Sequence[str]) -> bool:
    said = f" {' '.join(tokens)} "
    is_first = tokens[0] in _FIRST and not said.startswith(" drop off ")
    return is_first or not _ALWAYS.isdisjoint(tokens) or any(f" {each} " in said for each in _TWO)


def _is_about(tokens: Iterable[str]) -> bool:
    return not _ABOUT.isdisjoint(tokens)


def _is_harmful_address(url: str) -> bool:
    parts = urlsplit(url)
    segments = [_TOKEN.findall(folded(_HUMP.sub(" ", unquote(each)))) for each in parts.path.split("/")]
    if any(_is_about(each) for each in segments):
        segments = []
    asked = [
        _TOKEN.findall(folded(_HUMP.sub(" ", each)))
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if name.casefold() not in SEARCHED
        for each in (name, value)
    ]
    return any(each and _has_deed(each) for each in (*segments, *asked))
