"""Secrets are found in plain sentences; their look-alikes are not."""

from __future__ import annotations

import random
import string

import pytest

from hardwon.guard.scanner import redacted
from hardwon.guard.scanner.secrets import secrets_in

HEX = "0123456789abcdef"
ALNUM = string.ascii_letters + string.digits

FORMATS = {
    "AWS": ("AKIA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
    "GitHub": ("ghp_", ALNUM, 36),
    "GitHub fine-grained": ("github_pat_11", ALNUM + "_", 70),
    "GitLab": ("glpat-", ALNUM, 20),
    "Slack": ("xoxb-1234567890-", string.digits + string.ascii_letters, 24),
    "Stripe": ("sk_live_", ALNUM, 24),
    "Anthropic": ("sk-ant-api03-", ALNUM, 90),
    "OpenAI": ("sk-proj-", ALNUM, 48),
    "Google": ("AIza", ALNUM + "_-", 35),
    "npm": ("npm_", ALNUM, 36),
    "PyPI": ("pypi-AgEIcHlwaS5vcmc", ALNUM + "_-", 80),
    "DigitalOcean": ("dop_v1_", HEX, 64),
    "Shopify": ("shpat_", HEX, 32),
    "Hugging Face": ("hf_", ALNUM, 34),
    "Databricks": ("dapi", HEX, 32),
    "Vault": ("hvs.", ALNUM, 90),
    "Twilio": ("SK", HEX, 32),
    "Linear": ("lin_api_", ALNUM, 40),
    "Docker": ("dckr_pat_", ALNUM, 27),
    "Groq": ("gsk_", ALNUM, 52),
    "Grafana": ("glsa_", ALNUM, 32),
}

NO_SECRETS = (
    "The token is 123e4567-e89b-12d3-a456-426614174000.",
    "token=123e4567-e89b-12d3-a456-426614174000",
    "The token of the build is 3f786850e387550fdab836ed7e6dc881de23001b.",
    "The token 3f78685 is the short form of the commit.",
    "Token for order 000000172 is shown.",
    "order token: 2024-000-172-88",
    "The password is ********** in the list.",
    "password: <your-password>",
    "api_key=xxxxxxxxxxxxxxxxxxxxxxxx",
    "api_key = YOUR_API_KEY_GOES_HERE",
    "token: ${ACCESS_TOKEN}",
    "The secret is changeme-please-now.",
    'I log in with the password "sylius"',
    "The key checkout.cart.total.label is translated.",
    "The secret santa page lists the gifts.",
    "Authorization: required",
    "Basic authentication is refused with status 401.",
    "The bearer of the voucher gets a discount.",
    "Set-Cookie is sent with the token of the session in lower-case-words-with-dashes.",
    "The page is at https://shop.example:8443/login and has a password field.",
    "postgres://user:pass@localhost/shop",
)


@pytest.mark.parametrize("vendor", FORMATS)
def test_a_vendor_token_is_found_in_a_sentence(vendor: str) -> None:
    prefix, alphabet, size = FORMATS[vendor]
    picked = random.Random(vendor)
    for _ in range(20):
        token = prefix + "".join(picked.choice(alphabet) for _ in range(size))
        sentence = f"The request was sent with {token} and was accepted."
        (secret,) = secrets_in(sentence)
        assert sentence[secret.start : secret.end] == token
        assert token[len(prefix) + 4 :] not in redacted(sentence)


@pytest.mark.parametrize(
    "text",
    [
        "password=hT7#kQ2!mZ",
        "The api key is vN3kX8pQ7wL2rT9sB4mC6yHd",
        "client_secret: 8f4b1c9de27a4b6f93c1d5e80a7b2c46",
        '{"accessToken": "pQ7wL2rT9sB4mC6yHdvN3kX8"}',
        "Authorization: Bearer pQ7wL2rT9sB4.mC6yHdvN3kX8",
        "Пароль: hT7#kQ2!mZ94x",
        "amqp://shop:hT7kQ2mZ@queue.internal:5672/",
    ],
)
def test_a_keyword_gives_a_random_value_away(text: str) -> None:
    assert len(secrets_in(text)) == 1


@pytest.mark.parametrize("text", NO_SECRETS)
def test_look_alikes_and_placeholders_are_no_secrets(text: str) -> None:
    assert secrets_in(text) == []


def test_a_private_key_is_redacted_to_its_last_line() -> None:
    body = "MIIEpAIBAAKCAQEA7bq0\nZx4uYt8Qm2\n"
    whole = f"-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----"
    for text in (whole, f"-----BEGIN RSA PRIVATE KEY-----\n{body}"):
        assert "MIIE" not in redacted(f"It logs {text}")
        assert "Zx4u" not in redacted(f"It logs {text}")
