"""Rules on secrets, by kind. What each looks like is in `tables/secret_marks.py` and `tables/vendors.py`."""

from __future__ import annotations

from hardwon.guard.scanner.rules.rule import TextRule

RULES = (
    TextRule(
        id="vendor-token",
        reason="It has a token in the format of a known vendor.",
        blocks=(
            "The call uses ghp_" + "a8Kd03nQzX7Lw2RtYv5Bc9Jm4Hs6Pf1GeUo0 as token.",
            "Key AKIA" + "Q3ZXW7NPT5LRJ2VD is in the log.",
        ),
        passes=("The prefix ghp_ is shown before the input.", "The manual shows AKIAIOSFODNN7EXAMPLE as a key."),
    ),
    TextRule(
        id="random-token",
        reason="It has a long run of random characters, as tokens of any vendor have.",
        blocks=(
            "The console logs qvlk_" + "x7Rt2mWq9ZbLd4KfP8sHn3Ve when it opens.",
            "In local storage stands " + "bZ7qT2xWm9RfK4vLp8NsY3hGd6JcQ1aE.",
        ),
        passes=(
            "The order req_x7Rt2mWq9ZbLd4KfP8sHn3Ve is logged.",
            "The picture main.3f786850e387550fdab8.js is loaded.",
            "The fingerprint SHA256:bZ7qT2xWm9RfK4vLp8NsY3hGd6JcQ1aEuV5oXk0iTwM is shown.",
        ),
    ),
    TextRule(
        id="private-key",
        reason="It has a private key.",
        blocks=("-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEowIBAAKCAQEA1c7",),
        passes=("The page shows the public key, never the private key.",),
    ),
    TextRule(
        id="web-token",
        reason="It has a signed web token.",
        blocks=("eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiI3NzMxIn0.c2lnbmF0dXJlLXBhcnQtMTIzNDU2",),
        passes=("The token has three parts, joined by dots.",),
    ),
    TextRule(
        id="address-with-password",
        reason="It has an address with a password in it.",
        blocks=("The pool opens postgres://app:Zu7kLq93@db.internal/shop",),
        passes=(
            "The pool opens postgres://app:password@localhost/shop",
            "The page is at https://shop.example:8443/login",
        ),
    ),
    TextRule(
        id="keyword-secret",
        reason="It has a value that looks like a password or key, beside a word that says so.",
        blocks=("api_key = 9fQ2vXbT7LmZ4kRw8sNdYp3H", "The password is kV9#tq2!Lw8zR"),
        passes=(
            "The token is 123e4567-e89b-12d3-a456-426614174000.",
            "The token of the build is 3f786850e387550fdab836ed7e6dc881de23001b.",
            "The password is <password>, the token ****.",
            'I log in with the password "secret123"',
            "Token for order 000000172 is shown.",
        ),
    ),
    TextRule(
        id="personal-number",
        reason="It has the number of a card, an account or a person.",
        blocks=("The card 4111 1111 1111 " + "1111 is accepted.", "SSN 536-90" + "-4399 is shown."),
        passes=("The order 4111111111111112 is shown.", "The card 4111 **** **** 1111 is shown."),
    ),
)
