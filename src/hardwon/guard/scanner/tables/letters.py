"""Letters: what stands in for a plain Latin letter, from other scripts to digits and Morse signs. Data only."""

# ruff: noqa: RUF001 - this module is about letters that look like others

from __future__ import annotations

from string import ascii_lowercase

from hardwon.guard.scanner.tables.confusables import CONFUSABLES

_TWINS = (
    ("авекмнорстухѕіјԁԛԝѵһӏгпбяиьзч", "abekmhopctyxsijdqwvhlrnbrnbew"),
    ("АВЕКМНОРСТУХЅІЈԌԚԜѴҺӀ", "abekmhopctyxsijgqwvhl"),
    ("αβεζηικνορτυχωϲϳσδπ", "abeznikvoptuxwcjodn"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹΛ", "abezhikmnoptyxca"),
    ("օսհոցքզյԼՏՍՕա", "ouhngpqjlsuow"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdeghijklmprstvwz"),
)
LOOK_ALIKES = {
    **CONFUSABLES,
    **{other: latin for others, latins in _TWINS for other, latin in zip(others, latins, strict=True)},
}
"""Letters of other scripts that pass for a Latin one, Unicode's and some that merely resemble one.

They count inside words that are otherwise Latin; a word of a script in which hardly anybody writes may have them all.
"""

EXACT_TWINS = frozenset("аеорсхуѕіјԁһӏАВЕКМНОРСТХЅІЈονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""The look-alikes that differ from the Latin letter in nothing that a reader could see."""

_SMALL_CAPITALS = dict(
    zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıɩʋɛøØłŁđĐħŧ", "abcdefghijklmnoprstuvwyzagiiveoolldDht", strict=True)
)
_UPSIDE_DOWN = dict(zip("ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎɔ", "aefghijkmrtvwyc", strict=True))
_BLOCKS = (0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6, 0x249C)
_BOXED = {chr(start + index): letter for start in _BLOCKS for index, letter in enumerate(ascii_lowercase)}

_WISHES = {"\ufdfa": " ", "\ufdfb": " "}
"""Arabic signs that say a whole sentence after a name: spelled out, a text of them would be 18 times as long."""

ODD_LETTERS = {**_SMALL_CAPITALS, **_UPSIDE_DOWN, **_BOXED, **_WISHES, "ß": "ss", "ẞ": "ss"}
"""Letters in odd forms (small capitals, upside down, in boxes and circles) that Unicode does not map in one step."""

SIGNS_FOR_LETTERS = str.maketrans("@$!|€", "asile")
DIGITS_FOR_LETTERS = {**str.maketrans("01345789", "oieastbg"), **SIGNS_FOR_LETTERS}
"""Signs, and digits and signs, that are typed in place of letters: "$end", "1gn0re"."""

MORSE = dict(
    zip(
        (
            *(".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--"),
            *("-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--.."),
        ),
        ascii_lowercase,
        strict=True,
    )
)

BRAILLE = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠭⠽⠵⠺", "abcdefghijklmnopqrstuvxyzw", strict=True))

SPELLING_ALPHABET = (
    *(
        "alfa",
        "alpha",
        "bravo",
        "charlie",
        "delta",
        "echo",
        "foxtrot",
        "golf",
        "hotel",
        "india",
        "juliett?",
        "kilo",
        "lima",
    ),
    *(
        "mike",
        "november",
        "oscar",
        "papa",
        "quebec",
        "romeo",
        "sierra",
        "tango",
        "uniform",
        "victor",
        "whiskey",
        "x-?ray",
    ),
    *("yankee", "zulu"),
)
"""The words by which letters are spelled on the radio, as parts of an expression."""
