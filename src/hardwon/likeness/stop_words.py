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

IN_A_CLAIM = _COMMON | _listed(
    "these those me we he his him she her they their them s t were been being am does did had having would shall could "
    "may might must into so while than about also again still always just now already here which who what where any "
    "some new try want get gets got go goes see sees able"
)
"""Words that two wordings of one fact may differ in. No denial, and no word of place but the plainest."""

IN_EVIDENCE = IN_A_CLAIM | _listed("within without onto only after before product test")
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
