"""Sessions: who has been let in, and which forms are ours. Cookies that no script reads and no other site sends."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from hardwon.listening.door import has_token

LONGEST_COOKIE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """The sessions of one server; they end with it."""

    port: int
    """Browsers share cookies between ports: the name keeps two servers apart."""

    token: str = ""
    """What a reader must have; "" where everybody may read who can reach the server."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def cookie(self) -> str:
        return f"hardwon_{self.port}"

    @property
    def looked_cookie(self) -> str:
        return f"hardwon_{self.port}_looked"

    def opened(self) -> str:
        """A new session, as its cookie holds it."""
        name = secrets.token_urlsafe(18)
        return f"{name}.{self._signed('session', name)}"

    def is_ours(self, value: str) -> bool:
        """Whether a cookie holds a session of this server."""
        name, _, signature = value[:LONGEST_COOKIE].rpartition(".")
        return bool(name) and _same(signature, self._signed("session", name))

    def may_enter(self, given: str) -> bool:
        """Whether that is the token."""
        return _same(given, self.token)

    def brings_token(self, scope: dict[str, object]) -> bool:
        """Whether a request brings the token as a program does, in a header."""
        return bool(self.token) and has_token(scope, self.token)

    def csrf(self, session: str) -> str:
        """What a form of this session carries."""
        return self._signed("form", session)

    def is_form_of(self, session: str, given: str) -> bool:
        """Whether a form was made for this session, by this server."""
        return bool(session) and _same(given, self.csrf(session))

    def sealed(self, session: str, text: str) -> str:
        """What proves that this server told the session something: no link of others puts words on our pages."""
        return self._signed("told", f"{session}\0{text}")

    def is_sealed(self, session: str, text: str, seal: str) -> bool:
        return bool(session) and _same(seal, self.sealed(session, text))

    def _signed(self, use: str, text: str) -> str:
        return hmac.new(self.secret, f"{use}\0{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
