"""What a server's refusal means, in our words. Nothing of the server's own text is shown: it may name the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from psycopg import errors

from hardwon.errors import HardwonError, LockTimeout, ServerAway, ServerRefused, StorageError

if TYPE_CHECKING:
    import psycopg

RETRIED = frozenset({"40001", "40P01", "57P01", "57P02", "57P03", "57P05", "57014", "25P03", "53300", "25006"})
"""Codes after which the same may work: it was in another's way, or the server is being started, stopped or replaced."""

_REMEDY_OF_NO_CHANGE = {
    "53100": ("has no space left.", ""),
    "25006": (
        "takes no changes: it is a standby, or the role may only read.",
        "`hardwon db status` shows which.",
    ),
}
"""Codes of a server that is there, and can be read at most."""

_CHECK = "Check HARDWON_DATABASE_URL"
_LOGIN = ("It does not take this name and password.", f"{_CHECK}; a password may have expired.")
_NO_DATABASE = ("The database or the role does not exist.", f"{_CHECK}.")
_NO_TABLES = ("It has no team's memory, or an older one.", "`hardwon db init` or `hardwon db upgrade`.")
_REFUSED = {
    "28P01": _LOGIN,
    "28000": _LOGIN,
    "3D000": _NO_DATABASE,
    "42501": (
        "This role may not do that there, or does not see this project or product.",
        "`hardwon db roles` prints what each role may, `hardwon db roles --login NAME` what a login needs.",
    ),
    "42P01": _NO_TABLES,
    "3F000": _NO_TABLES,
    "42703": _NO_TABLES,
}

_NO_ADDRESS = ("The address is not one that libpq takes.", f"{_CHECK}: postgresql://NAME@HOST/DATABASE.")
_OWN_FAULTS = {
    "password authentication failed": _LOGIN,
    "no password supplied": ("It asks for a password.", f"{_CHECK}, or libpq's ~/.pgpass."),
    "no pg_hba.conf entry": (
        "It lets nobody in who comes from here under this name, with or without TLS as it is.",
        "Often it demands TLS: sslmode=require. Its pg_hba.conf says.",
    ),
    "is not permitted to log in": ("This role may not log in.", "ALTER ROLE … LOGIN lets it."),
    "permission denied for database": ("This role may not enter the database.", "GRANT CONNECT lets it."),
    "certificate": ("Its certificate could not be checked.", "See sslmode and sslrootcert of libpq."),
    "server does not support SSL": ("It has no TLS, which the address demands.", "See sslmode of libpq."),
    "does not exist": _NO_DATABASE,
    "invalid connection option": _NO_ADDRESS,
    'missing "="': _NO_ADDRESS,
    "invalid URI": _NO_ADDRESS,
    "invalid port": _NO_ADDRESS,
    "invalid integer value": _NO_ADDRESS,
}
"""What libpq says where it is no use to try again, and what it means: its own text may name the address."""


def may_pass(error: psycopg.Error) -> bool:
    """Whether to try again."""
    if error.sqlstate is not None:
        return error.sqlstate in RETRIED or error.sqlstate.startswith("08")
    # Without a code it is the connection itself.
    return isinstance(error, (errors.OperationalError, errors.InterfaceError)) and _own_fault(error) is None


def takes_no_changes(error: psycopg.Error) -> bool:
    """Whether the server is there, and can be read at most: a standby, or one whose disk is full."""
    return error.sqlstate in _REMEDY_OF_NO_CHANGE


def _own_fault(error: psycopg.Error) -> tuple[str, str] | None:
    """What is wrong with the address, the name or the password, as far as libpq can tell."""
    if error.sqlstate is not None:
        return None
    said = str(error)
    return next((meant for words, meant in _OWN_FAULTS.items() if words in said), None)


def of(error: psycopg.Error, timeout: float = 0.0) -> HardwonError:
    """The error that people see."""
    code = error.sqlstate
    if isinstance(error, errors.LockNotAvailable):
        return LockTimeout(
            f"The team's memory is held by another writer; waited {timeout:g} s for it.",
            remedy="Nothing was written. Try again when that process is done.",
        )
    if fault := _own_fault(error) or _REFUSED.get(code or ""):
        return ServerRefused(f"The server of the team's memory refused us. {fault[0]}", remedy=fault[1])
    if code in _REMEDY_OF_NO_CHANGE:
        why, remedy = _REMEDY_OF_NO_CHANGE[code]
        return ServerAway(f"The server of the team's memory {why}", remedy=f"Nothing was written. {remedy}".strip())
    if may_pass(error):
        return ServerAway()
    return StorageError(
        f"The server of the team's memory could not do it (code {code or type(error).__name__}).",
        remedy="Nothing was written. The server's own log says why.",
    )
