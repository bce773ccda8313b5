"""Settings: profile, security, notifications. Account recovery is under security, or has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storefront.markup import choice, field, form, links, page, text
from storefront.web import Response, View, members_only

if TYPE_CHECKING:
    from storefront.web import Request

RHYTHMS = ("never", "weekly", "monthly")


def overview(request: Request) -> Response:
    entries = (
        ("settings/profile", "Profile"),
        ("settings/security", "Security"),
        ("settings/notifications", "Notifications"),
    )
    return Response(
        page(request, "Settings", text("Your name, devices, recovery, and the newsletter."), links(*entries))
    )


def profile(request: Request) -> Response:
    account = request.visit.account
    if request.form is not None and account:
        account.name = request.form.get("name", "").strip() or account.name
        request.visit.notice = "Profile saved."
    shown = field("name", "Display name", value=account.name if account else "")
    return Response(page(request, "Profile", form(request, "/settings/profile", "Save profile", shown)))


def notifications(request: Request) -> Response:
    account = request.visit.account
    if request.form is not None and account:
        account.newsletter = request.form.get("newsletter", account.newsletter)
        request.visit.notice = f"Newsletter: {account.newsletter}."
    chosen = choice("newsletter", "Newsletter", RHYTHMS, account.newsletter if account else "never")
    return Response(
        page(request, "Notifications", form(request, "/settings/notifications", "Save notifications", chosen))
    )


def security(request: Request) -> Response:
    entries = (("security/devices", "Devices"), ("security/recovery", "Account recovery"))
    return Response(page(request, "Security", text("Who can come in."), links(*entries)))


def devices(request: Request) -> Response:
    return Response(page(request, "Devices", text("One device is logged in."), links(("/logout", "End all visits"))))


def old_recovery(request: Request) -> Response:
    """Under security. When things have moved, the old form is still there and does nothing, as in so many products."""
    if not request.moved:
        return recovery(request)
    if request.form is not None:
        return Response(page(request, "Account recovery", text("This form is out of use. Nothing was sent.")))
    return Response(page(request, "Account recovery", _recovery_form(request)))


def recovery(request: Request) -> Response:
    """The form that works. Its address depends on whether things have moved."""
    if request.form is None:
        return Response(page(request, "Account recovery", _recovery_form(request)))
    email = request.form.get("recovery", "")
    return Response(page(request, "Check your mail", text(f"A recovery link is on its way to {email}.")))


def _recovery_form(request: Request) -> str:
    return form(request, request.path, "Send recovery link", field("recovery", "Recovery email", kind="email"))


ROUTES: dict[str, View] = {
    "/settings": members_only(overview),
    "/settings/profile": members_only(profile),
    "/settings/notifications": members_only(notifications),
    "/settings/security": members_only(security),
    "/settings/security/devices": members_only(devices),
    "/settings/security/recovery": members_only(old_recovery),
}
