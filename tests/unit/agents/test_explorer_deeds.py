"""Which links a search may follow: none that ends the visit, costs something or destroys something."""

# ruff: noqa: E501, RUF001 - names of links in many languages

from __future__ import annotations

import pytest

from hardwon.agents.explorer.deeds import harms, may_harm
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.page import Link, Page
from hardwon.agents.explorer.several import on_one_of_several

HARMFUL = [
    "Clear all", "Empty basket", "Reset", "Wipe", "Discard", "Leave", "Drop", "Trash", "Close account", "End session",
    "Pay", "Buy now", "Approve", "Refund", "Unsubscribe", "Cancel order", "Yes, delete it", "Permanently delete",
    "Log out", "Sign off", "Sign me out", "Remove", "× Remove", "Delete", "Deactivate my account", "Leave group",
    "Cancel my subscription", "Empty trash", "Discard draft", "Pay now", "Purchase", "Revoke access", "Reject",
    "Clear history", "Void invoice", "Quit", "Withdraw application", "Disconnect", "Uninstall", "Terminate",
    "Löschen", "Konto löschen", "Abmelden", "Kündigen", "Vertrag kündigen", "Jetzt bestellen", "Bestellen", "Kaufen",
    "Warenkorb leeren", "Zurücksetzen", "Entfernen", "Stornieren", "Newsletter abbestellen", "Zahlungspflichtig bestellen",
    "Se déconnecter", "Déconnexion", "Supprimer", "Supprimer le compte", "Vider le panier", "Annuler", "Résilier", "Payer",
    "Eliminar", "Borrar todo", "Cerrar sesión", "Salir", "Vaciar la cesta", "Darse de baja", "Pagar", "Comprar",
    "Elimina", "Esci", "Svuota carrello", "Excluir conta", "Sair", "Apagar", "Verwijderen", "Uitloggen", "Afmelden",
    "Usuń", "Usuń konto", "Wyloguj się", "Anuluj zamówienie", "Odhlásit", "Odhlásit se", "Smazat", "Zrušit", "Radera",
    "Ta bort", "Logga ut", "Log ud", "Slet", "Poista", "Kirjaudu ulos", "Удалить", "Выйти", "Очистить корзину", "Видалити",
    "Absagen", "Termin absagen", "Storno", "Zurückziehen", "Ablehnen", "Sperren", "Auszahlen", "Rückerstatten", "Austragen",
    "Fermer le compte", "Virer", "Régler", "Décommander", "Révoquer", "Bloquer", "Désactiver", "Rembourser", "Retirer",
    "Refuser", "Quitter", "Call off", "Discharge", "Afzeggen", "Avboka", "Aflys", "Disdire",
    "Sil", "Çıkış yap", "Törlés", "削除", "退会する", "ログアウト", "退出", "删除", "清空购物车", "登出", "삭제", "로그아웃", "حذف",
]  # fmt: skip
HARMLESS = [
    "Deleted items", "Payment methods", "Reset password help", "How to delete your account", "Cancellation policy",
    "Refund policy", "Orders", "Order history", "Settings", "Log in", "Sign up", "Clearance sale", "Buyer's guide",
    "Help: cancel an order", "About refunds", "Leave a review", "Drop us a line", "Drop-off points", "Payments",
    "Archive", "Checkout", "Donate a book", "Cleaning products", "Emptying your bin", "Leaves and trees", "Removals",
    "Gelöschte Objekte", "Zahlungsarten", "Kündigungsfristen", "Bestellungen", "Hilfe zum Löschen", "Aide : supprimer un compte",
    "Modes de paiement", "Métodos de pago", "Usunięte", "Удалённые", "已删除", "削除済みアイテム", "Paid invoices",
    "Approved requests", "Trash collection days", "Closed tickets", "Ended auctions", "Unsubscribed members", "",
]  # fmt: skip
PERHAPS = [
    "Überweisen", "Beenden", "Freigeben", "Genehmigen", "Buchen", "Jetzt buchen", "Bestätigen", "Mahnen", "Archivieren",
    "Valider le virement", "Envoyer l'argent", "Send money", "Transfer now", "Check out", "Check-out guest", "Release room",
    "Book now", "No-show", "Expire", "Place order",
]  # fmt: skip
SURELY_NOT = [
    *HARMLESS,
    "Termin buchen",
    "Release notes",
    "Check out our sale",
    "Booking",
    "Confirmations",
    "Stornobedingungen",
]
ADDRESSES = {
    "/logout": True, "/auth/sign-out": True, "/cart?action=delete": True, "/orders/5/cancel": True, "/delete/5": True,
    "/cart/empty": True, "/account/close": True, "/item/7?remove=1": True, "/users/sign_off": True, "/x?do=clearAll": True,
    "/session/end": True, "/konto/loeschen": True, "/deconnexion": True, "/pay": True, "/mail/unsubscribe?u=5": True,
    "/cart/removeItem?id=3": True, "/index.php?op=logout": True, "/carrito/vaciar": True, "/t/5/destroy": True,
    "/deleted": False, "/payment-methods": False, "/help/delete-account": False, "/search?q=delete": False,
    "/orders": False, "/products/clearance": False, "/blog/how-to-cancel": False, "/list?sort=end": False,
    "/faq/refund": False, "/catalogue?page=2": False, "/items?filter=trash": False, "/": False, "/drop-off": False,
}  # fmt: skip


def link(text: str = "Go", path: str = "/x", said: str = "") -> Link:
    return Link(text=text, url=f"http://shop.example{path}", said=said)


@pytest.mark.parametrize("text", HARMFUL)
def test_what_ends_costs_or_destroys_something_is_not_followed(text: str) -> None:
    assert harms(link(text), "")
    assert harms(link("🗙", said=text), ""), "an icon says it to those who cannot see it"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_alike_is_followed(text: str) -> None:
    assert not harms(link(text), "")


@pytest.mark.parametrize("path", ADDRESSES)
def test_an_address_says_it_too(path: str) -> None:
    assert harms(link(path=path), "") is ADDRESSES[path]


@pytest.mark.parametrize(
    ("text", "goal", "followed"),
    [
        ("Delete account", "delete account", True),
        ("Log out", "delete account", False),
        ("Delete order", "delete account", False),
        ("Unsubscribe", "unsubscribe", True),
        ("Kündigen", "Kündigen", True),
        ("Reset password", "reset password", True),
        ("Cancel", "cancel subscription", False),
        ("Close my account", "Close", False),
        ("Close my account", "Close account", True),
        ("Delete page", "Delete", False),
        ("Cancel bookings", "Cancel booking", False),
        ("Log out Nadia Ferrer", "log out", False),
        ("Log Out All Devices", "log out", False),
        ("Sign out everywhere", "log out", False),
    ],
)
def test_only_what_the_step_names_is_followed(text: str, goal: str, followed: bool) -> None:
    assert harms(link(text), goal) is not followed


@pytest.mark.parametrize("text", PERHAPS)
def test_what_may_be_a_deed_is_left_alone_unless_it_is_named(text: str) -> None:
    assert may_harm(link(text), frozenset())
    assert not may_harm(link(text), words_of(text))


@pytest.mark.parametrize("text", SURELY_NOT)
def test_what_leads_to_a_page_is_no_deed(text: str) -> None:
    assert not may_harm(link(text), frozenset())


SEVERAL = {
    "/termine/502/absagen": True, "/x?id=5&do=xyz": True, "/rooms/12/uvolni": True, "/r/INV-1042/zrus": True,
    "/termine/502?do=xyz": True, "/x?id=5&xyz": True, "/b/3f2a9c81d0/vrni": True,
    "/orders/12": False, "/orders/12/edit": False, "/orders/12/details": False, "/orders/12?tab=notes": False,
    "/2026/05/hello": True, "/2026/hello": False, "/news/2026/a-new-roof-for-the-hall": False, "/api/v2/users": False,
    "/list?page=2&sort=price": False, "/termine/502/bearbeiten": False, "/clinic/7/doctors": False, "/about": False,
    "/orders/12/a-poem-about-the-sea": False,
}  # fmt: skip


@pytest.mark.parametrize("path", SEVERAL)
def test_a_word_behind_an_id_does_something_to_one_of_several(path: str) -> None:
    page = Page(url="http://shop.example/list", links=(link("Go", path),))
    home = Page(url="http://shop.example/clinic/7")
    assert bool(on_one_of_several(page, home)) is SEVERAL[path]


@pytest.mark.parametrize(
    ("text", "paths", "acts"),
    [
        ("Uvolni", ("/u?x=1", "/u?x=2"), True),
        ("Uvolni", ("/uvolni/1", "/uvolni/2"), True),
        ("Uvolni", ("/u", "/u"), False),
        ("Termin", ("/list/1", "/list/2"), False),
        ("Termin", ("/orders/1", "/orders/2"), False),
        ("Details", ("/d?x=1", "/d?x=2"), False),
        ("Read more", ("/news/roof", "/news/door"), False),
    ],
)
def test_the_same_text_in_several_rows_does_something_to_one_of_them(
    text: str, paths: tuple[str, ...], acts: bool
) -> None:
    rows = tuple(
        Link(text=text, url=f"http://shop.example{path}", near=f"Ann {number} {text}")
        for number, path in enumerate(paths)
    )
    assert bool(on_one_of_several(Page(url="http://shop.example/list", links=rows), None)) is acts
