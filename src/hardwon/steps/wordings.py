"""Wordings: the words from which the forms of assertions are built, as regular expressions. Values only."""

# ruff: noqa: E501, SIM905 - a list of words for one thing reads best on one line, as words

from __future__ import annotations

import re

Q = r"\x00\d+\x00"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TIMES = {"once": 1, "twice": 2, "thrice": 3}
N = rf"(?:\d{{1,5}}|{'|'.join(NUMBERS[1:])})"
HOW = {"exactly": "=", "only": "=", "just": "=", "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<", "less than": "<"}  # fmt: skip
COMPARED = "|".join(HOW)
KINDS = {
    "button": "button", "link": "link", "hyperlink": "link", "heading": "heading", "headline": "heading",
    "field": "field", "input": "field", "input field": "field", "text field": "field", "textbox": "field",
    "text box": "field", "dropdown": "field", "select": "field", "checkbox": "checkbox", "check box": "checkbox",
    "box": "checkbox", "switch": "switch", "toggle": "switch", "text area": "field", "textarea": "field", "radio button": "radio", "radio": "radio", "option": "option", "message": "", "text": "",
    "label": "", "notice": "", "word": "", "words": "", "phrase": "", "sentence": "", "value": "", "flash": "",
    "row": "row", "column": "column", "cell": "cell", "item": "item", "entry": "item", "list item": "item",
    "article": "article", "alert": "alert", "tab": "tab",
}  # fmt: skip
PLURALS = {
    f"{kind}es" if kind.endswith("x") else f"{kind[:-1]}ies" if kind.endswith("ry") else f"{kind}s": kind
    for kind in KINDS
}
K = "|".join(sorted((re.escape(each) for each in (*KINDS, *PLURALS)), key=len, reverse=True))
ADJECTIVE = (
    r"(?:(?:(?P<tone>flash|error|success|confirmation|warning|info|information|status)|following|exact|main)\s+)?"
)
ARTICLE = r"(?:(?:the|a|an|any|this|that|der|den|die|das|einen|eine|ein)\s+)?"
CALLED = r"(?:(?:named|called|labell?ed|titled|saying|reading|that says|that reads|which says|with the (?:text|label|name)|with text|of|for)\s+)?"  # fmt: skip
ITEM = rf"(?P<no>(?:not|no|kein|keine|keinen)\s+)?{ARTICLE}{ADJECTIVE}(?:(?P<kind>{K})\s*:?\s+)?(?P<called>{CALLED})(?P<q>{Q})(?:\s+(?P<after>{K}))?"
PLAIN_ITEM = re.sub(r"\?P<\w+>", "?:", ITEM)
JOINT = r"(?:\s*,\s*(?:and\s+|or\s+|but\s+|nor\s+)?|\s+(?:and also|as well as|and|or|but|nor|und|oder)\s+)"
LIST = rf"(?P<list>(?:(?:both|either|neither|weder)\s+)?{PLAIN_ITEM}(?:{JOINT}{PLAIN_ITEM})*)"
NOT = r"(?P<not>not|never|no longer|cannot|can't|can not|don't|doesn't|do not|does not|isn't|aren't|is not|are not|should not|shouldn't|must not|mustn't|won't|nicht)"
MODAL = r"(?:should|must|shall|will|can|do|does|ought to|needs? to|now|then|also|still)"
WHO = r"(?:i|we|you|he|she|they|one|man|ich|it|users?|the (?:user|customer|visitor|tester|client|member|reader)s?|a (?:user|customer|visitor))"
PAGE = r"(?:(?:the|this|resulting|next|new|current) )*(?:page|screen|site|view|(?P<hits>results?)|output|body|content|document|it)"
SEES = r"(?:see|sees|view|find|finds|read|observe|expect|expects|verify|verifies|check|checks|check for|confirm|assert|look for|ensure|sieht|sehe|sehen)"
SHOWS = r"(?:show|shows|display|displays|contain|contains|say|says|include|includes|read|reads|list|lists|have|has|present|presents|mention|mentions|zeigt)"
PART = r"list|table|menu|navigation|header|footer"
"""Parts of a page: what is said of one of them is not said of the page."""

ON = rf"(?:\s+(?:somewhere\s+)?(?:on|in|at|auf) (?:the |this |der |dieser )?(?:page|screen|site|seite|view|body|text|(?:main )?(?P<part>{PART}))|\s+there|\s+again|\s+now)?"
BE = r"(?:is|are|was|were|be|being|been|to be|gets?|wird|ist|sind)"
VISIBLE = r"(?:shown|displayed|visible|present|seen|there|listed|found|rendered|printed|given|to be seen|on (?:the )?(?:page|screen)|sichtbar|angezeigt)"
ABSENT = r"(?:gone|missing|absent|hidden|invisible)"
STATES = {
    "disabled": "disabled", "inactive": "inactive", "greyed out": "disabled", "grayed out": "disabled",
    "deactivated": "inactive", "unavailable": "disabled", "not clickable": "disabled", "deaktiviert": "inactive",
    "enabled": "enabled", "active": "active", "clickable": "enabled", "activated": "active", "aktiv": "active",
    "checked": "on", "ticked": "on", "selected": "on", "chosen": "on", "set": "on", "switched on": "on",
    "preselected": "on", "pre-selected": "on", "marked": "on", "on": "on", "off": "off",
    "unchecked": "off", "unticked": "off", "unselected": "off", "deselected": "off", "switched off": "off",
    "required": "required", "mandatory": "required", "optional": "optional", "marked as required": "required",
    "empty": "empty", "blank": "empty", "filled": "filled", "filled in": "filled",
    "read-only": "readonly", "readonly": "readonly", "read only": "readonly", "editable": "editable",
    "invalid": "invalid", "marked as invalid": "invalid",
}  # fmt: skip
STATE = "|".join(sorted((re.escape(each) for each in STATES), key=len, reverse=True))
QUANTITIES = frozenset(
    "all every each both no none any some most many few several half only neither either one two three four five six".split()
)
NAME = rf"(?P<name>(?!(?:{'|'.join(sorted(QUANTITIES))})\b)[^\W\d_][\w&/-]*(?: [\w&/-]+){{0,4}}?)"
BENOT = rf"(?:(?:should|must|shall|will|has to|have to|needs? to)\s+)?(?:(?P<not>not|never|no longer)\s+)?(?:{BE})(?P<not2>n't|\s+(?:not|never|no longer|nicht))?(?:\s+(?:now|still|also|already|currently|initially))?"
NOUN = (
    r"(?!(?:only|just|merely|solely|no|not|never|neither|nor|both|either|hardly|barely|scarcely|almost|nearly|every|each|any|all|some|"
    r"most|few|many|none|without|except|about|around|roughly|maybe|perhaps|sometimes|usually|often|rarely|seldom|always|if|unless|when|"
    r"nobody|tomorrow|yesterday|today|soon|once|twice|thrice|other|another|former|[a-z]+ly)\b)[a-z]+"
)
"""Says of what something is the name: order "12". A word that narrows or denies is none."""

LEAD = re.compile(
    r"^(?:(?:given|then|and|but|also|now|next|finally|please|first|so|additionally|furthermore|afterwards|dann|und)\b[\s,:]*)+",
    re.IGNORECASE,
)
THAT = re.compile(
    rf"^(?:{WHO}\s+)?(?:{MODAL}\s+)*(?:verify|verifies|check|checks|confirm|assert|ensure|ensures|expect|expects|validate|make sure|double-check|see|sees|observe)"
    r"(?:\s+(?:that|whether|if)\b|\s*:)\s*",
    re.IGNORECASE,
)
BARE_VERIFY = re.compile(r"^(?:verify|check|confirm|assert|ensure|validate|make sure|expect)\s+(?=\S)", re.IGNORECASE)
