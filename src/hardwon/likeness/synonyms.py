"""Synonyms: words that stand for one another where software is used and tested. Pure data, one table.

A small table for any product, made by hand. Words of a trade (a shop's, a bank's) are here only as far as most people
would use one for the other. How near two words of a line are, is how they are joined:

    cart==basket    one thing by two names: also on a page, where the wrong one would be pressed
    create=add      one meaning in a sentence: two claims may differ in it; on a page they may be two buttons
    create upload   near enough to look for one where the other is asked for, and for nothing else

A word may be in several lines. Of those joined, the first stands for all; where one has an opposite, it is that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.likeness.stems import singular, stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_TABLE = """
create=add new register==signup insert append attach upload addition
delete=remove=erase=removal discard drop clear disappear gone empty
edit=modify=change=update=alter=modification rename adjust save replace
show=display=appear=visible view see browse list look check present watch read index
select=choose=chosen=pick specify set define enter fill provide type input assign
login sign log authenticate credential
logout exit quit leave
required=mandatory=need=compulsory=obligatory blank missing without empty lack omit enter
invalid wrong incorrect bad malformed illegal improper
notify=inform error fail failure warning message alert information notification
allow=permit try attempt prevent deny unable cannot forbid=prohibit reject refuse disallow block restrict able access
buy=purchase order checkout place
cart==basket
cost=price fee=charge amount total=sum value rate pay
voucher==coupon decrease=reduce=reduction=discount promotion sale offer
user customer visitor guest account member client person administrator admin staff profile
email==mail message
password secret passphrase
search find filter query lookup seek
sort order ascending descending arrange sequence rank position
enable activate turn active start
disable deactivate inactive stop suspend
page=screen open go visit navigate redirect return back
finish=complete=finalize proceed continue confirm submit done accept approve
cancel=cancellation abort revert undo withdraw void
send deliver ship shipment dispatch delivery
unique already exist same duplicate taken used
big=large long longer length short shorter maximum minimum limit exceed too least most lower higher greater small
many multiple several all every both
one single only once
start=begin date time day period expire end schedule since until
language locale translate country
image=picture=photo avatar logo thumbnail file attachment
name title label called
text description note comment review content
success successfully succeed
category group tag type kind class section
shop=store catalog
tax vat taxation
address street city postcode location
count number quantity amount many few items
product item article goods variant
role permission privilege right access
available availability stock inventory
verify=verification validate confirm=confirmation check
reset restore recover forgot recovery
connect link associate join relate belong
move drag reorder position
export download
import upload
folder directory
issue ticket bug task
team group organization company
dialog=modal=popup overlay window
button link tab menu icon
field box form input
table grid row column list
late=slow delay wait second loading timeout spinner
fast=quick
reject=refuse=decline
keep=retain=preserve
ask=prompt
answer=reply=respond=response
click=press=tap
empty=blank
incorrect=wrong
approve=approval
arrive=arrival
renew=renewal
pay=payment
subscribe=subscription
reserve=reservation
expire=expiry=expiration
install=installation
phone=telephone
website=site
"""

_ON_PAGES = "setting==preference"
"""Names of one thing that only pages have: in a sentence the stem of `setting` is that of the verb, `set`."""

_IN_CLAIMS = "above=over below=under say=tell immediate=instant person=people stay=remain different=differ each=per"
"""Words of one meaning that find nothing: they are in texts about anything."""

_LINES = [line.split() for line in _TABLE.strip().splitlines()]


def _joined(by: str, lines: Sequence[Sequence[str]] = _LINES) -> Iterator[list[str]]:
    for line in lines:
        yield from (part.replace("==", "=").split("=") for part in line if by in part)


def _first(groups: Iterable[Sequence[str]], form: Callable[[str], str]) -> dict[str, str]:
    return {form(word): form(group[0]) for group in groups for word in group}


def _kin() -> dict[str, frozenset[int]]:
    kin: dict[str, set[int]] = {}
    for number, line in enumerate(_LINES):
        for word in " ".join(line).replace("=", " ").split():
            kin.setdefault(stem(word), set()).add(number)
    return {word: frozenset(lines) for word, lines in kin.items()}


ONE_THING = _first([*_joined("=="), *_joined("==", [_ON_PAGES.split()])], singular)
"""The word that stands for all names of one thing, by the singular of each."""

ONE_MEANING = _first([*_joined("="), *_joined("=", [_IN_CLAIMS.split()])], stem)
"""The stem that stands for all of one meaning, by the stem of each: those of one thing, too, but on pages alone."""

KIN = _kin()
"""The lines that each stem is in."""
