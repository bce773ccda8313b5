"""Scripts: which characters show nothing, which belong to which script, and which are left as they are.

Data only: classes of characters, each as a pattern for one of them.
"""

from __future__ import annotations

from hardwon.guard.scanner.tables import Expression

_KANA, _HAN, _HANGUL = "\u3040-\u30ff", "\u3400-\u9fff", "\uac00-\ud7af"
_INDIC, _THAI_AND_LAO, _BURMESE, _KHMER = "\u0900-\u0dff", "\u0e00-\u0eff", "\u1000-\u109f", "\u1780-\u17ff"

INVISIBLE = Expression(
    "[\u00ad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
)
"""What shows nothing: controls, joiners, marks of direction, fillers, tags, lone surrogates."""

TERMINAL_ESCAPES = "\x1b\x9b"
DIRECTION_OVERRIDES = "\u202d\u202e"
DIRECTION_MARKS = "\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""The last have a place in text that has letters written from right to left; the others have none anywhere."""

JOINERS = "\u200b\u200c\u200d"
"""Zero-width space, non-joiner, joiner."""

STRIPPED_MARKS = Expression(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0640\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
"""Marks that sit on a letter and change nothing about the word: accents, vowel points, struck-through lines."""

STACKED_MARKS = Expression("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{4}")
"""More marks on one letter than any language has."""

JOINING = Expression(
    f"[\u0600-\u08ff{_INDIC}\u0f00-\u109f{_KHMER}\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff]"
)
"""Scripts in which a joiner or a non-joiner shapes letters: Arabic, Persian, Indic, Khmer, Mongolian."""

BREAKING = Expression(f"[{_THAI_AND_LAO}{_BURMESE}{_KHMER}{_KANA}{_HAN}{_HANGUL}]")
"""Scripts in which a zero-width space marks where a line may break."""

UNSPACED = Expression(f"[\u0590-\u06ff{_INDIC}{_THAI_AND_LAO}{_KANA}{_HAN}{_HANGUL}]")
"""Scripts that are written without spaces or glue particles to words: phrases match parts of words there."""

RIGHT_TO_LEFT = Expression("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
EAST_ASIAN = Expression(f"[{_KANA}{_HAN}{_HANGUL}]")
EVERYDAY = Expression("[\u0370-\u03ff\u0400-\u058f\u10a0-\u10ff]")
"""Greek, Cyrillic, Armenian and Georgian: scripts with look-alikes of Latin letters in which many people write."""

LATIN = Expression("[A-Za-z]")
CYRILLIC_OR_GREEK = Expression(
    "[\u0431\u0433\u0434\u0436\u0437\u0438\u043b\u043f\u0444\u0446-\u044f\u03b8\u03bb\u03be\u03c6\u03c8]"
)
"""Letters that only Cyrillic or Greek has: where one stands, words of that script are what they look like."""

UNMIXED = Expression("[\u13a0-\u13fd\u2c80-\u2cf3\u2d30-\u2d67\ua4d0-\ua4f7\uab70-\uabbf\U00010280-\U0001057f]")
"""Cherokee, Coptic, Tifinagh, Lisu and old scripts: nobody writes them together with Latin letters in one word."""

WIDE_LETTERS = Expression("[\uff21-\uff3a\uff41-\uff5a]")
STYLED_LETTERS = Expression(
    "[\uff21-\uff3a\uff41-\uff5a\u249c-\u24e9\u1d00-\u1d22\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\ua730\ua731"
    "\u1680-\u169a\u16a0-\u16ea\U00010300-\U0001034f\U00010400-\U0001047f\U00010900-\U0001091b"
    "\U0001d400-\U0001d7cb\U0001f110-\U0001f12a\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189\U0001f1e6-\U0001f1ff]"
)
"""Latin letters in other forms: full width, small capitals, mathematical, boxed, of flags; and the letters of scripts
that no product speaks: Ogham, runes, Old Italic, Gothic, Deseret, Shavian, Phoenician."""

SPELLED_IN_FLAGS = Expression("[\U0001f1e6-\U0001f1ff](?:[ \u200b-\u200d-][\U0001f1e6-\U0001f1ff]){5}")
"""Letters of flags kept apart with spaces or joiners: a word. Flags themselves are pairs."""

COMPOSABLE = Expression(f"[\u1100-\u11ff]{{2,400}}|[{_KANA}][\u3099\u309a]")
"""Korean syllables and Japanese voiced sounds that were taken apart."""

FOREIGN = Expression(
    "[^\x09\x0a\x0d\x20-\x7e\u0410-\u0418\u041a-\u0438\u043a-\u044f\u05d0-\u05ea\u0627-\u063a\u0641-\u064a"
    "\u0905-\u0928\u092a-\u0930\u0935-\u0939\u093e-\u094d\u3041-\u3096\u30a1-\u30f6\u4e00-\u9fff\uac00-\ud7a3]"
)
"""Everything but the characters that are known to fold to themselves."""
