"""Which links a search may follow: none that ends the visit, costs something or destroys something."""

# ruff: noqa: E501, RUF001 - names of links in many languages

from __future__ import annotations

import pytest

from hardwon.agents.explorer.deeds import harms
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.page import Link

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
ADDRESSES = {
    "/logout": True, "/auth/sign-out": True, "/cart?action=delete": True, "/orders/5/cancel": True, "/delete/5": True,
    "/cart/empty": True, "/account/close": True, "/item/7?remove=1": True, "/users/sign_off": True, "/x?do=clearAll": True,
    "/session/end": True, "/konto/loeschen": True, "/deconnexion": True, "/pay": True, "/mail/unsubscribe?u=5": True,
    "/cart/removeItem?id=3": True, "/index.php?op=logout": True, "/carrito/vaciar": True, "/t/5/destroy": True,
    "/deleted": False, "/payment-methods": False, "/help/delete-account": False, "/search?q=delete": False,
    "/orders": False, "/products/clearance": False, "/blog/how-to-cancel": False, "/list?sort=end": False,
    "/faq/refund": False, "/catalogue?page=2": False, "/items?filter=trash": False, "/": False, "/drop-off": False,
}  # fmt: skip
NOTHING = words_of("account recovery")


def link(text: str = "Go", path: str = "/x", said: str = "") -> Link:
    return Link(text=text, url=f"http://shop.example{path}", said=said)


@pytest.mark.parametrize("text", HARMFUL)
def test_what_ends_costs_or_destroys_something_is_not_followed(text: str) -> None:
    assert harms(link(text), NOTHING)
    assert harms(link("🗙", said=text), NOTHING), "an icon says it to those who cannot see it"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_alike_is_followed(text: str) -> None:
    assert not harms(link(text), NOTHING)


@pytest.mark.parametrize("path", ADDRESSES)
def test_an_address_says_it_too(path: str) -> None:
    assert harms(link(path=path), NOTHING) is ADDRESSES[path]


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
    ],
)
def test_only_what_the_step_names_is_followed(text: str, goal: str, followed: bool) -> None:
    assert harms(link(text), words_of(goal)) is not followed
