"""Said secrets: passwords in logins, commands and sentences, recovery codes and phrases of wallets. Pure.

Between the word that says what it is and the value stand a user, a flag or half a sentence; so the value itself must
look like what people take for passwords: a word with digits, digits for letters, a sign in the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables import secret_marks as marks

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHOSEN = (
    r"(?=[^\s'\"`]{0,40}[A-Za-z])(?=[^\s'\"`]{0,40}[0-9])(?:"
    r"[A-Z][a-z]{3,14}[!#$%&*@_]?[0-9]{2,4}[!?#$%&*]?"
    r"|[a-z]{4,14}(?:[!#$%&*@_][0-9]{2,4}|[0-9]{2,4}[!?#$%&*])"
    r"|[A-Za-z]{1,10}[@013457$][A-Za-z0-9@$!_]{2,12}(?:[0-9!_#][0-9!#]{1,4})"
    r"|(?=[^\s'\"`]{0,20}[a-z][^\s'\"`]{0,20}[A-Z]|[^\s'\"`]{0,20}[A-Z][^\s'\"`]{0,20}[a-z])"
    r"(?=[A-Za-z]{0,20}[0-9#%&*!$][A-Za-z]{0,20}[0-9#%&*!$A-Z])[A-Za-z0-9!#$%&*]{8,24})"
    r"(?![A-Za-z0-9@]|[._/-][A-Za-z0-9])"
)
"""A password as people choose or make them."""

_USER = r"[\w.+-]{1,40}(?:@[\w.-]{2,60})?"
_NAME = (
    r"(?i:passw(?:or)?[dt]e?|passord|passphrase|passcode|contrasena|mot de passe|senha|palavra-passe|kennwort|"
    r"passwort|wachtwoord|haslo|parola|losenord|salasana|heslo|adgangskode|jelszo|lozinka)"
)
_DIGIT = Expression("[0-9]")
_PART = Expression(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}|[0-9]{1,40}")
_MANY_PARTS = 0.42
_VALUE = Expression(rf"(?<![A-Za-z0-9]){_CHOSEN}")
_SAID = (
    Expression(
        r"\b(?i:log(?:s|ged|ging)?[ -]?(?:in|on)(?:to)?|sign(?:s|ed|ing)?[ -]?(?:in|on)|logins?|credentials?|accounts?|"
        r"authenticat\w{1,4}|basic[ -]auth|users?|anmelden|melde|einloggen|connecte\w{0,3}|connexion|identifiants?|"
        r"entr[aeo]r?|acced\w{1,3}|inicia\w{0,3}|inlog\w{2,5}|ingelogd|zalog\w{2,6})\b"
        rf"[^\n]{{0,60}}?(?<![\w.@-]){_USER}\s{{0,2}}(?:[/:|,;]|\b(?:with|and|using|mit|und|avec|et|con|"
        rf"y)\b)\s{{0,2}}['\"`]?({_CHOSEN})"
    ),
    Expression(
        rf"(?<![\w.+-])[\w.+-]{{1,40}}@[\w.-]{{2,60}}\.[a-z]{{2,12}}\s{{0,2}}(?:[/:|,;]|-\s)\s{{0,2}}['\"`]?({_CHOSEN})"
    ),
    Expression(
        r"\b(?i:log(?:s|ged|ging)?[ -]?(?:in|on)(?:to)?|sign(?:s|ed|ing)?[ -]?(?:in|on)|authenticat\w{1,4}|"
        r"unlock\w{0,3})\b"
        rf"[^\n.]{{0,40}}?\b(?:with|using|by|mit|avec|con)\s{{1,2}}['\"`]?({_CHOSEN})"
    ),
    Expression(
        rf"{_NAME}\w{{0,4}}(?:\s[\w.@'-]{{1,40}}){{0,6}}?\s(?:is|was|ist|lautet|est|es|e|to|er|ar|jest|on|from)"
        rf"\s{{1,2}}['\"`«„“]?({_CHOSEN})"
    ),
    Expression(rf"(?<![^\s'\"`(])({_CHOSEN})['\"`]?\s(?:as|for|als|comme|como)\s(?:[\w']{{1,12}}\s){{0,2}}{_NAME}"),
    Expression(
        r"(?i:\b(?:log_?in|sign_?in|authenticate|basic_?auth|auth|credentials|set_?password|"
        r"with_?credentials)\w{0,12}\(\s{0,3})"
        rf"(?:['\"][^'\"\n]{{1,60}}['\"]\s{{0,3}},\s{{0,3}})?['\"]({_CHOSEN})['\"]"
    ),
)
"""The password is the first group of each."""

_BOUND = (
    Expression(
        r"\b(?i:(?:docker|podman|helm|oras|crane|az|oc|cf|heroku|vault|redis-cli|ldap\w{3,8}|smbclient|rpcclient|"
        r"net use|zip|unzip|7za?|rar|unrar|openssl|rclone|psql|sqlcmd|bcp|lftp|svn|htpasswd|xfreerdp|rdesktop|nmcli|"
        r"influx|cqlsh|clickhouse-client|mosquitto_(?:pub|sub)|snmp\w{3,8}|ipmitool|keytool|jarsigner|gpg|http|"
        r"https|wget)\b)"
        r"[^\n]{0,120}?\s(?:--?[pPwWakKU]|/p:|login)[ =]?['\"]?(?:[\w.@-]{1,40}[%:])?"
        r"([^\s'\"$<{%:/-][^\s'\"/<{]{6,60})(?=['\"\s]|$)"
    ),
    Expression(
        r"(?i:\bwi-?fi\b)[^\n]{0,40}?\b(?i:key|code|psk)\b\s{0,2}(?:is|:|=)?\s{0,2}"
        r"((?=[a-z]{0,20}[0-9])[A-Za-z0-9]{8,63})\b"
    ),
)
"""A flag or a word binds these to a command or a network: so they may look like any token, too."""

_MADE = Expression(
    r"(?<![\w./@#=&?-])(?=[^\s]{0,20}[a-z])(?=[^\s]{0,20}[A-Z])(?=[^\s]{0,20}[0-9])[A-Za-z0-9!#$%&*_]{8,24}(?![\w@/-]|\.\w)"
)
"""What a generator makes: both cases and digits without a gap."""

_NEAR = Expression(
    rf"{_NAME}|(?<![a-z])(?i:pw|p/w|pwd|mdp|logins?|log-?in|creds|credentials|anmeld\w{{2,4}}|connexion|wi-?fi|wlan|"
    r"ssid|security answer|sifre\w{0,4}|parol\w{0,5}|clave|mat khau|kata sandi|has(?:l|ł)\w{1,3}|"
    r"пароль|паролем|パスワード|密码|密碼|"
    r"비밀번호)(?![a-z])"
)
_SENTENCE_STOP = Expression(r"[\n;\[\]]|[.!?]\s")
_AROUND = 60

_BOUND_HINTS = ((*(f"{blank}-" for blank in " \t\n\r\f\v"), "/p:", "login"), ("wifi", "wi-fi"))
"""What a plain text has in it wherever one of those stands."""

_CODE_HINTS = ("code", "codigo", "key", "backup", "kit", "word", "schlussel")
"""The same for codes, and for the words of wallets."""

_WALLET_HINTS = ("seed", "mnemonic", "recovery", "wallet", "backup", "secret")

_CODE = r"(?:(?=[A-Za-z]{0,12}[0-9])[A-Za-z0-9]{4,12}|[0-9a-f]{5})"
_CODES = Expression(
    r"\b(?i:(?:recovery|backup|rescue|emergency|scratch|one-time|2fa|two-factor|mfa|restore|reset|activation|"
    r"unlock|licen[cs]e)"
    r"(?:[ -](?:codes?|keys?|backup|kit|words?)){1,2}|aktivierungs(?:code|schlussel)|lizenz(?:code|schlussel)|"
    r"freischalt(?:code|schlussel)|"
    r"wiederherstellungs(?:codes?|schlussel)|codes? de (?:secours|recuperation|activation)|codigos? de (?:respaldo|"
    r"recuperacion|activacion)|"
    r"(?:product|serial|cd)[ -]key)\b[^\n]{0,40}?[\s:]"
    rf"({_CODE}(?:-[A-Za-z0-9]{{4,10}}){{1,9}}(?![\w-])|"
    rf"{_CODE}(?:[ -]{_CODE})?(?:\s{{0,2}}[\s,/;]\s{{0,2}}{_CODE}){{2,23}})"
)
"""Codes in groups, or three and more of them."""

_WALLET = Expression(
    r"(?i:seed|mnemonic|recovery|wallet|backup|secret)(?:[ _-](?i:phrase|words?)){0,2}[^\n]{0,40}?[\s:=\"'`]{1,4}"
    r"((?:[0-9]{1,2}[.)]\s)?[a-z]{3,8}(?:[ ,\n]{1,2}(?:[0-9]{1,2}[.)]\s)?[a-z]{3,8}){11,23})(?![a-z ,]{0,2}[a-z])"
)
"""Twelve to twenty-four words that are no sentence."""

_SENTENCE = Expression(
    r"\b(?:the|and|are|was|were|for|with|from|that|this|has|have|not|its|their|can|must|should|when|shows?|than|"
    r"his|her|"
    r"into|any|all|each|per|but|you|your|our|they|been|had|will|der|die|das|und|ist|les|des|est|los|las|una)\b"
)


def said_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """The kind and the place of each secret that is said, and not assigned."""
    if not _DIGIT.search(text):
        yield from _wallets(text)
        return
    mixed = mixed_words(text)
    for expression in _SAID if _VALUE.search(mixed) else ():
        yield from _passwords(expression, text)
    if _MADE.search(mixed):
        yield from _made(text)
    lower = text.lower()
    for expression, hints in zip(_BOUND, _BOUND_HINTS, strict=True):
        if not text.isascii() or any(map(lower.__contains__, hints)):
            yield from _passwords(expression, text)
    for match in _CODES.finditer(text) if any(map(lower.__contains__, _CODE_HINTS)) else ():
        if sum(map(str.isdigit, match[1])) > 2:  # noqa: PLR2004 - fewer are a size
            yield "recovery code", match.start(1), match.end(1)
    yield from _wallets(text)


def mixed_words(text: str) -> str:
    """The words that are not letters alone: a value stands in one of them, without a gap."""
    return " ".join(word for word in text.split() if not word.isalpha())


def _passwords(expression: Expression, text: str) -> Iterator[tuple[str, int, int]]:
    for match in expression.finditer(text):
        value = match[1]
        chosen = _VALUE.match(value) or len(value) >= marks.SHORTEST_TOKEN or expression is _BOUND[1]
        if chosen and not marks.PLACEHOLDER.search(value) and not marks.NO_VALUE.search(value) and _is_mixed(value):
            yield "password", match.start(1), match.end(1)


def _made(text: str) -> Iterator[tuple[str, int, int]]:
    """Values that look made by chance, in one sentence with a word for a password."""
    for match in _MADE.finditer(text):
        before = _SENTENCE_STOP.sub("\n", text[max(0, match.start() - _AROUND) : match.start()]).rpartition("\n")[2]
        after = _SENTENCE_STOP.sub("\n", text[match.end() : match.end() + _AROUND]).partition("\n")[0]
        value = match[0]
        parts = len(_PART.findall(value))
        if (
            parts > _MANY_PARTS * len(value)
            and _NEAR.search(f"{before}\n{after}")
            and not marks.PLACEHOLDER.search(value)
        ):
            yield "password", match.start(), match.end()


def _wallets(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _WALLET.finditer(text) if any(map(text.lower().__contains__, _WALLET_HINTS)) else ():
        if not _SENTENCE.search(match[1]):
            yield "recovery phrase", match.start(1), match.end(1)


def _is_mixed(value: str) -> bool:
    return any(map(str.isalpha, value)) and any(map(str.isdigit, value)) and len(set(value)) > 4  # noqa: PLR2004 - a row of few signs
