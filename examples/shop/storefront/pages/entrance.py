"""In and out: log in, log out, register, and what helps when neither works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storefront.markup import field, form, link, links, page, text
from storefront.pages.settings import recovery
from storefront.web import Response, View, redirect

if TYPE_CHECKING:
    from storefront.web import Request


def log_in(request: Request) -> Response:
    if request.form is not None:
        account = request.state.log_in(request.form.get("email", ""), request.form.get("password", ""))
        if account:
            request.visit.account = account
            request.visit.notice = f"Hello {account.name}."
            return redirect("/account")
        request.visit.notice = "That email and password do not fit."
    fields = (field("email", "Email", kind="email"), field("password", "Password", kind="password"))
    return Response(page(request, "Log in", form(request, "/login", "Log in", *fields), link("login/help", "Trouble?")))


def log_out(request: Request) -> Response:
    """Leaves at once, by a mere link: the trap that every crawler of a site must know."""
    request.visit.account = None
    request.visit.notice = "You are logged out."
    return redirect("/")


def register(request: Request) -> Response:
    if request.form is not None:
        given = {name: request.form.get(name, "").strip() for name in ("email", "name", "password")}
        if all(given.values()) and given["email"] not in request.state.accounts:
            request.visit.account = request.state.register(**given)
            request.visit.notice = f"Welcome, {given['name']}."
            return redirect("/account")
        request.visit.notice = "That does not work: something is missing, or the email is taken."
    fields = (
        field("name", "Your name"),
        field("email", "Email", kind="email"),
        field("password", "New password", kind="password"),
    )
    return Response(page(request, "Register", form(request, "/register", "Create account", *fields)))


def trouble(request: Request) -> Response:
    entries = [("/help/contact", "Write to us")]
    if not request.moved:
        entries.append(("/login/recovery", "Account recovery"))
    return Response(page(request, "Trouble logging in", text("It happens."), links(*entries)))


ROUTES: dict[str, View] = {
    "/login": log_in,
    "/logout": log_out,
    "/register": register,
    "/login/help": trouble,
    "/login/recovery": recovery,
}
