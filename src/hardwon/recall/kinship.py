"""Words that stand for one another where software is used and tested: `delete` a ticket, and it is `removed`.

A small list for any product, made by hand. Words of a trade (a shop's, a bank's) are here only as far as most people
would use one for the other. A word may be in several groups.
"""

from __future__ import annotations

from hardwon.likeness.words import stem

_GROUPS = """
add create new register insert append attach upload creation addition
delete remove removal deletion erase discard drop clear disappear gone empty
edit modify change update rename alter adjust edition modification save replace
view see browse show display list look check appear visible present watch read index
choose select pick specify set define enter fill provide type input assign
sign log login signin authenticate logged signed authentication credential
signout logout logoff
required require mandatory blank missing without empty lack omit enter
invalid wrong incorrect bad malformed illegal improper
error fail failure notify warning message alert inform information notification
try attempt prevent deny unable cannot forbid reject refuse disallow block restrict impossible able allow access permit
buy purchase order checkout place
cart basket
price cost fee charge amount total sum value rate pay
discount promotion coupon voucher sale reduce reduction decrease offer
user customer visitor guest account member client person administrator admin staff profile
email mail message
password secret passphrase
search find filter query lookup seek
sort order ascending descending arrange sequence rank position
enable activate turn active enabled start
disable deactivate inactive disabled stop suspend
open go visit navigate redirect page screen return back
complete finish proceed continue confirm finalize submit done accept approve
cancel abort revert undo withdraw void
send deliver ship shipment shipping dispatch delivery
unique already exist same duplicate taken used existing
long longer length short shorter maximum minimum limit exceed too least most lower higher greater big small large
many multiple several all every both
one single only once
date time day period expire expiry start end schedule since until
language locale translation translate country
picture image photo avatar logo thumbnail file attachment
name title label called named
text description note comment review content
success successfully succeed
category group tag type kind class section
store shop catalog
tax vat taxation
address street city postcode location
count number quantity amount many few items
product item article goods variant
role permission privilege right access
available availability stock inventory
verify verification validate validation confirm check
reset restore recover forgot recovery
connect link associate join relate belong
move drag reorder position
export download
import upload
folder directory
issue ticket bug task
team group organisation organization company
dialog modal popup overlay window
button link tab menu icon
field box form input
table grid row column list
slow late delay wait second loading timeout spinner
"""


def _kin() -> dict[str, frozenset[int]]:
    kin: dict[str, set[int]] = {}
    for number, group in enumerate(_GROUPS.strip().splitlines()):
        for word in group.split():
            kin.setdefault(stem(word), set()).add(number)
    return {word: frozenset(groups) for word, groups in kin.items()}


KIN = _kin()
"""The groups of each stem."""
