"""How passwords are said: in logins, sentences, commands and calls, in many languages. Data only."""

# ruff: noqa: RUF001 - letters of other scripts are meant

from __future__ import annotations

from typing import Literal, NamedTuple

from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.secret_marks import PASSWORD_HINTS, PASSWORDS, PROPERTY, SAYS

CHOSEN = (
    r"(?=[^\s'\"`]{0,40}[A-Za-z])(?=[^\s'\"`]{0,40}[0-9])(?:"
    r"[A-Z][a-z]{3,14}[!#$%&*@_]?[0-9]{2,4}[!?#$%&*]?"
    r"|[a-z]{4,14}(?:[!#$%&*@_][0-9]{2,4}|[0-9]{2,4}[!?#$%&*])"
    r"|[A-Za-z]{1,10}[@013457$][A-Za-z0-9@$!_]{2,12}(?:[0-9!_#][0-9!#]{1,4})"
    r"|(?=[^\s'\"`]{0,20}[a-z][^\s'\"`]{0,20}[A-Z]|[^\s'\"`]{0,20}[A-Z][^\s'\"`]{0,20}[a-z])"
    r"(?=[A-Za-z]{0,20}[0-9#%&*!$][A-Za-z]{0,20}[0-9#%&*!$A-Z])[A-Za-z0-9!#$%&*]{8,24})"
    r"(?![A-Za-z0-9@]|[._/-][A-Za-z0-9])"
)
"""A password as people choose or make them."""

_PARTED = (
    r"(?:(?:[A-Za-z][a-z]{2,11}[-_.]){1,3}[0-9]{2,5}(?:[-_.][A-Za-z]{3,11}){0,3}|[A-Z]?[a-z]{3,12}[0-9]{3,4}"
    r"|[A-Z]?[a-z]{2,12}[0-9]{2,4}[a-z]{1,12}|(?:[A-Z]?[a-z]{2,11}-)(?=[A-Za-z]{0,8}[0-9])[A-Za-z0-9]{4,10})"
    r"(?![\w/-]|\.\w)"
)
"""Words and a number: only beside a word for a password, or behind a user, this is one."""

_WORD_AND_NUMBER = r"(?<![\w./@#=&?-])([A-Z][a-z]{4,14}[0-9]{2,4}[!#$%&*]?)(?![\w/-]|\.\w)"
"""One in whose sentence the word for a password stands."""

_ANY = (
    r"(?=[^\s]{0,40}[A-Za-z])(?=[^\s]{0,40}[0-9])(?:[a-z]|(?=[^\s]{0,20}[a-z!#$%&*])[A-Z0-9])"
    r"[\w!#$%&*^+-]{4,40}[\w#$%&*]!?(?![\w@/-]|\.\w)"
)
"""What must be a password where a sentence says so."""

CHOSEN_OR_PARTED = Expression(rf"(?<![A-Za-z0-9])(?:{CHOSEN}|{_PARTED})")

_OPENED = r"['\"`«„“(]?"
_NAME = rf"(?i:{PASSWORDS}|pass(?=[ :])|pw(?![a-z]))"
_ANSWER = (
    r"\b(?i:(?:security|secret) answers?|maiden name|sicherheitsantwort|reponse secrete|respuesta secreta|"
    r"answers? to (?:['\"]|(?:the|her|his|my|our|your) (?:secret|security|first|mother|pet)))"
)
_NOT_ABOUT_IT = rf"(?!(?i:{PROPERTY.source}))"
_GAP = r"(?:\s\(?[\w@'-]{1,40}(?:\.\w{1,20})?\)?){0,6}?"
_TOWARDS = r"(?i:to|on|from|like|er|e|la)"
"""What may also lead to a place."""

_LINKED = (
    rf"(?:(?:\s(?:{_TOWARDS})\s{{1,2}}|\s?[:,=(—–?-]\s{{0,2}}){_OPENED}({CHOSEN}|{_PARTED})"
    rf"|(?:\s(?!(?:{_TOWARDS})\s)(?i:{SAYS}|all):?\s{{1,2}}|\s?[:=]\s{{1,2}}){_OPENED}({_ANY}))"
)
ANSWER_HINTS = ("answer", "maiden", "antwort", "reponse", "respuesta", "secret word", "security word")
_SIGNING_IN = r"log(?:s|ged|ging)?[ -]?(?:in|on)(?:to)?|sign(?:s|ed|ing)?[ -]?(?:in|on)|authenticat\w{1,4}"
_QUOTED = r"['\"][^'\"\n]{1,60}['\"]"


class SaidForm(NamedTuple):
    """One way to say a password."""

    expression: Expression
    """The password is its first group."""

    hints: tuple[str, ...]
    """What a text of plain letters has in it, in small letters, wherever it stands."""

    value: Literal["chosen", "named", "any"] = "chosen"
    """What it must look like: as people choose them, not like the number of a thing, or like any token."""


FORMS = (
    SaidForm(
        Expression(
            rf"\b(?i:{_SIGNING_IN}|logins?|credentials?|accounts?|basic[ -]auth|users?|anmelden|melde|einloggen|"
            r"connecte\w{0,3}|connexion|identifiants?|entr[aeo]r?|acced\w{1,3}|inicia\w{0,3}|inlog\w{2,5}|ingelogd|"
            r"zalog\w{2,6})\b"
            r"[^\n]{0,60}?(?<![\w.@-])[\w.+-]{1,40}(?:@[\w.-]{2,60})?"
            r"\s{0,2}(?:[/:|,;]|\b(?:with|and|using|mit|und|avec|et|con|y)\b)"
            rf"\s{{0,2}}['\"`]?({CHOSEN}|(?<!\w/){_PARTED})"
        ),
        (*("log", "sign", "auth", "cred", "account", "user", "meld", "connect"), *("connex", "ident", "entr", "acced")),
    ),
    SaidForm(
        Expression(
            r"(?<![\w.+-])[\w.+-]{1,40}@[\w.-]{2,60}\.[a-z]{2,12}"
            r"(?:\s{0,2}(?:[/:|,;]|-\s)|\s(?:with|and|using|mit|und|avec|et|con|y)\s|\s)"
            rf"\s{{0,2}}['\"`]?({CHOSEN})"
        ),
        ("@",),
    ),
    SaidForm(
        Expression(
            rf"\b(?i:{_SIGNING_IN}|unlock\w{{0,3}})\b"
            rf"[^\n.]{{0,40}}?\b(?:with|using|by|mit|avec|con)\s{{1,2}}['\"`]?({CHOSEN})"
        ),
        ("log", "sign", "auth", "unlock"),
    ),
    SaidForm(
        Expression(rf"\b(?:admin|root|administrator)\s?(?:and|und|with|mit|[+/:,-])\s['\"]?({CHOSEN}|{_PARTED})"),
        ("admin", "root"),
    ),
    SaidForm(
        Expression(rf"{_NAME}\w{{0,4}}(?:\s({CHOSEN}|{_PARTED})|{_NOT_ABOUT_IT}{_GAP}{_LINKED})"),
        PASSWORD_HINTS,
        "named",
    ),
    SaidForm(
        Expression(
            rf"{_NAME}\w{{0,4}}{_NOT_ABOUT_IT}[^\n.;]{{0,60}}?{_WORD_AND_NUMBER}"
            rf"|{_WORD_AND_NUMBER}[^\n.;]{{0,40}}?{_NAME}{_NOT_ABOUT_IT}"
        ),
        PASSWORD_HINTS,
        "named",
    ),
    SaidForm(Expression(rf"{_ANSWER}[^\n.]{{0,40}}?{_LINKED}"), ANSWER_HINTS, "named"),
    SaidForm(
        Expression(
            rf"(?<![^\s'\"`(])({_ANY})['\"`]?\s"
            r"(?:as|for|under|is|was|als|ist|comme|est|como|come|jako|som|как)\s"
            rf"(?:[\w']{{1,12}}\s){{0,2}}?(?:{_NAME}{_NOT_ABOUT_IT}|answer(?! to)|secret(?! of))"
        ),
        (*PASSWORD_HINTS, "answer", "secret"),
        "named",
    ),
    SaidForm(
        Expression(
            r"\b(?i:key ?store|key ?file|archive|zip|vault|volume|disk|drive|backup|laptop)\b[^\n.]{0,20}?"
            r"\b(?i:open\w{0,3}|unlock\w{0,3}|decrypt\w{0,3}|protected|encrypted|locked|secured)\s(?:with|by|using)\s"
            rf"{_OPENED}({_ANY})"
        ),
        ("open", "unlock", "crypt", "protected", "locked", "secured"),
        "named",
    ),
    SaidForm(
        Expression(
            r"\b(?i:(?:docker|podman|helm|oras|crane|az|oc|cf|heroku|vault|redis-cli|ldap\w{3,8}|smbclient|rpcclient|"
            r"net use|zip|unzip|7za?|rar|unrar|openssl|rclone|psql|sqlcmd|bcp|lftp|svn|htpasswd|xfreerdp|rdesktop|"
            r"nmcli|influx|cqlsh|clickhouse-client|mosquitto_(?:pub|sub)|snmp\w{3,8}|ipmitool|keytool|jarsigner|gpg|"
            r"useradd|usermod|https?|wget)\b)"
            r"[^\n]{0,120}?\s(?:--?[pPwWakKU]|/p:|login)[ =]?['\"]?(?:[\w.@-]{1,40}[%:])?"
            r"([^\s'\"$<{%:/-][^\s'\"/<{]{6,60})(?=['\"\s]|$)"
        ),
        (*(f"{blank}-" for blank in " \t\n\r\f\v"), "/p:", "login"),
    ),
    SaidForm(
        Expression(
            r"\b(?i:wi-?fi|wlan|ssid|hotspot|network)\b[^\n]{0,60}?"
            r"(?i:key|code|psk|password|schlussel|clave|cle|chiave|sleutel|nyckel|klucz|ключ)\b"
            rf"(?:(?: [\w'-]{{1,14}}){{0,5}}?\s?(?:(?i:{SAYS})\s|:|=)\s?|(?: [a-z]{{2,8}})?\s{{1,2}})['\"`]?"
            r"((?=[A-Za-z-]{0,20}[0-9])[A-Za-z0-9-]{8,63}\b)"
        ),
        ("wifi", "wi-fi", "wlan", "ssid", "hotspot", "network"),
        "any",
    ),
    SaidForm(
        Expression(
            r"(?i:(?<![^\W_])(?:\w{0,20}(?:log_?in|authenticate|auth|credentials?|connect|connection|bind|pdo|hmac|"
            r"cipher|set_?password)|set_?key|sign|verify)(?:\(|\s{0,2}(?:=>?|:)\s{0,2}[\[(])\s{0,3}"
            r"|\bconvertto-securestring\s)"
            rf"(?:(?:[\w.$]{{1,40}}|{_QUOTED})\s{{0,3}},\s{{0,3}}){{0,3}}['\"]([^\s'\".:/]{{6,80}})['\"]"
        ),
        (
            *("auth", "log", "sign", "cred", "pass", "connect", "bind", "pdo"),
            *("string", "hmac", "cipher", "key", "verify"),
        ),
        "named",
    ),
    SaidForm(
        Expression(
            r"(?<!cache )(?<!public )(?<!object )(?<!sort )(?<!primary )\b(?i:key|token|secret|bearer)\s['\"`(]?"
            r"((?=[^\s]{0,40}[0-9])(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])[A-Za-z0-9_-]{18,64})(?![\w/@-]|\.\w)"
        ),
        ("key", "token", "secret", "bearer"),
        "any",
    ),
    SaidForm(
        Expression(r"(?<![^\s\"'`])[\w.*-]{1,60}:(?:[0-9]{2,5}|\*):[\w*-]{1,40}:[\w*.-]{1,40}:([^\s:\"'`]{6,60})"),
        (":",),
        "any",
    ),
    SaidForm(
        Expression(
            r"\becho\s['\"]?([^\s'\"$]{6,60})['\"]?\s?\|\s?(?:sudo|docker|podman|helm|passwd|chpasswd|gpg|openssl)\b"
            r"|\bnet\suser?\s\S{1,40}\s([^\s/*]{6,60})\s/"
        ),
        ("echo", "net"),
        "any",
    ),
)

NUMBER_OF_A_THING = Expression(
    r"[a-z_-]{2,40}[0-9]{0,3}$|[A-Z]{0,6}[-_]?[0-9][A-Z0-9_-]{0,40}$|[0-9]{1,6}[a-z]{1,4}$|[a-z]{1,3}[0-9]{1,2}$"
)
"""Names with a number, numbers of orders, quantities: no password is looked for in these."""

MADE = Expression(
    r"(?<![\w./@#=&?-])(?=[^\s]{0,20}[a-z])(?=[^\s]{0,20}[A-Z])(?=[^\s]{0,20}[0-9])[A-Za-z0-9!#$%&*_-]{8,64}"
    r"(?![\w@/-]|\.\w)"
)
"""What a generator or a careful person makes: both cases and digits without a gap."""

ODD = Expression(
    r"(?:[A-Z]?[a-z]{1,8}[01345][a-z]{0,8}[A-Z!#$%&*-][A-Za-z0-9!#$%&*]{2,12}"
    r"|[A-Za-z]{3,12}[!#$%&*][A-Za-z]{2,12}[0-9]{1,4}[!#$%&*]?"
    r"|(?:[a-z]{2,6}[0-9]{2,4}[A-Z]{2,6}|[A-Z]{2,6}[0-9]{2,4}[a-z]{2,6})[!#$%&*]?"
    r"|[A-Z][a-z]{3,14}(?:[!#$%&*][0-9]{2,4}|[0-9]{1,4}[a-z]{3,10})[!#$%&*]?)$"
)
"""Words with digits for letters, and with signs or digits in the middle."""

NEAR = Expression(
    rf"{_NAME}|{_ANSWER}|(?:admin|root)\s?[-/:|,]\s?(?=\n)"
    r"|(?<![a-z])(?i:pw|pass|p/w|pwd|mdp|log(?:s|ged)?[ -]?in(?:s|to)?|sign(?:s|ed)?[ -]?in|creds|credentials|"
    r"anmeld\w{2,4}|einlogg\w{2}|zugang\w{0,6}|connexion|wi-?fi|wlan|ssid|hotspot|guest network|encrypt\w{1,5}|"
    r"decrypt\w{0,5}|unlocks?|sudo|lets? (?:me|you|us|him|her|them) in|auth failed|(?:zip|pdf|vault|archive) opens|"
    r"sifre\w{0,4}|parol\w{0,5}|clave|hasl\w{1,3}|паролем)(?![a-z])"
)
"""Words in whose sentence that is a password."""

NEAR_LONG = Expression(
    r"\b(?i:(?:api|access|auth|signing|private|master|encryption|licen[cs]e)[ _-]?(?:key|token|id)|reset link|"
    r"activation link|secret|token|totp|2fa|bearer)\b"
)
"""The same for what has eighteen characters or more."""

SENTENCE_STOP = Expression(r"[\n;\[\]]|[.!?]\s")

_CODE = r"(?:(?=[A-Za-z]{0,12}[0-9])[A-Za-z0-9]{4,12}|[0-9a-f]{5})"
_GROUPS = r"(?=[A-Za-z-]{0,40}[0-9])[A-Za-z0-9]{2,12}(?:-[A-Za-z0-9]{4,10}){1,9}(?![\w-])"
_CODE_NAME = (
    r"\b(?i:(?:recovery|backup|rescue|emergency|scratch|one-time|2fa|two-factor|mfa|restore|reset|activation|"
    r"unlock|licen[cs]e)"
    r"(?:[ -](?:codes?|keys?|backup|kit|words?)){1,2}|aktivierungs(?:code|schlussel)|lizenz(?:code|schlussel)|"
    r"freischalt(?:code|schlussel)|"
    r"wiederherstellungs(?:codes?|schlussel)|codes? de (?:secours|recuperation|activation)|codigos? de (?:respaldo|"
    r"recuperacion|activacion)|"
    r"(?:product|serial|cd)[ -]key|licen[cs]e(?: no\.?| number)?(?= ))\b"
)
CODES = Expression(
    rf"{_CODE_NAME}[^\n]{{0,40}}?[\s:(]"
    rf"({_GROUPS}|"
    rf"{_CODE}(?:[ -]{_CODE})?(?:\s{{0,2}}[\s,/;]\s{{0,2}}{_CODE}){{2,23}})"
    rf"|(?<![\w-])({_GROUPS})\s(?:as|is|was|als|ist)\s(?:\w{{1,12}}\s){{0,3}}?{_CODE_NAME}"
)
"""Codes in groups, or three and more of them."""

CODE_HINTS = ("code", "codigo", "key", "backup", "kit", "word", "schlussel", "licen")
CODE_USES = (
    *(
        "recover",
        "backup",
        "rescue",
        "emergency",
        "scratch",
        "one-time",
        "2fa",
        "two-factor",
        "mfa",
        "restore",
        "reset",
    ),
    *("activa", "unlock", "licen", "aktivier", "lizenz", "freischalt", "wiederher", "secours", "recuper", "respaldo"),
    *("product k", "product-k", "serial k", "serial-k", "cd k", "cd-k"),
)

WALLET = Expression(
    r"(?i:seed|mnemonic|recovery|wallet|backup|secret|ledger|trezor|metamask|"
    r"write (?:these|them)|(?:12|24)[ -]word)(?:[ _-](?i:phrase|words?)){0,2}[^\n]{0,40}?"
    r"[\s:=\"'`]{1,4}"
    r"((?:[0-9]{1,2}[.)]\s)?[a-z]{3,8}(?:[ ,\n]{1,2}(?:[0-9]{1,2}[.)]\s)?[a-z]{3,8}){11,23})(?![a-z ,]{0,2}[a-z])"
)
"""Twelve to twenty-four words that are no sentence."""

WALLET_HINTS = (
    "seed",
    "mnemonic",
    "recovery",
    "wallet",
    "backup",
    "secret",
    "2-word",
    "2 word",
    "4-word",
    "4 word",
    "ledger",
    "trezor",
    "metamask",
    "write the",
)

PHRASE = Expression(r"[\"'`„“«]((?:[a-z]{3,12}[ -]){3,7}[a-z]{3,12})[\"'`“”»]")
"""Words in quotes: a password is made of such ones where this stands before them."""

BEFORE_PHRASE = Expression(rf"(?i:{PASSWORDS}|pass phrase)[^\n.]{{0,40}}?(?:\s(?i:{SAYS})|:)\s{{1,2}}$")

ANSWER = Expression(
    r"\b(?i:(?:security|secret) (?:(?:question(?:'s)? )?answers?|word)|maiden name|sicherheitsantwort)\b"
    r"(?:,[^,\n]{1,40},|\s(?:of|for|to|in|on)(?:\s[\w'-]{1,20}){1,4}?)?"
    rf"(?:\s(?i:{SAYS})|:|=)\s{{1,2}}[\"'`„“«]?([A-Z][a-z]{{3,20}})\b"
)
"""The answer to a question of security: a name."""

SENTENCE = Expression(
    r"\b(?:the|and|are|was|were|for|with|from|that|this|has|have|not|its|their|can|must|should|when|shows?|than|"
    r"his|her|"
    r"into|any|all|each|per|but|you|your|our|they|been|had|will|der|die|das|und|ist|les|des|est|los|las|una)\b"
)
"""Words that sentences have and phrases of wallets have not."""
