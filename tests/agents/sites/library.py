"""A small library, written as Flask's tutorial writes its pages: a base template, neither <head> nor <body>, the name
of the site as first <h1>, open <li> tags, flash messages.

When it has moved, donations are under Members, the newsletter is under News, and renewing is below the library card.
Books are ordered from a link in the news, later from Books; the old form is still there and sends nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.agents.sites.serving import Answered, see_other

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.agents.sites.serving import Asked

BOOKS = {
    "1": ("Middlemarch", "George Eliot", "available"),
    "2": ("The Trial", "Franz Kafka", "on loan"),
    "3": ("Beloved", "Toni Morrison", "available"),
}
USERS = {"nora": "dollhouse"}

BASE = """<!doctype html>
<title>{title} - Riverside Library</title>
<link rel="stylesheet" href="/static/style.css">
<nav>
  <h1><a href="/">Riverside Library</a></h1>
  <ul>
    <li><a href="/books/">Books</a>
    <li><a href="/visit">Visit</a>
    <li><a href="/members">Members</a>
    <li><a href="/news">News</a>
    <li><a href="/about">About us</a>
    {user}
  </ul>
</nav>
<section class="content">
  <header>
    <h1>{title}</h1>
  </header>
  {flashes}
  {content}
</section>
"""


def page(asked: Asked, title: str, content: str) -> Answered:
    flashed, asked.visit.flashed = asked.visit.flashed, []
    flashes = "".join(f'<div class="flash">{escape(each)}</div>' for each in flashed)
    user = (
        f'<li><span>{escape(asked.visit.user)}</span>\n    <li><a href="/auth/logout">Log Out</a>'
        if asked.visit.user
        else '<li><a href="/auth/register">Register</a>\n    <li><a href="/auth/login">Log In</a>'
    )
    return Answered(BASE.format(title=escape(title), user=user, flashes=flashes, content=content))


def index(asked: Asked) -> Answered:
    posts = "".join(
        f"<article class=post><header><div><h2>{escape(name)}</h2><div class=about>by {escape(author)}</div></div>"
        f'<a class=action href="/books/{number}">Details of {escape(name)}</a></header></article><hr>'
        for number, (name, author, _) in BOOKS.items()
    )
    return page(asked, "New on our shelves", posts)


def books(asked: Asked) -> Answered:
    shelves = '<ul><li><a href="/books/fiction">Fiction</a><li><a href="/books/children">For children</a></ul>'
    order = "<p><a href=/books/order>Order a book</a>" if asked.moved else ""
    search = "<form><label for=q>Title or author</label><input name=q id=q><input type=submit value=Find></form>"
    return page(asked, "Books", shelves + order + search)


def fiction(asked: Asked) -> Answered:
    entries = "".join(f'<li><a href="/books/{number}">{escape(book[0])}</a>' for number, book in BOOKS.items())
    return page(asked, "Fiction", f"<ul>{entries}</ul>")


def children(asked: Asked) -> Answered:
    return page(asked, "For children", "<p>Story time is on Saturdays.<p><a href=/books/reading-club>Reading club</a>")


def reading_club(asked: Asked) -> Answered:
    return page(asked, "Reading club", "<p>We read one book a month.")


def book(asked: Asked) -> Answered:
    found = BOOKS.get(asked.path.rpartition("/")[2])
    if found is None:
        return missing(asked)
    name, author, state = found
    borrow = '<form method=post action="/borrow"><input type=submit value="Borrow this book"></form>'
    return page(asked, name, f"<p>by {escape(author)}<p>This book is {state}.{borrow if state == 'available' else ''}")


def visit(asked: Asked) -> Answered:
    return page(
        asked,
        "Visit",
        "<p>Come in, it is warm.<ul><li><a href=/visit/hours>Opening hours</a><li><a href=/visit/rooms>Rooms</a>"
        "<li><a href=/visit/way>How to find us</a></ul>",
    )


def hours(asked: Asked) -> Answered:
    return page(asked, "Opening hours", "<p>Monday to Friday 9 to 18.")


def way(asked: Asked) -> Answered:
    return page(asked, "How to find us", "<p>Tram 4, stop Riverside.")


def rooms(asked: Asked) -> Answered:
    return page(
        asked, "Rooms", "<p>Three rooms, with a view.<ul><li><a href=/visit/rooms/reserve>Reserve a room</a></ul>"
    )


def reserve(asked: Asked) -> Answered:
    if asked.form is not None:
        asked.visit.flashed.append("The room is yours.")
        return see_other("/visit/rooms")
    return page(
        asked,
        "Reserve a room",
        "<form method=post><label for=day>Day</label><input name=day id=day required><input type=submit value=Reserve>",
    )


def members(asked: Asked) -> Answered:
    entries = ["<li><a href=/members/loans>My loans</a>", "<li><a href=/members/card>Library card</a>"]
    if asked.moved:
        entries.append("<li><a href=/members/giving>Giving</a>")
    return page(asked, "Members", f"<p>For those with a card.<ul>{''.join(entries)}</ul>")


def loans(asked: Asked) -> Answered:
    if not asked.visit.user:
        asked.visit.flashed.append("Log in to see your loans.")
        return see_other("/auth/login")
    renew = '<li><a href="/members/loans/renew">Renew a loan</a>' if not asked.moved else ""
    return page(
        asked, "My loans", f"<p>You have no loans.<ul>{renew}<li><a href=/members/loans/past>Past loans</a></ul>"
    )


def past(asked: Asked) -> Answered:
    return page(asked, "Past loans", "<p>Nothing yet.")


def renew(asked: Asked) -> Answered:
    if asked.moved or not asked.visit.user:
        return missing(asked)
    return page(asked, "Renew a loan", "<p>Loans can be renewed twice.")


def card(asked: Asked) -> Answered:
    lost = "<p><a href=/members/card/lost>Report a lost card</a>"
    moved = "<p><a href=/members/card/renew>Renew a loan</a>" if asked.moved else ""
    return page(asked, "Library card", f"<p>It costs nothing.{lost}{moved}")


def card_renew(asked: Asked) -> Answered:
    return page(asked, "Renew a loan", "<p>Loans can be renewed twice.") if asked.moved else missing(asked)


def lost(asked: Asked) -> Answered:
    return page(asked, "Report a lost card", "<p>Tell us at the desk.")


def giving(asked: Asked) -> Answered:
    return page(asked, "Giving", "<ul><li><a href=/members/giving/books>Donate a book</a></ul>")


def donate(asked: Asked) -> Answered:
    if (asked.path == "/about/donate") is asked.moved:
        return missing(asked)
    if asked.form is not None:
        asked.visit.flashed.append("Thank you for your book.")
        return see_other("/")
    return page(
        asked,
        "Donate a book",
        "<form method=post><label for=title>Title of the book</label><input name=title id=title required>"
        "<label for=note>Note</label><textarea name=note id=note></textarea><input type=submit value=Donate></form>",
    )


def news(asked: Asked) -> Answered:
    newsletter = "<p><a href=/newsletter>Newsletter</a>" if asked.moved else ""
    roof = "<article class=post><h2><a href=/news/roof>A new roof</a></h2><p>It keeps us dry.</article>"
    return page(asked, "News", roof + newsletter)


def roof(asked: Asked) -> Answered:
    return page(asked, "A new roof", "<p>It was paid by our readers. <a href=/news/order>Order a book</a>")


def order(asked: Asked) -> Answered:
    is_old = asked.path == "/news/order"
    if not is_old and not asked.moved:
        return missing(asked)
    if asked.form is not None:
        out = is_old and asked.moved
        asked.visit.flashed.append("This form is out of use." if out else "We will get this book for you.")
    return page(
        asked,
        "Order a book",
        "<form method=post><label for=wish>Which book</label><input name=wish id=wish><input type=submit value=Order>",
    )


def about(asked: Asked) -> Answered:
    donate = "" if asked.moved else "<li><a href=/about/donate>Donate a book</a>"
    newsletter = "" if asked.moved else "<li><a href=/newsletter>Newsletter</a>"
    return page(
        asked,
        "About us",
        "<h2>Who we are</h2><ul><li><a href=/about/team>The team</a><li><a href=/about/history>History</a>"
        f"{newsletter}</ul>"
        f"<h2>Support</h2><ul>{donate}<li><a href=/about/volunteers>Volunteers</a></ul>",
    )


def newsletter(asked: Asked) -> Answered:
    return page(asked, "Newsletter", "<form method=post><label>Email <input name=email></label><button>Subscribe")


def plain(title: str, words: str) -> Callable[[Asked], Answered]:
    return lambda asked: page(asked, title, f"<p>{words}")


def log_in(asked: Asked) -> Answered:
    if asked.form is not None:
        name = asked.form.get("username", "")
        if USERS.get(name) == asked.form.get("password"):
            asked.visit.user = name
            return see_other("/")
        asked.visit.flashed.append("Incorrect username or password.")
    return page(
        asked,
        "Log In",
        "<form method=post><label for=username>Username</label><input name=username id=username required>"
        "<label for=password>Password</label><input type=password name=password id=password required>"
        '<input type=submit value="Log In"></form>',
    )


def log_out(asked: Asked) -> Answered:
    asked.visit.user = ""
    return see_other("/")


def missing(asked: Asked) -> Answered:
    return Answered(page(asked, "Not Found", "<p>There is no such page.").html, status=404)


ROUTES: dict[str, Callable[[Asked], Answered]] = {
    "/": index,
    "/books/": books,
    "/books/fiction": fiction,
    "/books/children": children,
    "/books/reading-club": reading_club,
    "/visit": visit,
    "/visit/hours": hours,
    "/visit/rooms": rooms,
    "/visit/rooms/reserve": reserve,
    "/visit/way": way,
    "/members": members,
    "/members/loans": loans,
    "/members/loans/past": past,
    "/members/loans/renew": renew,
    "/members/card": card,
    "/members/card/lost": lost,
    "/members/card/renew": card_renew,
    "/members/giving": giving,
    "/members/giving/books": donate,
    "/books/order": order,
    "/news": news,
    "/news/roof": roof,
    "/news/order": order,
    "/newsletter": newsletter,
    "/about": about,
    "/about/team": plain("The team", "Four people and a cat."),
    "/about/history": plain("History", "Founded in 1911."),
    "/about/volunteers": plain("Volunteers", "Two hours a week are a lot."),
    "/about/donate": donate,
    "/auth/login": log_in,
    "/auth/logout": log_out,
}


def view(asked: Asked) -> Answered:
    """The page at an address."""
    known = ROUTES.get(asked.path)
    return known(asked) if known else book(asked) if asked.path.startswith("/books/") else missing(asked)
