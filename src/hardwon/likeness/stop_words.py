"""Stop words: what says little, by where it stands. Pure data.

The sets share a base and differ for a reason, which each of them gives. To drop a word where it tells something makes
two things one, so each set holds only what its users can do without. All are plain words: `stems` makes stems of them.
"""

from __future__ import annotations


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ANYWHERE = _listed("a an and are at be by from in is it of on our that the this to your")
_COMMON = _ANYWHERE | _listed("as but can do for has have i if its my or should then there was when will with you")

IN_MOST_TEXTS = _COMMON | _listed("no not")
"""What is in so many texts that it finds nothing. Denials are, too; that they say much is for `claims` to see."""

_GRAMMAR = _COMMON | _listed(
    "these those me we he his him she her they their them s t were been being am does did had having would shall could "
    "may might must into so while than about also again still always just now already here which who what where any "
    "try want get gets got go goes see sees able"
)

IN_A_CLAIM = _GRAMMAR | _listed(
    "show shown display displayed appear visible exist present seen found located situated contain include allow "
    "permit possible applied loaded made become happen occur properly correctly actually simply accordingly "
    "therefore however corresponding respective itself myself yourself themselves anymore please"
)
"""Words that two wordings of one fact may differ in: to see, to have and to show something is one. No denial, no word
that narrows (new, some, only, rarely), and no word of place but the plainest."""

IN_EVIDENCE = _GRAMMAR | _listed("some new within without onto only after before product test")
"""Words that do not show that one text rests on another."""

PLACE_HEADS = ("in", "on", "under", "from", "via", "at", "behind", "below", "inside", "within", "through")
"""What opens a place."""

IN_A_PLACE = _ANYWHERE | frozenset(PLACE_HEADS) | _listed("its you we can could may which where also now always main")
"""Beside the name of a place. Not `for`, `with` or `or`: what they open is more than a place."""

_SCREEN = _listed("page screen link")
BESIDE_A_NAME = _SCREEN | _listed("button field tab form box option")
"""What people say after a name on a page, and the page does not: "the City field"."""

IN_A_NAME = _ANYWHERE | BESIDE_A_NAME | _listed("as for into my or under via with menu section site entry")
"""In the name of a link, a button or a field. Few: names are short, and `may`, `will` and `do` can be what tells one
from the next."""

PARTS_OF_A_PAGE = _SCREEN | _listed("menu section tab area panel sidebar footer header toolbar dialog location way")
"""What stands beside the name of a place, and shows that it is one."""

GETTING_AROUND = _SCREEN | _listed("open go visit navigate return back click press tap follow site button")
"""How to get somewhere, not where: what two steps of any kind have in common."""

IN_SENTENCES = _listed("are be been can cannot did do does had has have is must should was were will")
"""What a sentence has, and a name has not."""

WHO = _listed(
    "admin administrator customer desktop guest manager member mobile owner premium staff tablet user visitor"
)
WHEN = _listed("as after before when if while until since with for")
"""What a title may narrow a content with: to whom it happens, and when."""

IN_ANY_STEP = _listed(
    "again also any begin check choose confirm continue do done down enter finish first further here hover last look "
    "more move next now ok okay once one ones other out perform pick please previous proceed repeat retry same scroll "
    "see select so start step still stop thing things those try type up use verify view wait watch"
)
"""What is done in steps of any kind: it tells what a step is about only where something else does, or a title does."""
