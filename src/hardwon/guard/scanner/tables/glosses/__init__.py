"""Glosses: words of other languages in English, so that the weights of English words hold for these, too. Data only.

A module for each language; its name in `LATIN` or `SCRIPTS`, and in `every_language.py`. Entries are parted by ` / ` or a new line: the English
word, a colon, and how the language says it, spelled as people spell it: alternatives joined by `|`, words of one
alternative by `_`, `*` for any ending. In scripts without spaces they are parts of the text, as long as they may be.

A text in Latin letters is of the language that has most of its words as they are, without `*`, if that is more than a
quarter of them: so the commonest words (you, is, all, not, from) are written out. Where two languages have as many, as
near relations do, the words with `*` decide. What is said twice counts where it stands first. A glossary has more than
300 entries, and nine in ten of them have a word that `word_weights.py` weighs.
"""

from __future__ import annotations

LATIN = (
    "catalan",
    "croatian",
    "czech",
    "danish",
    "dutch",
    "estonian",
    "finnish",
    "french",
    "german",
    "hungarian",
    "indonesian",
    "italian",
    "latvian",
    "lithuanian",
    "norwegian",
    "polish",
    "portuguese",
    "romanian",
    "slovak",
    "slovenian",
    "spanish",
    "swahili",
    "swedish",
    "tagalog",
    "turkish",
    "vietnamese",
)
"""Languages that are told apart by their words."""

SCRIPTS = (
    (("japanese",), "[\u3040-\u30ff]"),
    (("chinese",), "[\u3400-\u9fff]"),
    (("korean",), "[\uac00-\ud7af]"),
    (("thai",), "[\u0e00-\u0e7f]"),
    (("hindi",), "[\u0900-\u097f]"),
    (("bengali",), "[\u0980-\u09ff]"),
    (("tamil",), "[\u0b80-\u0bff]"),
    (("hebrew",), "[\u0590-\u05ff]"),
    (("urdu",), "[\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2]"),
    (("arabic", "persian"), "[\u0600-\u06ff]"),
    (("greek",), "[\u0370-\u03ff]"),
    (("ukrainian",), "[\u0454\u0456\u0457\u0491]"),
    (("serbian",), "[\u0452\u0459\u045a\u045b\u045f]"),
    (("bulgarian",), "\u044a(?![\u0435\u044e\u044f])"),
    (("russian",), "[\u044b\u044d]"),
    (("russian", "ukrainian", "bulgarian", "serbian"), "[\u0400-\u04ff]"),
)
"""Languages that are known by their letters, the first of these that a text has. Where several have them, words decide."""

UNSPACED = frozenset({"japanese", "chinese", "thai"})
"""Languages that are written without spaces."""
