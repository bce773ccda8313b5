"""Random tokens: runs of characters that chance made, whoever issues them. Pure.

Vendors whose format no table has are recognised by what all tokens share: kinds of characters change far more often
than in words, names and numbers. Hashes, ids and names of files do the same and open nothing: they are known by their
shape, by what stands before them, and by the place that they have in an address.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression, words
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_RUN = Expression(r"[A-Za-z0-9_./+=:~@$%&?#|,-]{18,400}")
_PIECE = Expression(r"[A-Za-z0-9_-]{18,200}")
_BASE64 = Expression(r"(?<![A-Za-z0-9+/])(?=[^/]{0,60}[+/])[A-Za-z0-9+][A-Za-z0-9+/]{38,118}={0,2}(?![A-Za-z0-9+/=])")
_GROUPS = Expression(
    r"(?<![A-Za-z0-9-])(?:[A-Z][A-Z0-9]{0,5}-)?(?=[0-9-]{0,20}[A-Za-z])(?:[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,7}|"
    r"[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3,7}|[A-Z0-9]{6}(?:-[A-Z0-9]{6}){2,7}|[A-Z0-9]{8}(?:-[A-Z0-9]{8}){2,7})(?![A-Za-z0-9-])"
)
"""A key in groups of one size, as licences are."""

_ADDRESS = Expression(r"[a-z][a-z0-9+.-]{1,12}://[^?#&=@]{0,390}|(?:^|(?<=[=:]))/[^?#&=]{1,390}")
"""What leads to a page: the part of an address before its query."""

_PREFIX = Expression(r"(?:[A-Za-z][A-Za-z0-9]{0,11}[_-]|[A-Za-z0-9]{2,8}[_-](?=[A-Za-z0-9]{12})){1,3}")
_UUID = Expression(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|0[0-9A-HJKMNP-TV-Z]{25}$", re.IGNORECASE)
_PART = Expression(r"[A-Z]?[a-z]{1,400}|[A-Z]{1,400}|[0-9]{1,400}")
_ALL_HEX = Expression(r"[0-9a-f]{16,200}|[0-9A-F]{16,200}")
_FILE = Expression(
    r"\.(?:m?js|cjs|css|map|html?|json|xml|ya?ml|md|txt|csv|pdf|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|zip|t?gz|tar|"
    r"mp[34]|java|tsx?|jsx|py|go|so|jar|log|lock|db|wasm)(?![A-Za-z0-9])"
)
_PUBLIC = Expression(
    r"(?i:\b(?:ids?|identifier|uid|hash|digest|checksum|fingerprint|integrity|etag|shasum|commit|revision|version|"
    r"cursor|address|cid|sha-?[0-9]{0,3}|md5|h1|base64,?|guid|uuid|trace|blob|layer|image|snapshot|key id|"
    r"public(?:[ _-]?key)?|site-verification|"
    r"site ?key|alphabet|slug|boundary|sequence|nonce|build|token: v|ssh-[a-z0-9]{3,7}|ecdsa-[a-z0-9-]{4,20})"
    r"[\"'`*]{0,2}(?:[ :=~,-]|$)\s{0,2}(?:(?:is|was|of|the|=|:)\s{1,2}){0,2}[\"'`*(<]{0,2})$|[<]$"
    r"|[?&](?:[a-z]{1,5}clid|utm_[a-z]{2,10}|_gl|hash|v|etag|state|nonce|cursor|page_?token|code_challenge|"
    r"signature_version|[a-z_]{0,10}id)=$"
)
"""What stands before something random that opens nothing."""

_DIGEST = Expression(r"sha[0-9]{1,3}[:-]|base64,|\bmd5[:-]|\bh1:", re.IGNORECASE)
"""What makes all that follows in the same run a checksum or a document."""

_SHAPES = Expression(
    r"MI[GHI]|age1[0-9a-z]{50}|npub1|AC[0-9a-f]{32}$|AAAA[A-Z][0-9A-Za-z]|Qm[1-9A-HJ-NP-Za-km-z]{44}$|[13][1-9A-HJ-NP-Za-km-z]{32,33}$|bc1|0x|eyJ|iVBOR"
    r"|(?:[a-z]{1,12}[_-])?(?:19|20)[0-9]{6}T[0-9]{6}(?![0-9])"
)
"""How keys and addresses begin that are meant to be seen, documents, and names that say when: `q-20260105T100000-…`."""

_OBJECTS = words(
    """
    req cus evt msg sub prod product acct ch pi pm cs seti src txn tx ord order inv invoice usr user org project proj ws
    img image vid video doc uid pid ref rev asst thread run file files trace span step batch resp response chatcmpl call
    event message session customer payment account item page cart line row job task build node pod web app chunk module
    modules main vendor bundle index style styles css sc report screenshot backup tmp temp cache key id hash sha sha1
    sha256 sha384 sha512 md5 in po dp re ami subnet vpc sg eni vol snap instance container layer commit merge release
    branch feature bugfix fix test tests case suite el element react radix headlessui ember data version v1 v2 uuid guid
    """
)
"""What begins the ids of things."""

_KEY_BEFORE = Expression(
    r"(?i:(?<![a-z-])(?<!cache )(?<!public )(?<!object )(?<!sort )(?<!primary )(?<!foreign )(?<!csrf )(?<!host )"
    r"(?:(?:api|access|admin|master|private|secret|auth|signing|account|server|client|service|write|ingest|deploy|"
    r"app|webhook|integration|encryption|license|licence|personal|bearer|upload|management|read|user|"
    r"server-side|project)[ _-]?)?"
    r"(?:key|token|secret|pat|credential|api[ -]key|schlussel|jeton|clave|chiave|sleutel|klucz|tokenem|nyckel|"
    r"avain)s?\b"
    r"(?!\s?(?:id|hash|type|name|value of))[^\n.;|\]]{0,36}?)[\s\"'`(=:<\[]$"
)
"""The word for a key, in the sentence that goes on with it."""

_NEAR = 60
_LONGEST = 400
_BARE, _PREFIXED = 30, 20
_FEW_PARTS = 0.3


def random_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Where random tokens stand in a text."""
    for run in _RUN.finditer(text):
        # So long a run is a picture or a document, not a token.
        if len(run[0]) == _LONGEST or is_public(text, run.start()) or _in_certificate(text, run.start()):
            continue
        yield from ((match.start(), match.end()) for match in _found_in(text, run))
    for match in _GROUPS.finditer(text):
        mixed = sum(not part.isalpha() and not part.isdigit() for part in match[0].split("-"))
        if mixed > 1 and not _UUID.search(match[0]) and not is_public(text, match.start()):
            yield match.start(), match.end()


def _found_in(text: str, run: re.Match[str]) -> Iterator[re.Match[str]]:
    start, end = run.span()
    digest = _DIGEST.search(run[0])
    end = start + digest.start() if digest else end
    address = _ADDRESS.search(text, start, end)
    for match in _BASE64.finditer(text, start, end):
        if not _inside(match, address) and not is_public(text, match.start()) and _has_all_kinds(match[0]):
            yield match
    for match in _PIECE.finditer(text, start, end):
        if _inside(match, address) or _FILE.search(text, match.end(), min(end, match.end() + 24)):
            continue
        beside_words = text[match.start() - 1 : match.start()] == "/" or text[match.end() : match.end() + 1] in {
            "/",
            "@",
        }
        if beside_words or is_public(text, match.start()):
            continue
        if (is_random(match[0]) or _is_named(text, match)) and not _is_encoded_text(match[0]):
            yield match


def _is_named(text: str, match: re.Match[str]) -> bool:
    """Whether a shorter one, or one of hexadecimal digits, stands behind the word for a key in its sentence."""
    piece, start = match[0].strip("_-"), match.start()
    if _UUID.search(piece) or _SHAPES.match(piece) or not _KEY_BEFORE.search(text, max(0, start - _NEAR), start):
        return False
    if _ALL_HEX.fullmatch(piece):
        return len(piece) > 31 and not piece.isdigit()  # noqa: PLR2004 - shorter ones are ids
    return _is_mixed(piece) and any(map(str.isdigit, piece)) and "-" not in piece.strip("-")[1:-1]


def _in_certificate(text: str, start: int) -> bool:
    begun = text.rfind("-----BEGIN ", 0, start)
    return begun > text.rfind("-----END ", 0, start) and "PRIVATE" not in text[begun : begun + 40]


def _is_encoded_text(value: str) -> bool:
    """Whether a value is text in base64: other rules read that."""
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode().isprintable()
    except ValueError:
        return False


def _has_all_kinds(value: str) -> bool:
    """Whether a value has capitals and small letters in all its parts, as base64 has and no path."""
    if not _is_mixed(value) or _is_encoded_text(value.rstrip("=").translate({43: "-", 47: "_"})):
        return False
    return not any(part.islower() and len(part) > 3 for part in re.split("[/+]", value))  # noqa: PLR2004 - a word


def _inside(match: re.Match[str], address: re.Match[str] | None) -> bool:
    return address is not None and address.start() <= match.start() < address.end()


def is_issue(text: str, start: int, end: int) -> bool:
    """Whether this is the number of an issue in a project: "owner/project#123"."""
    _, sign, number = text[start:end].partition("#")
    return bool(sign) and number.isdigit() and "/" in text[max(0, start - 1) : end]


def is_public(text: str, start: int) -> bool:
    """Whether what begins here is said to be an id, a hash or something else that opens nothing."""
    return _PUBLIC.search(text[max(0, start - 30) : start]) is not None


def is_random(piece: str) -> bool:
    """Whether a run of letters, digits, `_` and `-` was made by chance and names no thing."""
    piece = piece.strip("_-")
    if _SHAPES.match(piece) or _UUID.search(piece):
        return False
    prefix = _PREFIX.match(piece)
    begins = re.split("[_-]", prefix[0].lower().rstrip("_-")) if prefix else []
    if any(part in _OBJECTS or (part in COMMON_WORDS and len(part) > 2) for part in begins):  # noqa: PLR2004 - "sk", "do"
        return False
    rest = piece[prefix.end() :] if prefix else piece
    least = _PREFIXED if prefix else _BARE
    if _ALL_HEX.fullmatch(rest):
        return prefix is not None and len(rest) > 30 and "_" in prefix[0]  # noqa: PLR2004 - ids are shorter
    if prefix and any(part.isalpha() and part.islower() and len(part) > 3 for part in re.split("[_-]", rest)):  # noqa: PLR2004 - a slug
        return False
    return len(rest) >= least and _is_mixed(rest)


def _is_mixed(value: str) -> bool:
    """Whether kinds of characters change in a value as they do by chance."""
    compact = "".join(filter(str.isalnum, value))
    if not compact:
        return False  # A ruler of `+` or `/`, as below a table or in a diff.
    digits, upper = sum(map(str.isdigit, compact)), sum(map(str.isupper, compact))
    small = len(compact) - digits - upper
    changes = len(_PART.findall(compact)) / len(compact)
    if min(upper, small) > 2:  # noqa: PLR2004 - one or two capitals make a name
        return digits > 0 and changes > _FEW_PARTS
    # One case and digits: of sixteen signs it would be a hash, with words beside it or not.
    return len(compact) > 23 and digits > 3 and changes > _FEW_PARTS - 0.1 and not _ALL_HEX.search(value)  # noqa: PLR2004 - as many as of an id are few
