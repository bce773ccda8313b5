"""Personal numbers of many countries, by their word, their form and their check digits. Pure.

A row of the table for each country; a function says whether the digits agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TURNS = (
    *("0123456789", "1576283094", "5803796142", "8916043527"),
    *("9453126870", "4286573901", "2793806415", "7046913258"),
)
_PRODUCTS = (
    *("0123456789", "1234067895", "2340178956", "3401289567", "4012395678"),
    *("5987604321", "6598710432", "7659821043", "8765932104", "9876543210"),
)
"""Verhoeff's tables."""

_ODD = (*(1, 0, 5, 7, 9, 13, 15, 17, 19, 21), *(2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23))
"""What letters and digits count in the odd places of an Italian number."""


def luhn(number: str) -> bool:
    """The check digit of cards and many others."""
    digits = [int(char) for char in number]
    doubled = (2 * digit - 9 * (digit > 4) for digit in digits[-2::-2])  # noqa: PLR2004 - two digits are added up
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _weighted(number: str, weights: range | tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=False))


def _cpf(number: str) -> bool:
    ends = (number[:9], number[:10])
    sums = (_weighted(part, range(len(part) + 1, 1, -1)) * 10 % 11 % 10 for part in ends)
    return len(set(number)) > 1 and "".join(map(str, sums)) == number[9:]


def _dni(number: str) -> bool:
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == number[-1]


def _pesel(number: str) -> bool:
    return _weighted(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def _bsn(number: str) -> bool:
    return _weighted(number, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def _nhs(number: str) -> bool:
    return (11 - _weighted(number[:9], range(10, 1, -1)) % 11) % 11 == int(number[9])


def _nir(number: str) -> bool:
    return 97 - int(number[:13]) % 97 == int(number[13:])


def _swedish(number: str) -> bool:
    return luhn(number[-10:])


def _aadhaar(number: str) -> bool:
    check = 0
    for place, digit in enumerate(reversed(number)):
        check = int(_PRODUCTS[check][int(_TURNS[place % 8][int(digit)])])
    return check == 0


def _codice_fiscale(number: str) -> bool:
    values = [int(char) if char.isdigit() else ord(char) - ord("A") for char in number[:15]]
    return chr(ord("A") + (sum(_ODD[value] for value in values[::2]) + sum(values[1::2])) % 26) == number[15]


def _chinese(number: str) -> bool:
    return "10X98765432"[_weighted(number, (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)) % 11] == number[17]


def _german_tax(number: str) -> bool:
    product = 10
    for digit in number[:10]:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(number[10])


def _swiss(number: str) -> bool:
    return (_weighted(number, (1, 3) * 6 + (1,))) % 10 == 0


@dataclass(frozen=True, slots=True)
class NumberOfPeople:
    """The number that a country gives to each of its people."""

    kind: str
    hints: tuple[str, ...]
    """How its names begin, in small letters: without one of them it is not looked for. None where it has no names."""

    number: Expression
    checks: Callable[[str], bool]


_LETTERS = re.compile(r"(?<=\|)[^\W\d_]{2,10}(?![?*])")


def _numbered(kind: str, names: str, number: str, checks: Callable[[str], bool] = bool) -> NumberOfPeople:
    """A number behind one of its names; without names, it is known by its form."""
    before = rf"(?i:(?<![a-z])(?:{names}))[^0-9\n]{{0,30}}?" if names else ""
    hints = tuple(dict.fromkeys(_LETTERS.findall(f"|{names.lower()}"))) if names else ()
    return NumberOfPeople(
        kind, hints, Expression(rf"{before}(?<![0-9A-Za-z.-])({number})(?![0-9A-Za-z]|[.-][0-9])"), checks
    )


_NUMBERS = (
    _numbered("CPF", "", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", _cpf),
    _numbered("CPF", "cpf", r"[0-9]{11}", _cpf),
    _numbered("DNI", "dni|nie|nif|documento|identidad", r"(?:[0-9]{8}|[XYZ][0-9]{7})-?[A-Z]", _dni),
    _numbered("PESEL", "pesel", r"[0-9]{11}", _pesel),
    _numbered("BSN", "bsn|burgerservicenummer|sofinummer", r"[0-9]{9}", _bsn),
    _numbered("NHS number", "nhs", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", _nhs),
    _numbered(
        "NIR",
        "nir|insee|securite sociale|carte vitale",
        r"[12] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
        _nir,
    ),
    _numbered("personnummer", "personnummer|samordningsnummer", r"(?:19|20)?[0-9]{6}[-+ ]?[0-9]{4}", _swedish),
    _numbered("Aadhaar", "aadhaar|aadhar|uidai", r"[2-9][0-9]{3} ?[0-9]{4} ?[0-9]{4}", _aadhaar),
    _numbered("codice fiscale", "", r"[A-Z]{6}[0-9]{2}[ABCDEHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]", _codice_fiscale),
    _numbered("resident number", "", r"[1-9][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9]{4}[0-9X]", _chinese),
    _numbered(
        "tax number",
        "steuer-?id\\w{0,22}|identifikationsnummer|idnr",
        r"[0-9]{2} ?(?:[0-9]{3} ?){2}[0-9]{3}",
        _german_tax,
    ),
    _numbered("SIN", "sin|social insurance", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}", luhn),
    _numbered(
        "national insurance number",
        "nino|national insurance|ni number",
        r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?(?:[0-9]{2} ?){3}[A-D]",
    ),
    _numbered("AHV number", "", r"756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}", _swiss),
    _numbered("CPR number", "cpr(?: nummer|-nummer| no\\.?| number)?", r"[0-3][0-9][01][0-9]{3}-?[0-9]{4}"),
    _numbered("henkilötunnus", "hetu|henkilotunnus", r"[0-3][0-9][01][0-9]{3}[-+A][0-9]{3}[0-9A-Y]"),
    _numbered("fødselsnummer", "fodselsnummer|fodselsnr", r"[0-9]{6} ?[0-9]{5}"),
    _numbered(
        "national register number",
        "rijksregister\\w{0,8}|registre national|national register",
        r"[0-9]{2}\.?[0-9]{2}\.?[0-9]{2}-?[0-9]{3}\.?[0-9]{2}",
    ),
    _numbered("kimlik no", "tckn|t\\.?c\\.? ?kimlik|kimlik no", r"[1-9][0-9]{10}"),
    _numbered("CURP", "", r"[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]"),
    _numbered("RUT", "rut", r"[0-9]{1,2}\.?[0-9]{3}\.?[0-9]{3}-[0-9Kk]"),
    _numbered("CUIT", "cui[tl]", r"[0-9]{2}-?[0-9]{8}-?[0-9]"),
    _numbered("tax file number", "tfn|tax file number", r"[0-9]{3} ?[0-9]{3} ?[0-9]{3}"),
    _numbered("PPS number", "ppsn?(?: number| no\\.?)?", r"[0-9]{7}[A-W][A-IW]?"),
    _numbered("PAN", "pan(?: card| number| no\\.?)?", r"[A-Z]{5}[0-9]{4}[A-Z]"),
    _numbered("CNP", "cnp", r"[1-8][0-9]{12}"),
    _numbered("rodné číslo", "rodne cislo|rodneho cisla", r"[0-9]{6}/?[0-9]{3,4}"),
    _numbered("EGN", "egn|егн", r"[0-9]{10}"),
    _numbered("AMKA", "amka|αμκα", r"[0-9]{11}"),
    _numbered(
        "social insurance number",
        "svnr|sv-nummer|sozialversicherungs(?:nummer|nr)|rentenversicherungsnummer|versichertennummer",
        r"[0-9]{4} ?[0-9]{6}|[0-9]{2} ?[0-9]{6} ?[A-Z] ?[0-9]{3}|[A-Z][0-9]{9}",
    ),
    _numbered("SNILS", "снилс|snils", r"[0-9]{3}-?[0-9]{3}-?[0-9]{3}[ -]?[0-9]{2}"),
    _numbered(
        "resident registration number", "rrn|주민(?:등록)?번호|resident registration", r"[0-9]{6}-?[1-8][0-9]{6}"
    ),
    _numbered("individual number", "マイナンバー|個人番号|my number", r"[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}"),
    _numbered("identity number", "south african id|sa id|id number", r"[0-9]{13}", luhn),
    _numbered("ITIN", "itin", r"9[0-9]{2}-?[5-9][0-9]-?[0-9]{4}"),
    _numbered(
        "driving licence",
        r"driv(?:er'?s|ing) licen[cs]e(?: number| no\.?)?|fuhrerschein(?:nummer|-nr\.?)",
        r"(?=[A-Z0-9]{0,12}[0-9]{4})[A-Z][A-Z0-9]{7,15}",
    ),
    _numbered(
        "passport number",
        r"passport (?:number|no\.?|id|nr\.?)|reisepass(?:nummer|-?nr\.?| nr\.?| nummer)|"
        r"pas(?:poort)?(?:nummer|nr\.?)|passnummer|numero (?:de|di|do) (?:passeport|pasaporte|passaporto|passaporte)|"
        r"passeport n[o.]?\s?|pasaporte|paszport\w{0,2}",
        r"(?=(?:[A-Z]{0,8}[0-9]){3})(?=[0-9]{0,8}[A-Z])[A-Z0-9]{8,9}",
    ),
)
_SOME = Expression(r"[0-9](?:[ .-]?[0-9]){5}|[A-Z][0-9]{2}")


def personal_numbers(text: str) -> Iterator[tuple[str, int, int]]:
    """The kind and the place of each number of a person."""
    if not _SOME.search(text):
        return
    lower = text.lower()
    for each in _NUMBERS:
        if each.hints and not any(map(lower.__contains__, each.hints)):
            continue
        for match in each.number.finditer(text):
            if each.checks(re.sub(r"[ .+-]", "", match[1])):
                yield each.kind, match.start(1), match.end(1)
