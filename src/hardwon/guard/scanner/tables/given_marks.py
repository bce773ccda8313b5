"""How commands, calls, statements and files give a password in a place that is its own. Data only."""

from __future__ import annotations

from typing import NamedTuple

from hardwon.guard.scanner.tables import Expression

_VALUE = r"[^\s'\"`$<{%:/\\=(,;|&)-][^\s'\"`/<{},;()]{3,60}"
_QUOTED = rf"['\"]({_VALUE})['\"]"
_ANY = rf"['\"]?({_VALUE})(?=['\"\s;),]|$)"
_PASSWORD = r"(?:pass(?:word|wd|phrase|wort)?|pwd|pw|passw)"  # noqa: S105 - not a password
_FILLS = r"fill|fill_in|type|send_?[kK]eys|press_?[sS]equentially|set_?[vV]alue|addValue|typeText|replaceText"
"""Calls of tools that drive a browser."""

_CALLED = r"\b(?i:{}) (?:[^\n|]{{0,100}}?\s)?"


_SERVICES = (
    *("heroku", "postmark", "snyk", "codecov", "statuspage", "mongodb atlas", "opsgenie", "splunk", "logz", "kucoin"),
    *("railway", "zeabur", "deepgram", "assemblyai", "sparkpost", "openweather", "rollbar", "bugsnag", "mixpanel"),
    *("amplitude", "mailjet", "pipedrive", "todoist", "braintree", "algolia", "datadog", "linode", "sauce labs"),
    *("saucelabs", "circleci", "travis", "wakatime", "pagerduty", "freshbooks", "looker", "mandrill", "mailchimp"),
    *("abuseipdb", "ipgeolocation", "weatherapi", "newsapi", "etherscan", "coinmarketcap", "spoonacular", "tmdb"),
    *("giphy", "pexels", "rapidapi", "scaleway", "upcloud", "gandi", "godaddy", "dnsimple", "fastly", "cloudflare"),
    *("vercel", "netlify", "hubspot", "klaviyo", "intercom", "twilio", "vonage", "plivo", "agora", "stability"),
)
"""Services whose keys are rows of hexadecimal digits, as hashes and ids are."""


class GivenForm(NamedTuple):
    """One place for a password."""

    expression: Expression
    """The password is its last group."""

    hints: tuple[str, ...]
    """What a text of plain letters has in it, in small letters, wherever it stands."""

    plain: bool = False
    """Whether also a word without a capital, a digit or a sign is one."""

    whole: bool = False
    """Whether a blank or a quotation mark in it is a part of it."""


FORMS = (
    GivenForm(
        Expression(
            _CALLED.format(
                r"docker|podman|helm|oras|crane|az|oc|unzip|zip|7za?|7zz|rar|unrar|mysql\w{0,5}|mariadb\w{0,8}|sshpass|"
                r"mongo\w{0,7}|svn|lftp|sqlcmd|bcp|keytool|jarsigner|xfreerdp|ipmitool|useradd|usermod|lpadmin|ansible"
            )
            + rf"(?:-[pPw]\s?|--?{_PASSWORD}[= ])(?![a-z]{{1,14}}[=,]){_ANY}"
        ),
        (
            *("docker ", "podman ", "helm ", "oras ", "crane ", "az ", "oc ", "zip ", "7z ", "7za ", "7zz ", "rar "),
            *("mysql", "mariadb", "sshpass ", "mongo", "svn ", "lftp ", "sqlcmd ", "bcp ", "keytool ", "jarsigner "),
            *("xfreerdp ", "ipmitool ", "useradd ", "usermod ", "lpadmin ", "ansible "),
        ),
    ),
    GivenForm(
        Expression(
            _CALLED.format("openssl") + rf"-(?:k|K|pass(?:in|out)?)\s(?:pass:)?(?!pass:|env:|file:|stdin){_ANY}"
        ),
        ("openssl ",),
    ),
    GivenForm(
        Expression(_CALLED.format("ssh-keygen|puttygen|gpg2?") + rf"-(?:N|P|-passphrase)\s{_ANY}"),
        ("ssh-keygen ", "puttygen ", "gpg ", "gpg2 "),
    ),
    GivenForm(Expression(rf"\s/(?i:p|pass(?:word)?):{_ANY}"), ("/p",)),
    GivenForm(Expression(rf"\s--?(?:[a-z]{{1,12}}-){{0,3}}{_PASSWORD}=(?!env:|file:){_ANY}"), ("-p",)),
    GivenForm(Expression(rf"\blogin\s{{1,8}}\S{{1,60}}\s{{1,8}}password\s{{1,8}}{_ANY}"), ("password",), plain=True),
    GivenForm(Expression(rf"\bchpasswd\b[^\n]{{0,20}}<<<\s?['\"]?[\w.-]{{1,40}}:{_ANY}"), ("chpasswd",)),
    GivenForm(Expression(r"(?<!\w)(?i:runas|cmdkey)\s[^\n]{0,60}/user:\S{1,40}\s([^\s/]{5,40})$"), ("user:",)),
    GivenForm(
        Expression(rf"(?:[sS]et_?(?i:{_PASSWORD})|\bPASSWORD|\bwith(?i:{_PASSWORD}))\(\s{{0,3}}{_QUOTED}\s{{0,3}}\)"),
        ("pass", "pw"),
        plain=True,
    ),
    GivenForm(
        Expression(
            rf"\b(?:put|set|setProperty|define|add|putenv|setenv|property|with|param)\(\s{{0,3}}['\"][\w.-]{{0,60}}"
            rf"(?i:{_PASSWORD}|secret)['\"]\s{{0,3}},\s{{0,3}}{_QUOTED}\s{{0,3}}\)"
        ),
        ("pass", "pw", "secret"),
        plain=True,
    ),
    GivenForm(
        Expression(r"(?i:\bvalues)\s{0,3}\([^()\n]{0,80}@[\w.-]{1,60}'\s{0,3},\s{0,3}'([^\s',]{6,60})'"),
        ("values",),
    ),
    GivenForm(
        Expression(
            r"\b(?i:snmp-server community|enable (?:secret|password)|(?:key-string|(?:tacacs|radius)-server key|"
            r"neighbor \S{1,40} password|wpa-psk (?:ascii )?|authentication-key|md5 [0-9]{1,3}|community|"
            r"(?:pap|chap) password|vrrp authentication|crypto isakmp key|option key|radius secret=))"
            r"\s{0,3}(?:[0-9]\s)?(?<=[\s=])['\"]?([^\s'\"=]{6,60})"
        ),
        (
            *("snmp-server c", "enable secret", "enable password", "key-string", "server key", "neighbor ", "wpa-psk"),
            *("authentication-key", "md5 ", "community", "pap password", "chap password", "vrrp", "isakmp key"),
            *("option key", "radius secret"),
        ),
    ),
    GivenForm(
        Expression(r"(?i:\b(?:sonar|nexus|artifactory|svn)[._](?:login|auth))\s?[=:]\s?['\"]?([\w-]{16,80})"),
        ("sonar", "nexus", "artifactory", "svn"),
    ),
    GivenForm(
        Expression(
            r"(?i:\b(?:recovery|backup|rescue|scratch)_?codes?)[\"']?\s?[:=]\s?\[?[\"']?"
            r"((?=[a-z-]{0,8}[0-9])[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,4}(?:[\"']?,\s?[\"']?[A-Za-z0-9-]{4,20}){0,15})"
        ),
        ("recovery", "backup", "rescue", "scratch"),
    ),
    GivenForm(
        Expression(
            rf"\b(?i:{'|'.join(_SERVICES)})\w{{0,12}}\b(?:[^\n.;]{{0,30}}?\b(?i:token|key|secret|app_?id|access|pass)\b[^\n.;]{{0,4}}?"
            r"|\s?)[\s:=]\s?['\"]?([0-9a-f]{32,60}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])"
        ),
        _SERVICES,
        plain=True,
    ),
    GivenForm(
        Expression(
            rf"(?i:{_PASSWORD})[^\n;(]{{0,40}}\){{1,3}}(?:\s{{0,20}}\.\w{{1,20}}\(\)){{0,3}}\s{{0,20}}"
            rf"\.(?:{_FILLS})\(\s{{0,3}}['\"`]({_VALUE})(?:\{{\w{{1,12}}\}}|\\n)?['\"`]"
        ),
        ("pass", "pw"),
    ),
    GivenForm(
        Expression(
            rf"\b(?:{_FILLS})[\s(]{{1,3}}[^\n;]{{0,60}}?(?i:{_PASSWORD})[^\n;,]{{0,20}}['\"`)],\s{{0,3}}"
            rf"(?:with:\s{{0,3}})?{_QUOTED}"
        ),
        ("pass", "pw"),
    ),
    GivenForm(
        Expression(
            r"\b(?:[lL]ogin(?:_as|As|_user|User)?|log_in(?:_as)?|sign_in|signIn)\(\s{0,3}['\"][^'\"\n]{1,60}['\"]\s{0,3},\s{0,3}"
            rf"(?=['\"][^'\"\n]{{0,60}}[0-9!#$%*@+~^])(?!['\"](?i:user|customer|kunde|tenant|shop|role|step|page|chrome)){_QUOTED}"
        ),
        ("ogin", "log_in", "sign_in", "signin"),
    ),
    GivenForm(
        Expression(_CALLED.format(r"(?:redis|valkey)-(?:cli|benchmark)") + rf"(?:-a|--pass)\s{_ANY}"),
        ("redis-", "valkey-"),
    ),
    GivenForm(
        Expression(_CALLED.format(r"mysql\w{0,8}|mariadb(?:-\w{1,8})?") + rf"-p(?!ass|rot|ort){_ANY}"),
        ("mysql", "mariadb"),
        plain=True,
    ),
    GivenForm(
        Expression(
            r"(?i:authorization[\"']?\s{0,3}[:=,]\s{0,3}[\"'`]?(?:bearer|token|apikey)\s)(?=[\w.~+-]{0,80}[0-9])"
            r"([A-Za-z0-9][\w.~+-]{7,60})(?![\w.~+-])"
        ),
        ("authorization",),
    ),
    GivenForm(
        Expression(
            rf"(?i:{_PASSWORD})\w{{0,12}}['\"]?\s{{0,3}}[:=]\s{{0,3}}\{{\s{{0,20}}['\"]?(?:value|current|initial|plain)['\"]?"
            rf"\s{{0,3}}[:=]\s{{0,3}}{_QUOTED}"
        ),
        ("pass", "pw"),
    ),
    GivenForm(
        Expression(
            r"[?&](?i:(?:access|auth|id|refresh)_?token|api_?key|client_?secret)=(?=[\w-]{0,60}[0-9])(?=[\w-]{0,60}[A-Za-z])"
            r"([\w-]{8,60})(?![\w.-])"
        ),
        ("token=", "key=", "secret="),
    ),
    GivenForm(
        Expression(
            rf"(?i:{_PASSWORD})\w{{0,12}}([\"'])\s{{0,3}}:\s{{0,3}}\1([A-Za-z0-9][^\s\"'\\]{{0,60}}(?:\\[\"'\\/][^\s\"'\\]{{0,60}}){{1,8}})\1"
        ),
        ("pass", "pw"),
        whole=True,
    ),
    GivenForm(
        Expression(
            r"(?:\s-[ua]|--(?:proxy-)?user)[ =]?(?P<quote>['\"])[^\s:'\"]{1,60}:"
            r"([^'\"\s]{1,40} [^'\"\n]{1,40})(?P=quote)"
        ),
        ("-u", "-a"),
        whole=True,
    ),
    GivenForm(
        Expression(
            _CALLED.format(r"mysql\w{0,8}|mariadb(?:-\w{1,8})?|sshpass|docker|7z|zip|unzip")
            + r"(?:-[pP]\s?|--?pass(?:word)?[= ])(?P<quote>['\"])([^'\"\s]{1,40} [^'\"\n]{1,40})(?P=quote)"
        ),
        ("mysql", "mariadb", "sshpass", "docker", "7z", "zip"),
        whole=True,
    ),
)

PHRASE_HINTS = ("psk", "pass", "secret", "pwd", "kennwort")
PHRASE = Expression(
    r"(?i:psk|pass(?:word|wd|phrase|wort)?|secret|pwd|kennwort)[\"']?\s{0,3}(?:=>?|:)\s{0,3}"
    r"([\"'])((?:[\w!.,'-]{1,20} ){1,9}[\w!.?-]{1,20})\1"
)
"""Words in quotes, assigned."""

NO_PHRASE = Expression(
    r"pass|must|enter|your|please|requir|invalid|wrong|incorrect|least|char|forgot|reset|should|\b(?:is|are|not|or|min|too|"
    r"new|old|show|hide|from|for|of|see|ask|used?|set|get|add|kept|has|have|can|will|was)\b|choose|confirm|field|secret|key|token|"
    r"expire|[a-z]{2}ed\b|santa",
    2,
)
"""What makes a sentence about passwords of them."""
