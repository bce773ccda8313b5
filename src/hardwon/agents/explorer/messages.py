"""Messages: errors and successes that a page tells, and who is signed in. None where it is left open. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.agents.explorer import showing
from hardwon.agents.explorer.deeds import folded, is_logout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth

_OUT = frozenset({"log out", "logout", "log off", "sign out", "signout", "sign off", "abmelden", "ausloggen"})
_IN = frozenset(
    (
        "log in", "login", "log on", "sign in", "signin", "anmelden", "einloggen", "se connecter", "connexion",
        "iniciar sesion", "acceder", "accedi", "inloggen", "aanmelden", "entrar", "iniciar sessao", "zaloguj sie",
        "logga in", "logg inn", "log ind", "kirjaudu sisaan", "prihlasit se", "bejelentkezes",
    )
)  # fmt: skip
_AS = re.compile(r"(?:^|[\s(])(?:logged|signed)[ -]in as:? (.{1,80})", re.IGNORECASE)
_GOOD = re.compile(
    r"\b(?:thank|thanks|success|successfully|saved|welcome|added|created|updated|done|sent|archived)\b", re.IGNORECASE
)
_BAD = re.compile(
    r"\b(?:errors?|invalid|fail(?:ed|ure)?|wrong|incorrect|denied|sorry|oops|unable|must|required|problem|cannot|can't|"
    r"fehler\w*|falsch\w*|ungültig\w*|erreur|incorrecte?|invalide|inv[aá]lid[oa]|incorrect[oa]|errore|fout|ongeldig|błąd|"
    r"not (?:valid|found|allowed|possible|accepted)|please (?:enter|fill|choose|select|check|correct))\b",
    re.IGNORECASE,
)


def signed_in(page: Page) -> Truth:
    """Whether somebody is signed in: the page offers to sign out, and not to sign in, or the other way round."""
    names = {showing.flat(thing.name) for thing in page.things if thing.kind in ("link", "button")}
    leaves = bool(names & _OUT) or any(is_logout(each) for each in names)
    enters = bool({folded(each) for each in names} & _IN)
    return None if leaves is enters or page.cut else leaves


def signed_in_as(page: Page, name: str) -> Truth:
    """Whether the page names somebody as who is signed in."""
    controls = [thing.name for thing in page.things if thing.kind in ("link", "button") and thing.name]
    said = {_before(match[1], controls) for piece in page.pieces if (match := _AS.search(piece))}
    if len(said) != 1:
        return None
    [who] = said
    if showing.same(who, name):
        return True
    is_name = re.fullmatch(r"[\w.@+'-]+(?: [\w.'-]+){0,3}", who) and showing.words(name)[:1] not in (
        ("a",),
        ("an",),
        ("the",),
    )
    return False if is_name and set(showing.words(who)).isdisjoint(showing.words(name)) else None


def _before(text: str, controls: Sequence[str]) -> str:
    """A text up to the first link or button in it."""
    return text[: min((at for each in controls if (at := text.find(f" {each}")) > 0), default=len(text))].strip(
        " .!)(|·,"
    )


def is_message(thing: Thing, kind: str) -> bool:
    """Whether a message is of a kind: what nothing calls an error is one if it says so."""
    wanted = kind.casefold().split()[0]
    if wanted == "error":
        return thing.tone == "error" or (not thing.tone and is_bad(thing.name))
    return wanted not in ("warning", "success") or thing.tone == wanted


_OTHERS = {
    "error": ("success", "info"),
    "success": ("error", "warning"),
    "confirmation": ("error", "warning"),
    "warning": ("success", "error", "info"),
}


def is_another(thing: Thing, kind: str) -> bool:
    """Whether a message says that it is of another kind."""
    return thing.tone in _OTHERS.get(kind.casefold().split()[0], ())


def is_bad(text: str) -> bool:
    """Whether a text says by itself that something went wrong."""
    return bool(_BAD.search(text)) and not _GOOD.search(text)


def told(page: Page, kind: str) -> Truth:
    """Whether there is a message of a kind: an error, a warning, a success."""
    found = [thing for thing in page.things if thing.kind in ("alert", "status") and thing.name]
    wanted = kind.casefold().split()[0]
    if wanted == "alert":
        return True if any(thing.kind == "alert" for thing in found) else None
    if any(thing.tone == wanted for thing in found):
        return True
    if wanted != "error":
        return None
    plain = [thing for thing in found if thing.kind == "alert" and not thing.tone]
    if plain:
        # An alert may say anything: "Booking moved to Friday."
        return True if any(is_bad(thing.name) for thing in plain) else None
    is_quiet = not any(_BAD.search(line) for line in (*page.lines, *page.unsure)) and not any(
        thing.invalid for thing in page.things
    )
    is_known = page.alerts or bool(found)
    return False if is_known and is_quiet and all(thing.tone in ("success", "info") for thing in found) else None
