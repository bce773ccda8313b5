"""Numbers that open something: what they are called, what is done with them, in many languages. Data only."""

# ruff: noqa: RUF001 - letters of other scripts are meant

from __future__ import annotations

from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.secret_marks import PASSWORDS, SAYS

_OF = (
    r"(?:for|of|to|at|on|in|from|fur|zu|zum|zur|der|des|die|den|am|im|vom|de|del|du|da|do|della|dell|dla|na|till|til|"
    r"van|voor|pour|para|per|al|pro|la|les|il|el|los|z|k|ke|к|от|для|на|в|у)"
)
_PIN = (
    r"(?:(?<![A-Za-z])(?:PIN|Pin(?=[ :-]{1,2}(?i:code|is|:|=))|"
    rf"pin(?=[\"']?[ :-]{{0,2}}(?i:code|number|is|was|stays|:|=|{_OF} )|'s [0-9]|, [0-9]))"
    r"(?:[ -]?(?i:code|number|kod\w{0,3}))?"
    r"|(?i:\b(?:pin_?code\w{0,2}|pin-?kod\w{0,3}|passcode|geheimzahl|(?:kod|code|codice|codigo|numer|numero) pin|"
    r"(?:security|parental|account|card|sim|voicemail) pin|"
    r"(?:your|my|her|his|\w{2,12}'s) (?:(?!booking|promo|order)\w{2,12} )?code)\b)"
    r"|(?<![a-z])(?:cvv|cvc|otp|puk)(?=[\"']?\s?[:=])"
    r"|\b(?:CVV|CVC|OTP|PUK|[A-Za-z]{0,6}TAN)2?\b(?i:[ -](?:code|number|kod))?|\b(?i:пин(?:-?код\w{0,2})?)|"
    r"暗証番号|認証コード|確認コード|(?:验证|驗證|门禁|認證|关卡|开门)(?:码|碼|密码)|密码|"
    r"인증 ?번호|인증 ?코드|비밀번호|"
    r"رمز (?:الدخول|التحقق|المرور)|الرقم السري|קוד)"
)
"""What can only be the name of such a number."""

_CODE = (
    r"(?:codes?|pins?|combinations?|combo|kod\w{0,3}|koodi\w{0,2}|codigos?|codice|codul|clave|код\w{0,2}|senha|chiffre)"
)
_LOCKED = (
    r"(?:doors?|gates?|garage|alarm\w{0,2}|safe|vault|strongbox|lock(?:er|ers|box)?|padlock|keypad|keybox|drawer|entry|"
    r"entrance|lobby|barrier|turnstile|elevator|lift|shutter|voicemail|unlock|access|security|verification|one-time|"
    r"backup|confirmation|mfa|2fa|sms|authenticator|login|sign-in|two-factor|two-step|bike|shed|lock ?screen|override|"
    r"supervisor|manager|technician|"
    r"tur|tor|haus|zugang|zugriff|freischalt|entsperr|tresor|sicherheit|bestatigung|verifizierung|anmelde|einmal|"
    r"eingang|schloss|schliessfach|spind|schranke|keller|deur|toegang|beveiliging|digi|kluis|poort|slot|"
    r"portes?|portail|alarme|acces|entree|coffre|securit|verifi|deblocage|cadenas|immeuble|barriere|"
    r"puerta|porta|portal|portao|cancello|alarma|allarme|accesso|acceso|acesso|entrada|ingresso|seguridad|seguranca|"
    r"sicurezza|confirma|caja fuerte|cofre|cassaforte|dostep|drzwi|bram|sejf|wejsci|domofon|szlaban|"
    r"dorr?|port|larm|kassaskap|adgang|tilgang|dver|bran|trezor|vstup|kapi|kasa|giris|poart|seif|kapu|"
    r"доступ|домофон|подтвержд|двер|сеиф|ворот|сигнализац|подъезд)"
)
"""What has a lock, in many languages, with their endings cut off."""

_NAME = (
    rf"(?:{_PIN}|(?i:(?<![^\W_])(?:{_LOCKED}\w{{0,4}}[ -]?{_CODE}"
    rf"|{_CODE}(?: (?:{_OF}|the|my|our|l|d|received by)\b'?){{1,3}} ?{_LOCKED}\w{{0,6}}"
    rf"|код\w{{0,2}} {_LOCKED}\w{{0,6}})"
    r"(?![^\W_])))"
)
OTHER_CODE = Expression(
    r"\b(?i:error|status|exit|return|response|http|qr|bar|promo|discount|coupon|voucher|postal|post|zip|area|"
    r"dialling|country|product|item|colou?r|room|source|booking|tracking|order|fehler|postleit|dress|part|page|"
    r"(?:fail|exit|answer|stop|end|return|crash)\w{0,3} with)[ -]?$"
)
"""What makes another code of it, before the name."""

COUNTED = Expression(
    r" ?(?i:(?:milli|micro)?seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|times|digits?|"
    r"char(?:acter)?s?|letters?|signs?|ms|px|pixels?|percent|euros?|dollars?|users?|cars?|people|persons?|items?|orders?|"
    r"tries|attempts?|bytes?|[kmg]b|bits?|points?|steps?|met(?:er|re)s?|k[mg]|m?ah|hz|visitors?|guests?|rows?|tests?|"
    r"requests?|words?|files?|records?|customers?|employees|entries|places|colou?rs|lines|stellen|zeichen|sekunden|"
    r"minuten|tage|zeilen|x|mal|fois|veces|volte)\b"
)
"""What follows a number of things."""

_BEGINS, _ENDS = r"(?<![A-Za-z0-9_.,$€£#/-])(?<![0-9]:)", r"(?![0-9A-Za-z%€$]|[.,/:-][0-9])"
_NUMBER = (
    rf"{_BEGINS}((?:[A-Z]-)?[0-9]{{3}}[ -][0-9]{{3}}|[0-9](?:[ -][0-9]){{3,7}}|[0-9]{{2}}(?:-[0-9]{{2}}){{2}}|"
    rf"[0-9]{{2,4}}[A-ZА-Я][0-9]{{2,4}}|(?:[A-Z]-)?[0-9]{{3,8}}[A-Z#*]?){_ENDS}"
)
_SENT_NUMBER = rf"{_BEGINS}([0-9]{{6}}|[0-9]{{3}}[ -][0-9]{{3}}){_ENDS}"
NUMBER = Expression(_NUMBER)
"""Digits that may be such a number."""

_OTHER_YEAR = r"(?!(?:19|20)[0-9]{2}\b)"
_QUOTE, _END_QUOTE = r"[\"'`“„«*(]{0,3}", r"[\"'`”’»*)]{0,3}"
_WITH = r"(?:with|using|by|mit|avec|con|com|met|med|кодом)"
_ENTER = (
    r"(?:enter|typ(?:e|ing)|typed|key|punch|tapp?|dial|press|input|use|give|tippen?|tippt|saisi\w{0,3}|tape[rz]?|"
    r"introduc\w{1,4}|marca\w{0,3}|wpis\w{0,3}|digita\w{0,3})(?:s|ed|ing|led|ling)?(?: in)?"
)
_GAP = r"(?:[^.\n;0-9]|[0-9]{1,2}(?![0-9])){0,40}?"
NAMED = Expression(
    rf"{_NAME}(?:{_END_QUOTE}\s{{0,3}}(?:[:：=]|\b(?i:{SAYS})\b|は|が|是|为|為|는|은|码|碼|'s)?(?:是|:)?\s{{0,3}}{_QUOTE}"
    rf"|{_GAP}(?:(?:{_END_QUOTE}\s?[:=]|\s(?i:{SAYS}|הוא))\s{{1,3}}{_QUOTE}"
    rf"|(?:,|\(|\)|\s(?i:from|{_WITH}|{_ENTER}|—|-))\s{{0,3}}{_QUOTE}{_OTHER_YEAR})"
    rf"|\s[а-я]{{3,14}}\s){_NUMBER}"
)
"""A number behind its name: the last group of each of these."""

CALLED = Expression(
    rf"{_NUMBER}{_END_QUOTE},?\s(?i:as|is|was|for|als|ist|est|es|e|como|comme|come|jest|jako|как)\s"
    rf"(?:[^\W\d][\w']{{0,11}}\s){{0,3}}?{_NAME}"
)
"""A number before its name."""

_THING = (
    r"(?<![\w-])(?:doors?|gates?|garage|alarm|safe|vault|locker|padlock|lock(?:box| ?screen)?|keypad|keybox|lobby|"
    r"barrier|lift|elevator|turnstile|shutter|voicemail|entrance|unlock\w{0,3}|disarm\w{0,3}|tur|tor|tresor|schloss|alarmanlage|"
    r"tastenfeld|porte|portail|coffre|puerta|porton|cofre|cancello|cassaforte|drzwi|brama|deur|kluis|"
    r"to (?:get in|enter|verify|confirm|sign in|log in)|lets? (?:me|you|us|him|her|them) in|"
    r"pour (?:entrer|ouvrir)|para (?:entrar|abrir)|per (?:entrare|aprire))(?![\w-])"
)
_OPENS = r"(?:open\w{0,3}|unlock\w{0,3}|disarm\w{0,3}|off|goes|offnet|geht|gaat|auf|ouvre|abre|apre|otwier\w{1,3})"
TYPED = Expression(
    rf"(?i:{_THING}[^.\n;0-9]{{0,50}}?(?:\b(?:{_ENTER}|takes?|took|wants?|needs?|expects?|set to|"
    rf"{_OPENS}[^.\n;0-9]{{0,20}}? {_WITH})|[:,]|{_THING} {_WITH}))"
    rf"(?: (?i:code|the|den|le|el))?\s{{1,2}}{_QUOTE}{_OTHER_YEAR}{_NUMBER}"
    r"(?=\s?(?:[.,;)\"']|$|\s(?:and|then|on|at|in|plus|und|puis|when|as|ein|aus|uit|to|for|i|y|e)))"
    rf"|\b(?i:{_ENTER}|code|combination|kod|codigo)\s{{1,2}}{_QUOTE}{_OTHER_YEAR}{_NUMBER}"
    rf"{_END_QUOTE}(?: [\w'-]{{1,12}}){{0,5}}? (?i:{_THING})"
    r"|\b(?i:phone|tablet|kiosk|ipad|laptop|screen|device|door|gate|menu|it) "
    rf"(?i:unlocks|opens) (?i:{_WITH})\s{_QUOTE}{_OTHER_YEAR}{_NUMBER}"
    rf"|(?i:{_THING})[^.\n;0-9]{{0,30}}?\s{_OTHER_YEAR}{_NUMBER}\s(?i:eingeben|eintippen|tippen|invoeren|intoetsen|wpisac)"
)
"""A number that is typed in, and what it opens."""

PASSWORD = Expression(
    rf"(?i:(?:{PASSWORDS})\w{{0,4}})(?:\s(?i:{_OF})(?:[ ']\w[\w'-]{{0,20}}){{1,5}}?)?{_END_QUOTE}"
    rf"(?:\s{{0,2}}[:=]|\s(?i:{SAYS}))\s{{1,2}}{_QUOTE}{_OTHER_YEAR}(?!1234){_NUMBER}"
)
"""A password of digits alone."""

SENT = Expression(
    r"\b(?i:sms|text message|texted|authenticator|two-step|2fa|mfa)\b[^.\n;0-9]{0,40}?"
    rf"(?<!order )(?<!number )(?<!to ){_SENT_NUMBER}"
    rf"|{_SENT_NUMBER} (?:from|by|per|via) (?:the |an? |my )?(?i:sms|text message|authenticator)\b"
)
"""Six digits that came by message."""

NAME_HINTS = (
    *("pin", "cod", "kod", "combin", "combo", "tan", "cvv", "cvc", "otp", "puk", "geheimzahl", "clave", "senha"),
    *("chiffre", "passcode", "пин", "код", "番号", "コード", "码", "碼", "密", "번호", "코드", "رمز", "الرقم", "קוד"),
)
"""Parts of those names, in small letters, of which each has one."""

THING_HINTS = (
    *("door", "gate", "garage", "alarm", "safe", "vault", "lock", "keypad", "keybox", "lobby", "barrier", "turnstile"),
    *("lift", "elevator", "shutter", "voicemail", "entrance", "disarm", "opens", "tresor", "schloss", "tastenfeld"),
    *("porte", "portail", "coffre", "puerta", "porton", "cofre", "cancello", "cassaforte", "drzwi", "brama", "deur"),
    *("kluis", "tur", "tor", "to get in", "to enter", "to verify", "to confirm", "to sign in", "to log in", "lets "),
    *("let ", "pour ", "para ", "per "),
)
"""The same for what they open."""

SENT_HINTS = ("sms", "text", "authenticator", "two-step", "2fa", "mfa")
"""The same for how they came."""
