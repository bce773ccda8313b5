"""Cues: words that make a value near them a secret, and what may stand between the two. Data only."""

# ruff: noqa: RUF001 - letters of other scripts are meant

from __future__ import annotations

import re

from hardwon.guard.scanner.tables import Expression, words

CUES: dict[str, Expression] = {
    "password": Expression(
        r"passw(?:or)?[dt]e?\w{0,4}|passord\w{0,3}|passwd|pwd|passphrase|passcode|contrasena|mdp|kodeord\w{0,2}|slaptazod\w{0,3}|"
        r"parool\w{0,2}|senha|kennwort\w{0,2}|wachtwoord\w{0,2}|has[lł]\w{1,3}|parola|parol\w{0,3}|sifre\w{0,4}|losenord\w{0,2}|"
        r"\w{0,8}salasana\w{0,2}|hesl\w{1,2}|adgangskode\w{0,2}|jelsz\w{1,4}|lozink\w|sifra|gesl\w|парол\w{0,3}|κωδικος|"
        r"pass|p/?w|ww|pword|kodewort|codeword|losen|(?:密码|密碼|口令|パスワード|비밀번호|암호|पासवर्ड|סיסמ|รหัสผ่าน)\w{0,4}"
    ),
    "login": Expression(
        r"logins?|creds|credentials?|anmeld\w{0,6}|melde|einlogg\w{0,3}|einloggen|zugang\w{0,6}|inlog\w{0,4}|ingelogd|logga|"
        r"zaloguj\w{0,3}|prihlas\w{0,4}|connecte\w{0,3}|identifiants?|acced\w{1,3}|entra|entro|inicia\w{0,3}|usuario|"
        r"user(?:name)?|benutzer|gebruiker|utente|uzytkownik|kullanici|логин|admin|root|account|facebook|netflix|apple|"
        r"steam|sftp|ssh|ftp|share|mailbox|keepass|trainee|svc|vpn|nas|psk|secrets?|master|tunnel|angemeldet|connecter|"
        r"accedo|loguje|prihlasit|войти|вход"
    ),
    "opens": Expression(
        r"opens?|opened|unlock\w{0,3}|decrypt\w{0,3}|protected|protection|encrypted|locked|secured|lifted|geht|offnet|ouvre|abre|"
        r"apre|oppnar|abner|gaat|otwiera|archive|zip|vault|workbook|spreadsheet|pdf|stick|keystore"
    ),
    "number": Expression(
        r"pins?|codes?|passcodes?|combinations?|combo|keypads?|puk|digicode|pincode\w{0,2}|kod\w{0,3}|codigo|codice|codul|clave|"
        r"код\w{0,2}|\w{0,6}koodi\w{0,2}|portkod\w{0,2}|\w{0,12}code|verification|geheimzahl|暗証番号\w{0,2}|domofon\w{0,2}|пин\w{0,2}|קוד|הקוד|رمز|비번|mtan|tan|otp|keycode"
    ),
    "lock": Expression(
        r"doors?|gates?|garage|\w{0,8}alarm\w{0,2}|safe|lockers?|padlock|lock|lockbox|keybox|voicemail|tresor|schloss|handy|tur|"
        r"tor|alarmanlage|coffre|porte|portail|puerta|porton|alarma|cassaforte|cancello|allarme|cofre|portao|deur|kluis|"
        r"drzwi|brama|dorr|larm|tablet|phone|kiosk|till|bike|shed|sim|candado|lucchetto|cadenas|zahlenschloss|fahrradschloss|suitcase|"
        r"trailer|fridge|barrier|printer|copier|photocopier|cabinet|elevator|conference|teleconference|hytta|koffer|ring|buzz"
    ),
    "answer": Expression(
        r"nickname|\w{0,12}sicherheits(?:frage|abfrage|antwort)|madchenname\w{0,2}|haustier\w{0,2}|\w{0,3}geburtsort"
    ),
    "network": Expression(r"wi-?fi|wlan|ssid|hotspot|network|netzwerk|wifin|와이파이"),
    "hint": Expression(
        r"changed|temporary|temp|initial|old|new|reset|resetting|uses?|used|using|put|forgetting|need|everything|everybody|"
        r"type[sd]?|try|tried|bounced|worked|hint|capital|neues?|alte[sn]?|nouveau|nueva|nuovo|nova|nowe|nytt|uusi"
    ),
}
"""Words, by what they say of a value: a password, the way in, what opens, a number, what has a lock, an answer."""

ANY_CUE = Expression("|".join(f"(?P<{kind}>{form.source})" for kind, form in CUES.items()))
"""All of them at once."""

PHRASES: dict[str, Expression] = {
    "password": Expression(
        r"identified by|palavra passe|mot de passe|mat khau|kata sandi|kod dostepu|كلمة المرور|كلمة السر|رمز عبور|"
        r"κωδικος προσβασης|parola d'ordine|memorable word",
        re.IGNORECASE,
    ),
    "login": Expression(
        r"(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -](?:in|on)(?:to)?(?![a-z])|remote desktop|telephone banking",
        re.IGNORECASE,
    ),
    "opens": Expression(
        r"lets? (?:me|you|us|him|her|them) in|reset (?:it |her |him |me |them )?to|key file", re.IGNORECASE
    ),
    "number": Expression(r"swipe code|caja fuerte", re.IGNORECASE),
    "answer": Expression(
        r"(?:security|secret) (?:question|answer|word)s?|maiden name|first (?:pet|school|car)|birth city|city of birth|"
        r"favou?rite (?:pet|teacher|film|book|colou?r|food|team)|question secrete|reponse (?:secrete|a la question)|"
        r"(?:pregunta|respuesta) (?:de seguridad|secreta)|domanda (?:segreta|di sicurezza)|pergunta (?:secreta|de "
        r"seguranca)|pytani\w pomocnicze|beveiligingsvraag|sakerhetsfraga\w{0,2}|sikkerhedssporgsmal\w{0,2}|kontrolni "
        r"otazk\w|biztonsagi kerdes\w{0,2}|guvenlik sorusu|секретн\w{2,4} вопрос\w{0,2}|"
        r"word (?=is|being|was)",
        re.IGNORECASE,
    ),
}
"""The same of several words."""

PHRASE_STARTS = words(
    """
    identified palavra mot mat kata kod كلمة رمز κωδικος parola memorable log logs logged logging sign signs signed
    signing remote telephone let lets reset key swipe caja security secret maiden first birth city favorite
    favourite question reponse pregunta respuesta domanda pergunta pytanie pytania pytani beveiligingsvraag
    sakerhetsfraga sikkerhedssporgsmal kontrolni biztonsagi guvenlik секретный секретного word
    """
)
"""How these begin."""

TELLING = words(
    """
    question pregunta domanda pergunta pytanie pytania maiden memorable answer answers respuesta reponse nickname pet
    teacher creds
    """
)
"""Words that make a word a value, whatever it looks like."""

NO_CUE = Expression(
    r"(?:zip|post|postal|bar|qr|produk?t\w{0,2}|fehler|error|area|farb|colou?r|promo|discount|coupon|voucher|item|country|"
    r"tracking|booking|source|status|exit|return|virhe|fel|fejl|hiba|postleit|artikel|waren|kunden|uni|en|de|bin|byte|op|"
    r"tuote|termek|vare|varu)(?:code|kode?|koodi)\w{0,3}|codecs?|kodak|kodi"
)
"""Words for other codes."""

CUE_WORD = Expression(r"p/w|wi-fi|[^\W_]{2,30}")

CANDIDATE = Expression(
    r"[\"'`“”„«](?P<phrase>[^\W\d_][\w'-]{1,14}(?: [\w'-]{1,14}){1,7})[\"'`“”»]"
    r"|(?<=[:=] )(?P<tail>(?:[a-z]{2,12} ){2,7}[a-z0-9]{1,12})(?=\s{0,8}$)"
    r"|(?<![\w.,-])(?P<number>[0-9]{1,2}(?:[ -][0-9]{1,2}){2,5}|[0-9]{3}[ -][0-9]{3}|[0-9]{2}\*[0-9]{2}|"
    r"[0-9]{3,8}[A-Z#*]?|[0-9]{2}[A-Z][0-9]{2})(?![\w%€$£:/]|[.,-][0-9])"
    r"|(?P<value>[^\s\"'`“”„«»()<>\[\]{},;:|/=\\]{4,40})",
    re.MULTILINE,
)
"""What may be a value: words in quotes, a number, or a word."""

SHAPES = (
    ("signed-number", Expression(r"(?=\S{0,40}[0-9])(?=\S{0,40}[A-Za-z])\S{0,40}[!#$%&*+=?@^~_]\S{0,40}$")),
    ("signed", Expression(r"[^\W\d_]\S{0,40}[!#$%&*+=@^~]\S{0,40}[^\W_]$|[^\W\d_]{4,20}[!$%]$")),
    ("underscored", Expression(r"[^\W\d_]{2,14}(?:_[^\W\d_]{2,14}){1,4}$")),
    ("joined-number", Expression(r"(?=\S{0,40}[0-9])[^\W_]{1,14}(?:[-.][^\W_]{1,14}){1,5}$")),
    ("joined-many", Expression(r"[^\W\d_]{2,14}(?:[-.][^\W\d_]{2,14}){2,6}$")),
    ("joined-capital", Expression(r"(?=[^\W\d_]*[-.]\S{0,40}[A-Z])[A-Z][a-z]{2,14}[-.][A-Z][a-z]{2,14}$")),
    ("joined", Expression(r"[^\W\d_]{2,14}[-.][^\W\d_]{2,14}$")),
    ("capital-number", Expression(r"(?-i:[^\W\d_a-z])[^\W\d_]{2,16}[0-9]{1,4}$")),
    ("small-number", Expression(r"[^\W\d_]{3,18}[0-9]{1,4}$")),
    ("mixed", Expression(r"(?=\S{0,40}[0-9])(?=\S{0,40}[^\W\d_])[^\W_]{5,40}$")),
    ("camel", Expression(r"(?:[A-Z]?[a-z]{2,12})(?:[A-Z][a-z]{2,12}){1,4}$")),
    ("upper", Expression(r"[A-Z]{4,20}$")),
    ("capital", Expression(r"[^\W\d_a-z][^\W\d_]{3,20}$")),
    ("word", Expression(r"[^\W\d_]{4,24}$")),
)
"""What a word looks like: the first that fits."""

SHAPES_OF_LETTERS = SHAPES[-4:]
"""Those of words without signs and digits."""

NUMBERS = (
    ("four", Expression(r"[0-9]{4}$")),
    ("three", Expression(r"[0-9]{3}$")),
    ("many", Expression(r"[0-9]{5,8}$")),
    ("halves", Expression(r"[0-9]{3}[ -][0-9]{3}$")),
    ("parted", Expression(r"[0-9]{1,2}(?:[ -][0-9]{1,2}){2,5}$")),
    ("lettered", Expression(r"[0-9]")),
)
"""The same for a number."""

QUALITY = Expression(
    r"(?:[a-z]{2}ed|ing|able|ible|ive|ous|ful|less|ary|ory|ic|al|ly|ent|ant|lich|ig|bar|isch|oire|ant|ent|ido|ida|ado|ada|"
    r"ato|ata|uto|orio|wy|ny|na|ne|ska|ske|ten|et)$"
)
"""Words that say how a password is, and are none: "expired", "falsch"."""

LINKS: dict[str, str] = {
    **dict.fromkeys((":", "=", ">", "→", "：", "—", "–"), "colon"),
    **dict.fromkeys(("/", ",", "&", "+", "and", "und", "et", "y", "og", "och", "en"), "and"),
    **dict.fromkeys(("は", "が", "是", "为"), "is"),
    **dict.fromkeys(
        words(
            """
            is was are be now reads read says say still called being lautet ist heisst war est c'est es e jest to er ar
            je este la adalah ειναι это became remains type types typed enter enters entered put puts using use used
            """
        ),
        "is",
    ),
    **dict.fromkeys(
        words("with by mit avec con com med met take takes accept accepts accepted som kodem haslo needs wants"),
        "with",
    ),
    **dict.fromkeys(words("as for als come como comme jako"), "as"),
}
"""What stands directly before a value: the last word or sign."""

CODE = Expression(r"[{}<>;]|\w\(|\)\.|::|==|\w\.\w{1,20}\.\w|://|\w=\w|\w/\w{1,20}/\w")
"""What sentences do not have."""

RULE_WORDS = words(
    """
    must least min minimum max maximum character characters digit digits letters too wrong incorrect invalid required
    requires expire expires expired forgot forgotten should between allowed refused rejected missing empty masked hidden
    hashed stored zeichen muss mindestens falsch doit caracteres debe deve znakow musi error status return returns show
    shows display displays page field button link tab list column screen version percent seconds minutes hours days
    times failed fails attempt attempts tries
    """
)
"""Words of sentences about passwords and of products, not of those that give one away."""

OTHER_BEFORE = words(
    """
    error status exit return response http qr bar promo discount coupon voucher postal post zip area country product
    item colour color room source booking tracking order ticket invoice version page step chapter section line row
    user session level build port house floor seat gate flight bus platform week year size article number no nr id
    ref code: serial part model case issue pr bug produkt produkto produktu produit producto prodotto produto
    produsului товара заказа ошибки προιοντος postale postleit bledu chyby erreur errore erro fel hata kreskowy
    dialling branch sort swift dress extension department zimmer raum story sprint release rfc iso din alarm locker
    meeting dial call over under about than after before at until since from in fehlercode fehler plz hausnummer
    bestellung error: table box phase lot
    """
)
"""Words before a number, or a name with one, that make another thing of it."""

COUNTED = Expression(
    r"\s?(?:%|€|\$|£|°|eur|usd|kr|px|ms|(?:milli)?sec\w{0,4}|min\w{0,5}|hours?|days?|weeks?|months?|years?|times|digits?|"
    r"char\w{0,7}|letters?|words?|users?|items?|orders?|points?|steps?|bytes?|[kmg]b|entries|rows?|tests?|guests?|people|"
    r"attempts?|tries|levels?|pages?|visitors?|x\s|mal|zeichen|stellen|stunden|tage|am\b|pm\b|o'clock|uhr|hits?|"
    r"visits?|customers?|records?|files?|lines?|and up|employees|units?|pieces|copies)",
    re.IGNORECASE,
)
"""What follows a number of things."""

AS_NAME = Expression(
    r"\s(?:as|for|under|is|was|als|ist|fur|comme|est|como|come|jako|som|как)\s(?:[\w']{1,12}\s){0,3}$|\s$",
    re.IGNORECASE,
)
"""What stands between a value and the name of what it is."""
