"""HTML: everything that comes from outside is escaped here, and nowhere else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storefront.web import Request

MENU = (
    ("/catalogue", "Catalogue"),
    ("/search", "Search"),
    ("/cart", "Cart"),
    ("/account", "Account"),
    ("/settings", "Settings"),
    ("/help", "Help"),
)
FOOTER = (("/stores", "Stores"), ("/events?month=2024-01", "Events"), ("/imprint", "Imprint"))


def page(request: Request, title: str, *parts: str) -> str:
    """A whole page: menu, the parts, footer."""
    entrance = [("/logout", "Log out")] if request.visit.account else [("/login", "Log in"), ("/register", "Register")]
    notice, request.visit.notice = request.visit.notice, ""
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(title)} · The Shop</title></head><body>",
            f'<nav><a href="/">The Shop</a> {" ".join(link(*entry) for entry in (*MENU, *entrance))}</nav>',
            f"<main><h1>{escape(title)}</h1>",
            f'<p role="status">{escape(notice)}</p>' if notice else "",
            *parts,
            f"</main><footer>{' '.join(link(*entry) for entry in FOOTER)}",
            '<a href="https://blog.shop.example/">Our blog</a></footer></body></html>',
        ]
    )


def link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def links(*entries: tuple[str, str]) -> str:
    return "<ul>" + "".join(f"<li>{link(*entry)}</li>" for entry in entries) + "</ul>"


def text(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def form(request: Request, action: str, button: str, *fields: str) -> str:
    """A form that posts, with the token of the visit in it."""
    token = f'<input type="hidden" name="csrf" value="{escape(request.visit.token)}">'
    return (
        f'<form method="post" action="{escape(action)}">{token}{"".join(fields)}'
        f'<button type="submit">{escape(button)}</button></form>'
    )


def field(name: str, label: str, *, kind: str = "text", value: str = "") -> str:
    shown = f'<label for="{escape(name)}">{escape(label)}</label>'
    return f'<p>{shown} <input id="{escape(name)}" name="{escape(name)}" type="{kind}" value="{escape(value)}"></p>'


def choice(name: str, label: str, options: Iterable[str], chosen: str = "") -> str:
    entries = "".join(
        f"<option{' selected' if option == chosen else ''}>{escape(option)}</option>" for option in options
    )
    return f"<p><label>{escape(label)} <select name={escape(name)}>{entries}</select></label></p>"


def radio(name: str, label: str, options: Iterable[tuple[str, str]]) -> str:
    entries = "".join(
        f'<label><input type="radio" name="{escape(name)}" value="{escape(value)}"> {escape(words)}</label>'
        for value, words in options
    )
    return f"<fieldset><legend>{escape(label)}</legend>{entries}</fieldset>"


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02} EUR"
