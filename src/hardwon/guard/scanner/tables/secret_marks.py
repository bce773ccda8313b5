"""Marks of secrets: the words beside them, the forms that they have, and what only looks like one. Data only."""

# ruff: noqa: RUF001 - full-width signs are signs too

from __future__ import annotations

import re

from hardwon.guard.scanner.tables import Expression, words

TOKEN_CHARACTERS = r"A-Za-z0-9_./+=:~@$%&?-"  # noqa: S105 - not a token
"""What tokens are made of, as the inside of a class."""

SHORTEST_TOKEN = 16
"""No vendor has shorter ones: only where so many characters stand without a gap are formats tried."""

VENDOR_PLACEHOLDER = Expression(
    r"example|^sha[0-9]{1,3}(?!~)|x{6}|\*{3}|0{10}|your[_-]|placeholder|(.)\1{7}", re.IGNORECASE
)
"""Tokens in a vendor's format that a manual would show."""

WEBHOOK = Expression(r"https?://[^\s\"'<>]{0,80}hook[^\s\"'<>]{0,60}[/=]([A-Za-z0-9_-]{16,200})")
"""A random part of an address that calls itself a hook: its first group."""

LINK_THAT_LETS_IN = Expression(
    r"/(?i:(?:re)?set|reset|invit\w{1,6}|magic|confirm\w{0,6}|verif\w{1,8}|activat\w{1,4}|recover\w{0,4}|password|sso|"
    r"token|impersonate|unlock|onboarding|join|"
    r"(?:auto)?login|one-click|private)(?:[-_][a-z]{2,12}){0,3}(?:/[a-zA-Z]{2,12}){0,2}(?:/|(?<=private)-)(?=[A-Za-z0-9_-]{0,60}[0-9])([A-Za-z0-9_-]{24,200})"
    r"(?![A-Za-z0-9_.-])"
)
"""A link that resets a password or lets somebody in: its first group."""

LINK_WITH_CODE = Expression(
    r"(?i:[?&](?:key|hmac|auth|resourcekey|authkey|k|t|s|app_?id|api_?key|access_?key|access_?token|auth_?token|id_token|"
    r"refresh_token|client_?secret|user_?key|subscription-key|x-[a-z]{1,12}-?(?:key|token|signature)|token|ticket|secret|sig|signature|code|otp|"
    r"passcode|session_?(?:id|key|token)|sid|license_?key|policy|jwt|bearer)=|/#!?|rtmps?://[^\s?#]{4,80}/)(?=[A-Za-z0-9_-]{0,60}[0-9])([A-Za-z0-9_-]{22,400})(?![A-Za-z0-9_.-])|"
    r"(?i:reset|invit|magic|confirm|verif|activat|recover|password|login|log-in|signin|sign-in|sso|auth|join|share|unlock|"
    r"onboard)[^\s?#]{0,60}\?(?:[^\s#]{0,120}&)?[a-z_]{1,20}=(?=[A-Za-z0-9_-]{0,60}[0-9])([A-Za-z0-9_-]{20,400})(?![A-Za-z0-9_.-])"
)
"""The same with a code in its query, or behind a hash: in one of its groups."""

LINK_HINTS = ("=", "/#", "rtmp", "RTMP")
"""Parts of which such a link has one."""

ADDRESS_WITH_PASSWORD = Expression(
    r"(?:\b[a-z][a-z0-9+.-]{1,20}://|\bsips?:|(?<![^\s\"'])//)[^\s:/'\"<>]{0,80}:([^\s/@'\"<>?#]{3,100})@(?:[A-Za-z0-9.-]{2,100}|\[[0-9a-fA-F:.]{2,60}\]|/)"
    r"|://([A-Za-z0-9_-]{16,100})(?::[a-z]{0,8})?@[A-Za-z0-9.-]{2,100}"
    r"|(?:\s-[ua]|--user|--proxy-user)[ =][\"']?[^\s:'\"]{1,60}:([^\s'\"]{4,100})"
    r"|\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|mongo|"
    r"mongosh)\b[^\n]{0,120}\s-p\s?[\"']?([^\s'\"-][^\s'\"]{5,60})"
    r"|(?<![\w/])(?:admin|root|administrator|(?i:credentials?|creds|logins?)(?: (?:for|of|on|"
    r"to) (?:the )?[\w.-]{1,30}(?: [\w.-]{1,30})?)?(?: are|:| is)? [\w.@-]{2,40})[:/]([^\s'\"<>,;/]{8,60})"
    r"|(?<![\w/])(?i:user(?:name)?|login|account|credentials?)[:= ]{1,3}[\w.@-]{2,40} {0,2}[:/] {0,2}"
    r"([^\s'\"<>,;/]{8,60})"
    r"|(?:\bjdbc:oracle:[a-z]{2,8}:|\bsqlplus\s{1,3})\w{1,40}/([^\s@/\"']{5,60})@"
    r"|\b(?:and|with) ([^\s'\"<>]{8,60}) as (?:the )?(?:password|passphrase|pw)\b"
    r"|/user:[^\s'\"]{1,60}\s{1,3}([^\s'\"/]{6,60})"
    r"|\bWIFI:[^\n]{0,80}?;P:([^;\s]{6,63});",
)
"""The password is one of its groups."""

SURE_OF = (1, 7, 10)
"""Those of an address, which nothing else can stand in."""

USER_PART = Expression(r"(?://|\bsips?:)[^/\s]{1,182}@")
"""What it has where it is an address."""

LOGIN_HINTS = (
    *("-u ", "-u=", "-user", "mysql", "mariadb", "sshpass", "mongo", "admin", "root", "credential"),
    *("user", "login", "creds", "account", "sqlplus", "jdbc:", "as the p", "as p"),
    *("-a ", "wifi:"),
)
"""Parts of which it has one where it is a command or a note."""

LOGIN_SIGNS = (":", "/", "-p", " as ")
"""Parts of which every one of them has one, too."""

DEFAULT_PASSWORDS = words("pass pwd user root admin postgres guest test")
"""Passwords in addresses that everybody knows, in lower case."""

_QUALIFIED = (
    "api|access|network|secret|private|encryption|signing|hmac|license|licence|account|master|auth|storage|webhook|ssh|"
    "client|consumer|app|session|shared|bearer|refresh|deploy|wifi|wi-fi|subscription|service|security|jwt|id|personal|csrf|"
    "xsrf|x|bot|user|admin|root|db|database|smtp|ftp|oauth|recovery|backup|totp|otp|sas|write|read|ingest|"
    "wpa[23]?|pre-?shared|integration|functions?|host|publish|instrumentation|aes|crypto|cipher|gpg|pgp|signature|"
    "hash|salt|cookie"
)
PASSWORDS = (
    "identified by|passw(?:or)?[dt]e?|passord|passwd|pwd|passphrase|passcode|contrasena|clave|mot de passe|mdp|kodeord|"
    "slaptazod|parool|senha|palavra passe|kennwort|wachtwoord|haslo|parola|parol|sifre|losenord|salasana|heslo|"
    "adgangskode|jelszo|lozinka|sifra|geslo|mat khau|kata sandi|kod dostepu|пароль|паролю|密码|密碼|口令|パスワード|"
    "비밀번호|암호|पासवर्ड|كلمة المرور|كلمة السر|رمز عبور|گذرواژه|סיסמה|סיסמא|κωδικος προσβασης|κωδικος|รหัสผ่าน"
)
_BEGINS = "(?-i:(?<![a-z])|(?=[A-Z]))"
"""Where a word begins, also inside of another: `jwtSecret`."""

_OPENS_NOTHING = (
    "PRIMARY|FOREIGN|CACHE|SORT|PARTITION|PUBLIC|UNIQUE|INDEX|HOT|ROUTING|LOCALE|GROUP|ROW|MAP|IDEMPOTENCY|OBJECT|"
    "DEDUP|DEDUPE|LOOKUP|JOIN|FILE|IMAGE|ISSUE|TRANSLATION|NATURAL|SURROGATE|COMPOSITE|BUCKET|S3|MESSAGE|LOCK|QUEUE|"
    "REDIS|REACT|SITE|UPLOAD|ATTACHMENT|LAYER|ASSET|ARTIFACT|DOCUMENT|SHARD|HASH|RANGE|PUBLISHABLE|ANON|SLOT|ITEM"
)
"""Keys of constants that open nothing."""

NAMES = Expression(
    rf"(?P<password>{PASSWORDS}|{_BEGINS}(?:pass|pw)(?![a-z])|"
    rf"(?:(?:require|bind|root|admin|store|user|sql|db|ftp|mail|smtp|ssh|key|my|web|vnc|rdp|wifi|app|login|master|auth|"
    rf"default|proxy|ldap)(?:pass|pw)|masterauth)(?![a-z]))"
    rf"|(?P<strong>(?:(?:{_QUALIFIED})[ _.-]?)(?:access[ _-]?)?(?:key|secret|token)|secret[ _-]?key(?:[ _-]?base)?|"
    rf"(?<![a-z])psk(?![a-z])|"
    rf"x-[a-z-]{{1,20}}-api(?=\s{{0,3}}:)|"
    rf"(?-i:(?<![A-Za-z])(?!{_OPENS_NOTHING})[A-Z][A-Z0-9]{{1,20}}_KEY(?![A-Za-z]))|"
    rf"{_BEGINS}(?:credentials?|bearer|basic|authorization|authtoken))"
    rf"|(?P<weak>{_BEGINS}(?:secret|token|auth(?![a-z]))|sess(?:ion)?[_-]?id|connect\.sid|(?<![a-z])sid(?![a-z])|"
    rf"(?<![a-z])(?:sig|hmac|salt|pepper)(?![a-z])|signature|"
    rf"(?-i:(?<![A-Za-z_-])(?!(?:{_OPENS_NOTHING.lower()})_)[a-z][a-z0-9]{{2,20}}_key(?![A-Za-z_])))",
    re.IGNORECASE,
)
"""Words that say what stands beside them, by how much they say."""

SUFFIX = r"s?(?:[A-Z][A-Za-z0-9]{0,12})?(?:[_-][A-Za-z0-9]{1,20}){0,2}"
"""What the name of a secret may go on with: `_hash`, `Base64`."""

PASSWORD_HINTS = (
    *(
        "pass",
        "pwd",
        "pw",
        "contrasena",
        "clave",
        "mdp",
        "senha",
        "palavra",
        "kennwort",
        "wachtwoord",
        "haslo",
        "parol",
    ),
    *("sifr", "losenord", "salasana", "heslo", "adgangskode", "jelszo", "lozinka", "geslo", "khau", "sandi", "dostepu"),
    *("identified", "masterauth", "kodeord", "slaptazod", "parool"),
)
"""Parts of names of passwords in plain letters, of which each has one."""

NAME_HINTS: dict[str, int] = {
    **dict.fromkeys(PASSWORD_HINTS, 0),
    **dict.fromkeys(("парол", "密", "口令", "パスワード", "비밀번호", "암호", "पासवर्ड", "كلمة", "رمز", "گذرواژه"), 0),
    **dict.fromkeys(("סיסמ", "κωδικος", "รหัสผ่าน"), 0),
    **dict.fromkeys(("key", "secret", "token"), 24),
    **dict.fromkeys(("psk", "credential", "bearer", "basic", "sess", "sig", "x-", "hmac", "salt", "auth", "pepper"), 0),
    "pass": 8,
    "pw": 7,
    "sid": 8,
    "khau": 4,
    "sandi": 5,
    "dostepu": 4,
}
"""Parts of them, of which each has one, and how far behind its beginning that can stand: quick to look for."""

SAYS = (
    r"(?:is|was|are|reads?|says?|equals|remains?|stays?(?: at)?|became|lautet|ist|war|blijft|est|es|e|jest|to|on|ar|er|"
    r"je|este|la|adalah|ir|yra|ειναι|है|هي|هو)"
    r"(?: (?:still|now|currently|again|simply|just|always|set to|changed to|noch|jetzt|immer noch|immer|nog|toujours|"
    r"ancora))?"
)
"""What stands between the name of a secret and its value in a sentence, in many languages."""

PROPERTY = Expression(
    r"[ _.-]?(?:type|field|length|min|max|count|limit|size|timeout|ttl|expir\w{0,6}|age|reset|strength|score|attempts?|"
    r"policy|pattern|regexp?|rules?|hint|label|input|placeholder|name|env|header|param(?:eter)?|url|uri|endpoint|path|"
    r"file|provider|method|algorithm|encryption|hash(?:ing)?|version|format|prefix|mode|status|state|manager|page|form|screen|button|link|box|"
    r"required|enabled|valid\w{0,6}|arn|ref|index|column|bucket|store|storage|service|class|style|toggle|entry|pad)"
    r"(?![a-z])",
    re.IGNORECASE,
)
"""What makes the name of a secret that of something about it: `token_type`, "password field"."""

JOINS = Expression(
    r"(?:(?:\[\]|[\"'`*_\])”’»]{0,3})"
    r"(?:\s{1,3}\([^()\n]{1,40}\)(?=\s{0,3}[:=])|\s{1,3}(?:for|of|on|to|from|at|in|by|that|which|we|shown|used|given|"
    r"printed|listed|von|fur|zu|zum|zur|am|im|des|der|"
    r"de|du|des|pour|para|per|del|do|da|di|della|van|voor|till|til|"
    r"dla|do|pro|za|от|для|к|на|в|от|для)(?:\s[\w@'-]{1,40}(?:\.[\w@'-]{1,40})?){1,4}?"
    rf"(?=\s{{1,3}}(?:{SAYS}|=)[\s:]|:)|\s(?:set|changed|reset|back)(?=\sto\s))?[\"'`*_]{{0,3}}\s{{0,3}})"
    r"(?:(?P<assigns>=>|->|<-|→|⇒|:=|[=:]{1,2}|\.{3,60}|：|＝|>(?=\S)"
    r"|[\"']?(?:[,;]\s{0,40}|\s{1,40})[\"']?value[\"']?\s{0,2}[=:]"
    r"|[\"']?\s{0,3}\{[^{}]{0,80}?\bdefault\s{0,3}=|\s(?:/t\s\w{1,12}\s)?/d\s"
    r"|(?:</\w{1,20}|[\"'][^<>\n]{0,40})>\s{0,20}<\w{1,20}>|=\s{0,3}[\"'])"
    rf"|(?P<says>\b(?:{SAYS}|as|with|holds|contains)\b:?"
    r"|は|が|是|为|為|는|은|[-–—](?=\s)|[,|])|)"
    r"[\"'`*_]{0,3}\s{0,3}(?:[|>]-?\s{1,20})?"
    r"(?:!!?\w{1,12}\s|(?:new\s\w{1,30}|[\w.]{0,20}(?:from|byte|str|decode|hex|parse)\w{0,6}|\[\]byte)\((?=[\"'`]))?"
    r"(?:[\"'`]?(?:bearer|basic|token)\s{1,3})?[\"'`“”„«(\[]{0,2}"
    r"(?P<value>(?!value\s{0,2}=)[A-Za-z0-9!#$%&*+./:;=?@^_~\\{}<()-][A-Za-z0-9!#$%&*+./:=?@^_~\\{}\[\]()|-]{3,400})",
    re.IGNORECASE,
)
"""What joins a name and a value, and the value."""

CARD = Expression(
    r"(?<![0-9A-Za-z.-])(?:2[2-7]|[3-6][0-9])(?:(?:[ -]?[0-9]){12,17}|[0-9]{2}(?:\.[0-9]{4}){3})(?![0-9A-Za-z])"
)
IBAN = Expression(r"(?<![0-9A-Za-z])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![0-9A-Za-z])")
SOCIAL_SECURITY = Expression(
    r"(?:(?P<word>\b(?:ssn|social security)\b[^0-9\n]{0,30})|(?<![0-9A-Za-z.-]))"
    r"((?!000|666|9)[0-9]{3}(?P<gap>[- ]?)(?!00)[0-9]{2}(?P=gap)(?!0000)[0-9]{4})(?![0-9A-Za-z.-]?[0-9])",
    re.IGNORECASE,
)
BEFORE_A_PHONE_NUMBER = Expression(r"(?:call|phone|tel|fax|dial|mobile|extension|part|lot)\W{0,3}$", re.IGNORECASE)

PLACEHOLDER = Expression(
    r"^[<\[{(%$]|^\*\*|\*\*$|^&lt;|[>}]$|x{4}|\*{3}|\.{3}|example|sample|placeholder|redacted|change_?me|your[_-]?|dummy|"
    r"todo|replace_?me|(?:goes|put|fill|insert|key|token)[_-]?here|fill_?in|insert[_-]|^test|test[_-]?(?:key|token)|my[_-]|0{6}|123456|abcdef|lorem|"
    r"^(?=.{0,60}(?:passwor[dt]|(?-i:p[a@4]ssw[o0]r[dt])|s[e3]cr[e3]t))(?:my|your|our|the|an?|new|old|test|super|very|top|some|"
    r"any|user|admin|db|root|client|app|api|key|token|value|name|is|in|of|from|ref|pass|passwor[dt]s?|s[e3]cr[e3]ts?|"
    r"(?-i:p[a@4]ssw[o0]r[dt])|[^a-z0-9]|[0-9]{1,3}(?![0-9])){1,20}$|foobar|process\.env|environ|getenv|\benv\.|undefined|null$|none$|required|invalid|"
    r"123e4567-e89b-12d3-a456-426614174000|\$\{|\{\{|\w\(|^min[._]?[0-9]|^[a-z]{2,20}[0-9]{1,3}$(?<=123)",
    re.IGNORECASE,
)
"""Values that stand for a secret."""

NO_VALUE = Expression(
    r"^(?:Chrom(?:e|ium)|Firefox|Safari|Edge|Opera|Windows|Android|Ubuntu|Debian|Python|Java|Node|Angular|React|Vue|"
    r"Bootstrap|Postgres|iPhone|iPad|iOS|macOS|Office|Excel|Outlook|Teams|Word|Argon|Base|Step|Page|Form|User|Test|"
    r"Version)[-_]?[0-9]{1,4}(?:id)?$|"
    r"^[a-z_$][\w$.]{1,60}\[|^\w{2,60}\[[A-Za-z_(]|^-?\w{1,20}\]|^[A-Z]\w{1,40}Error\b|^0x[0-9A-Fa-f]|^[0-9]{4}-[0-9]{2}-[0-9]{2}|^/[a-z0-9._/?=&-]{1,200}$|^(?:Alt|Ctrl|Shift|Cmd|Meta|Option|Strg)[+-]|://|"
    r"^[\w.+-]{1,64}@[\w-]{1,63}\.\w"
    r"|^(?:AES|RSA|SHA|MD5|HMAC|TLS|SSL|OAuth|HTTP|UTF|ISO|RFC|RS|HS|ES)[-_]?[0-9]|^v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}"
    r"|^(?i:aes|rsa|sha|utf|iso|ipv|argon|pbkdf|latin|openid)[-_]?[0-9]{1,5}(?i:id|[di]|[-/_][a-z0-9/-]{1,30})?$",
)
"""Programs and their versions, times, addresses, key combinations, names of methods."""

WORDS_IN_A_ROW = Expression(
    r"(?:[a-z]{3,9}-){3,7}[a-z]{3,9}$|(?=[a-z-]{4,60}[0-9])(?:[a-z]{3,9}[-.]){1,5}[0-9]{1,4}(?:[-.][a-z]{3,9}){0,4}$"
)
"""A password of words: `tulip-harbor-violet-42`."""

CONSTANT = Expression(r"[A-Z][A-Z0-9]{0,20}_[A-Z0-9_]{1,40}")
WRITTEN = Expression(
    r"[\"'`{(<$-]{0,3}(?:export\s|[A-Za-z0-9]{1,30}[-_.][\w.-]{1,60}=|[A-Z0-9]{3,20}=|[^\s\"']{0,80}[?&;]\w|-{1,2}\w)"
)
"""How the name of a setting is written, and no word of a sentence: `mail.password=`, `DB_PASS=`, `--password`."""

SETTING = Expression(
    r"\s{0,40}(?:- )?(?:[a-z][a-z0-9]{0,30}(?:[-_.][a-z0-9]{1,30}){0,5}|[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,5}|"
    r"[a-z][A-Za-z0-9]{2,40}|[A-Z][A-Za-z]{3,20}(?==))\s{0,8}[:=]\s{0,8}"
)
"""A line that is one setting."""

SQL = Expression(r"(?i:\b(?:alter|create|grant|set|with)\b)[^\n]{0,100}(?i:\bwith|\buser|\blogin|\brole|\bset)\s{1,3}$")
"""What stands before PASSWORD in a statement that sets one."""

AFTER_COMMA = Expression(r",[^\s,=\"']{2,40}(?=\s|$)")
NAMED_ELSEWHERE = Expression(
    r"\b(?:arn:aws|vault|op|azurekeyvault|gcpsm)[\w:/.-]{0,80}:$|"
    r"\b(?:headers|request|req|cookies|params)(?:\.get\(|\[)[\"']$"
)
"""What stands before the name of a secret where that is looked up in a store or a request."""

REFERENCE = Expression(
    r"pass|pwd|secret|token|cred|(?-i:^[a-z][a-z0-9]{0,20}\.[a-z][A-Za-z0-9.]{1,60}$)|^(?:self|this|args?|opts?|options|"
    r"conf(?:ig)?|settings?|vars?|data|params?|req(?:uest)?|props?|local|input|form|user|vault|env|ctx|state|kwargs)[._-]",
    re.IGNORECASE,
)
"""What a value is read from."""

NO_PASSWORDS = words(
    """
    string str text varchar char integer boolean bool bytes object any never unknown optional nullable true false none
    null nil empty blank undefined default required mandatory missing invalid valid wrong weak strong hidden masked
    encrypted hashed plain plaintext plain-text password passwort secret token value field label input hint placeholder
    prompt env variable config vault keychain keyring stdin file inherit inherited generated random auto automatic
    manual disabled enabled current previous confirm confirmation repeat again reset forgot forgotten change changed
    update updated user username login email admin root guest postgres mysql oauth oauth2 basic bearer digest kerberos
    ldap saml sso scram md5 bcrypt argon2 scrypt sha256 peer trust cleartext client credentials authorization code
    header cookie session visible show hide toggle autofill sensitive secure securestring securetext write-only
    writeonly readonly credential autodetect htpasswd crypt
    nextval uuid faker fixture mock stub test tests testing demo sample changeit letmein
    """
)
"""What stands behind the name of a password where none is."""

UUID = Expression(r"^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$", re.IGNORECASE)
HEX = Expression(r"^(?:sha(?:1|256|512)[:-])?[0-9a-f]{6,128}$", re.IGNORECASE)

COOKIE_LINE = Expression(r"\b(?:set-)?cookies?\b[\"'`]?\s{0,3}[:=]\s{0,3}[^\r\n]{1,2000}", re.IGNORECASE)
"""A line that carries cookies."""

COOKIE = Expression(r"(?<![^\s;:\"'`=])([\w.-]{1,60})=([A-Za-z0-9%._~+/:-]{12,600})")
"""Name and value of one."""

SESSION_COOKIE = Expression(r"sess|sid\b|auth|token|login|remember|csrf|jwt", re.IGNORECASE)
"""Names of cookies that let somebody in."""
