"""What a running shop knows: its customers, their visits and orders. In memory, one per server."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from dataclasses import dataclass, field

from shop.cart import Cart

STAFF = "staff@example.org"


@dataclass
class Account:
    email: str
    name: str
    password: bytes
    newsletter: str = "never"
    orders: list[dict[str, object]] = field(default_factory=list)


@dataclass
class Visit:
    """One visitor's session."""

    token: str = field(default_factory=lambda: secrets.token_hex(16))
    """Stands in every form: a form that does not bring it back was not ours."""

    account: Account | None = None
    cart: Cart = field(default_factory=Cart)
    voucher: str = ""
    address: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    """Shown once, on the next page."""

    @property
    def is_staff(self) -> bool:
        return self.account is not None and self.account.email == STAFF


class State:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.visits: dict[str, Visit] = {}
        self.accounts: dict[str, Account] = {}
        self.orders = 0
        self.register("alice@example.org", "Alice", "wonderland")
        self.register(STAFF, "Staff", "behind-the-counter")

    def register(self, email: str, name: str, password: str) -> Account:
        account = Account(email.strip().lower(), name.strip(), _digest(password))
        self.accounts[account.email] = account
        return account

    def log_in(self, email: str, password: str) -> Account | None:
        account = self.accounts.get(email.strip().lower())
        return account if account and hmac.compare_digest(account.password, _digest(password)) else None

    def visit(self, cookie: str) -> tuple[str, Visit]:
        """The visit that the cookie names, or a new one."""
        if cookie not in self.visits:
            cookie = secrets.token_urlsafe(16)
            self.visits[cookie] = Visit()
        return cookie, self.visits[cookie]


def _digest(password: str) -> bytes:
    return hashlib.scrypt(password.encode(), salt=b"example", n=2, r=1, p=1)
