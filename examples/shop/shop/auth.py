"""Who may come in."""

import hashlib
import hmac
import secrets

USERS: dict[str, tuple[bytes, bytes]] = {}


def register(name: str, password: str) -> None:
    if len(password) < 8:
        raise ValueError("a password needs at least 8 characters")
    salt = secrets.token_bytes(16)
    USERS[name.strip().lower()] = (salt, _digest(password, salt))


def log_in(name: str, password: str) -> bool:
    salt, digest = USERS.get(name.strip().lower(), (b"", b""))
    return hmac.compare_digest(digest, _digest(password, salt)) if digest else False


def _digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2, r=1, p=1)
