"""Signs: what parts words, clauses and sentences, what quotes, what asks, and which tags stand inside a line.

Data only.
"""

# ruff: noqa: RUF001 - signs of several scripts

from __future__ import annotations

from hardwon.guard.scanner.tables import Expression, words

BETWEEN_WORDS = (
    r"\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f"
    r"\u060c\u061b\u061f\u06d4\u0964\u0965\u00d7\u00f7\u2600-\u27bf\U0001f200-\U0001faff"
)
"""The characters of no word, as the inside of a class."""

SENTENCE_END = Expression(r"[!?;:\n\r|。！？；：।…•<>{}=]|\.(?:\s|[\"'”’)\]]|$)|[-–—*#]{2}|\s[-–—*•>]\s")
CLAUSE_END = Expression(r"[,()\[\]\"“”«»„，、؛،]|\s[-–—]|['‘’]\s|\s['‘’]")
QUESTION_MARK = Expression(r"[?？؟]")
QUOTED = Expression(
    r"(?<![0-9])\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|»[^«\n]{1,400}«|„[^“”\n]{1,400}[“”]|`[^`\n]{1,400}`|(?<![a-z0-9])'(?![0-9])[^'\n]{1,200}'(?![a-z])"
    r"|「[^」\n]{1,400}」|『[^』\n]{1,400}』|(?<![a-z0-9])[‘‚][^‘’\n]{1,200}[‘’](?![a-z])"
)
"""Text between quotation marks: what the product shows."""

QUOTATION_MARKS = "\"'`“«»„「『‘‚"
"""How it begins."""

REQUEST = Expression(
    r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?: (?:/|https?://)[^\s\"'<>]{0,400}|(?=\s{0,3}[:|]))"
)
"""A request as it stands in a log, or its method as the head of a line: that is not an order."""

ADDRESSES = (
    r"(?P<here>https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::[0-9]{1,5})?(?:/[\w./?&=#%-]{0,200})?(?![\w:@/\\-]|\.\w))|"
    r"(?P<url>(?:[a-z]{3,8}://|www\.)[^\s<>\"'`]{3,300})"
    r"|(?P<mail>[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\.[a-z0-9.-]{2,63})"
    r"|(?P<account>(?<![a-z0-9])[a-z]{2}[0-9]{2}[ -]?[0-9a-z]{4}(?:[ -]?[0-9]{4}){2,6}(?![a-z])|"
    r"(?<![a-z0-9])0x[0-9a-f]{40}(?![0-9a-f]))"
)
ADDRESS_WORDS = {"here": "urlhere", "url": "urlurl", "mail": "mailmail", "account": "accountno"}
"""Addresses of pages, people and accounts, and the word that stands for each in a phrase."""

MARKDOWN = Expression(r"\\(?=[!-/:-@\[-`{-~])|\*{1,3}|`{1,3}|~~")
"""Signs of Markdown that a page does not show."""

INLINE_TAGS = words("a b i u s em strong span font code sub sup mark small wbr")
"""Tags that may stand inside a word; any other begins a new line."""
