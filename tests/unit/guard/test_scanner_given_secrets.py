"""Secrets given in configurations, commands and addresses are masked to the value alone; what only names them stays."""

from __future__ import annotations

import pytest

from hardwon.guard.scanner import redacted
from hardwon.guard.scanner.secrets import secrets_in

GIVEN = {
    "MINIO_ROOT_PASSWORD=anker¦platz!": "ankerplatz!",
    "psk = 'vier.Kra¦ehen.im.Regen'": "vier.Kraehen.im.Regen",
    "kubectl create secret generic smtp --from-literal=password=Pap¦rika,Chips": "Paprika,Chips",
    "<password>Ost¦see-Wind-5</password>": "Ostsee-Wind-5",
    "CREATE USER 'web' IDENTIFIED BY 'Glocken¦spiel';": "Glockenspiel",
    "ALTER ROLE web WITH PASSWORD 'kwar¦taal-4';": "kwartaal-4",
    "adminPass=`Nuss¦knacker!`": "Nussknacker!",
    "enable secret 0 Hafen¦kran31": "Hafenkran31",
    "7z x -pDon¦au_delta archive.7z": "Donau_delta",
    "OTP_SECRET: UWXG¦BLRWVMBQNIIE": "UWXGBLRWVMBQNIIE",
    "pin_code: 83¦06": "8306",
    "jdbc:oracle:thin:scott/leeu¦werik@ora.example:1521/XE": "leeuwerik",
    "algolia admin key 0b6d8e1f¦2a3c4d5e6f708192a3b4c5d6 was found": "0b6d8e1f2a3c4d5e6f708192a3b4c5d6",
    "BitLocker: 556367-237808-741726-56¦7407-128898-596050-904303-956653": (
        "556367-237808-741726-567407-128898-596050-904303-956653"
    ),
    "2FA setup key JBSW Y3DP¦ EHPK 3PXP": "JBSW Y3DP EHPK 3PXP",
    "page.getByLabel('Password').fill('ti¦ger77')": "tiger77",
    "page.fill('#password', 'ti¦ger77')": "tiger77",
    "cy.get('[name=password]').type('tig¦er77{enter}')": "tiger77",
    "find_element(By.ID, 'password').send_keys('ti¦ger77')": "tiger77",
    'driver.findElement(By.id("pwd")).sendKeys("ti¦ger77");': "tiger77",
    "fill_in 'Password', with: 'ti¦ger77'": "tiger77",
    'login("bob", "tig¦er77")': "tiger77",
    "| user | password |\n|---|---|\n| bob | tig¦er77 |": "tiger77",
    "redis-cli -a ti¦ger77": "tiger77",
    "mysql -uroot -pti¦ger shop": "tiger",
    "Authorization: Bearer 3f9a1¦c77bb20": "3f9a1c77bb20",
    '{"password": {"value": "tig¦er77"}}': "tiger77",
    "https://shop.example/?access_token=8d7f¦6a8d7f": "8d7f6a8d7f",
    '{"password":"Ti\\"ger¦77Lion"}': 'Ti\\"ger77Lion',
    "curl -u 'bob:Tig¦er 77' https://shop.example": "Tiger 77",
    "mysql -p'Tig¦er 77' shop": "Tiger 77",
    "card 5168.3946.7777¦.5003 cvc 233": "5168.3946.7777.5003",
}
NAMED = (
    "password = form.password",
    "password: string",
    "db.password=config.password",
    "login(password=userpass)",
    "--password string",
    'identified by "sylius"',
    'token = request.headers["Authorization"].split(" ")[1]',
    "arn:aws:secretsmanager:eu-west-1:225275971608:secret:harbor/db-a1b2c3",
    "smtp_password: REPLACE_ME",
    "password: required",
    "page.getByLabel('Password').fill('')",
    "page.getByLabel('Password').fill(password)",
    "page.getByLabel('Password').fill('password')",
    'page.getByLabel("Password").fill(os.environ["PW"])',
    "cy.get('[name=search]').type('secret')",
    "cy.get('[name=password]').clear(); cy.get('[name=search]').type('tiger77')",
    "cy.get('[name=password]').type(Cypress.env('pw'))",
    "cy.get('#password').type('{enter}')",
    "find_element(By.ID, 'password').send_keys(Keys.ENTER)",
    'login("bob", password)',
    "login('page', 'loads')",
    "login('shop', 'user2')",
    "redis-cli -a $PASS",
    "mysql -uroot -p shop",
    "mysql -uroot -proot shop",
    "Authorization: Bearer <token>",
    '{"password": {"value": "string"}}',
    "/search?access_token=TOKEN",
    "curl -u 'bob:your password' https://shop.example",
    "| user | password |\n|---|---|\n| bob | required |",
    "the public key 0b6d8e1f2a3c4d5e6f708192a3b4c5d6 was found",
)


@pytest.mark.parametrize("text", GIVEN)
def test_a_given_secret_is_masked_and_nothing_else(text: str) -> None:
    value, text = GIVEN[text], text.replace("¦", "")
    assert [text[secret.start : secret.end] for secret in secrets_in(text)] == [value]
    before, _, after = text.partition(value)
    assert redacted(text).startswith(before)
    assert redacted(text).endswith(after)
    assert value not in redacted(text)


@pytest.mark.parametrize("text", NAMED)
def test_what_only_names_a_secret_stays(text: str) -> None:
    assert redacted(text) == text
