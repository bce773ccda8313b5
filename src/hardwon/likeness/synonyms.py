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

_NEAR = """
send mail transmit, send receive get, receive receipt arrive, inform notify, inform message, hint message note,
get obtain receive, give grant provide, show offer present, see notice find, hide conceal invisible,
hide collapse fold, vanish disappear gone hide, bin trash delete recycle, wipe erase clear, discard throw delete,
purge delete clean, login session, logout session, login authenticate identify, signup register join account,
registration account, enroll join assign register, leave quit unsubscribe, member belong join participant,
attend participant attendee, freeze block suspend lock, lock block forbid, ban block forbid, unlock unblock release,
thaw unfreeze, lock secure, refuse decline reject turned, approve accept grant, approve sign authorize,
agree accept consent, permit authorize, ask request demand, require demand must, apply application request,
request inquiry, question ask faq, claim request, quiz test exam question, answer reply solution,
exercise task practice, score grade mark result, grade rating mark, pause stop suspend hold, resume continue restart,
repeat again recurring, recurring regular repeat standing, retry again, daily day, yearly annual, date day calendar,
deadline due date, due overdue, today day, tomorrow day next, yesterday day, time hour minute clock,
slot time opening, evening night, redirect land lead, forward redirect, lead link, taken land, landing home overview,
overview dashboard home start, folder directory, file document, document paper pdf, attach attachment upload file,
download save export, picture photo image, avatar picture photo, icon symbol image, video film movie clip,
audio sound voice, music song track, badge counter number, badge label mark, star favorite, favorite bookmark save,
rate star, like heart, tick check mark, tick checkbox, toggle switch, uncheck untick deselect clear,
radio option choice, dropdown select option, gray disabled inactive, disabled inactive, switch turn, activate enable,
live active public, sms text message, inbox mail mailbox, mailbox message, letter mail, newsletter mail subscription,
phone mobile call, telephone call, device computer machine, device phone tablet, browser window tab,
screen monitor display, desktop computer, pin code digit, code number, passcode password pin, code password token,
forgot forgotten lost reset, captcha robot, fingerprint identify, somebody someone person, person user,
stranger guest anonymous, visitor guest reader, owner maintainer admin, moderator admin, manager boss supervisor,
staff employee worker, employee colleague worker, doctor physician nurse, patient client,
teacher tutor instructor coach trainer, student learner pupil, author writer, author creator owner, editor writer,
recipient payee receiver, sender payer, seller vendor merchant, buyer customer, supplier vendor, tenant renter,
landlord owner, driver courier, passenger traveler, candidate applicant, contact person, child son daughter kid,
parent father mother, partner husband wife, family relative, agent adviser representative, appointment visit meeting,
booking reservation appointment, book reserve, meeting conference call, event meeting, reschedule postpone move,
postpone delay defer, schedule plan calendar, planned scheduled upcoming, agenda calendar,
holiday vacation leave absence, sick ill absence, shift roster, medicine drug prescription, illness disease, lab test,
bill invoice, pay settle, debt owe outstanding, outstanding open unpaid, unpaid overdue, balance account,
balance rest, sum total, money cash amount, fund money balance, cash money, euro dollar currency,
transfer send payment, wire transfer, deposit payment, withdraw take, debit charge, credit refund,
refund return money, fee cost price, tariff price rate, loan credit borrow, borrow lend, salary wage income,
income earning, expense cost spend, budget money limit, tip donation, sell sale sold, purchase buy bought,
deal offer bargain, bestseller popular, cheap low price, expensive high price, street address, city town,
zip postcode postal, place location, map location, near close nearby, country nation, rename name title, name call,
title heading headline, caption heading label, subtitle title, edit modify, adjust change, history log past,
audit log, revision version, version release, former previous old, earlier previous before, draft unpublished,
publish release post, publish public live, publication post publish, article post text, post entry, archive old,
note remark comment, comment feedback, feedback opinion rating, review rating feedback, review check,
discussion thread conversation, conversation chat message, chat talk message, forum discussion,
reply response comment, merge combine join, unite merge, split divide separate, copy duplicate clone,
duplicate twice double, duplicate exist, conflict overlap collide, same identical equal, other another,
run execute start, launch start, begin start open, initial first start, end finish, finish complete done,
close end shut, close exit, latest last recent newest, recent lately new, next following, upcoming future next,
later future, soon future, past old before, early soon before, late delay overdue, wait pending queue, pending open,
job task run, build compile, deploy release, task todo action, todo reminder, ticket issue, defect bug fault,
fail error broken, mistake error wrong, typo spelling mistake, crash error, success pass green, wrong false incorrect,
correct right proper, valid correct, broken damaged, warn caution alert, banner message, toast message, popup dialog,
snackbar message, flash message, bell notification, dialog confirmation, sure confirm, verify prove, sign signature,
deny refuse, access permission, forbidden access, scope permission, grant permission, role position, token key,
revoke withdraw cancel, expire end, expired old late, valid expire, nothing empty no, none no empty, nobody no,
missing lack absent, empty without, free available, vacant free available, left rest,
cap limit maximum, quota limit, most maximum, beyond exceed, enough sufficient, insufficient low, room space,
capacity space, full space, disk drive storage, memory storage, increase raise higher grow, rise increase,
reduce lower less, fewer less, shrink smaller reduce, drop fall, search look find, keyword term query, term word,
narrow filter only, hit result match, match fit suit, suggestion propose recommend, autocomplete suggestion,
list table, row line, entry row item, record entry file, column field, sequence order, reorder order move,
drag slide pull, drag move, drop put, swipe slide, top first up, bottom last down, front first, header top,
footer bottom, group team, class group, crew team, department team unit, company business, organization institution,
invite invitation, join invite, undo back, restore recover, reset original default, default standard preset,
prefilled default filled, preselected default selected, configuration option, configure set, customize adjust,
theme color design, layout design, dark theme, language translation, print printer, preview look, read view,
watch follow, follow subscribe, mute silence off, mention name, share public link, public visible,
private confidential hidden, secret confidential, secure safe protect, protect lock, encrypt secure, help support,
support contact, guide instruction tutorial, hint tooltip, progress percent, percent share, status state,
graph chart diagram, curve graph, report statistic, statistic number count, metric statistic, report complain abuse,
lesson class course, course training, unit lesson, chapter section, module unit, topic subject, subject matter,
internet online web, network online, offline connection, connect plug, pair connect, sync synchronize, refresh reload,
reload update, poll survey vote, vote choose, survey question, form application, sheet form, wizard step, step stage,
url link address, path address, href link, website page, zip archive, compress archive, unpack extract,
parcel package, package shipment, courier delivery, shipping delivery, warehouse stock, stock inventory, supply stock,
track follow, lost missing, stolen theft lost, replace replacement another, exchange replace, swap exchange,
substitute replace, fresh new, build make create, make create, generate create, draw make, produce make,
establish create, found create, written write, type write enter, fill enter, enter put, insert put, press hit,
tap touch, click tap, scroll swipe, went go, visit see, hold keep, bring take, lose lost, put place, locate find,
automatically self, slow late, long wide, tall high, short cut, truncate cut, trim cut, crop cut image, resize size,
rotate turn, zoom enlarge, expand open, collapse close, color red, quantity number, region area zone, province state,
district area, category topic, taxon category, property attribute characteristic, feature function, parameter option,
variable value, value amount, figure number, digit number, size length, height size, weight heavy, temperature heat,
unit measure, average mean, minimum least, trip journey travel, flight plane, train railway, hotel room, ticket seat,
seat place, vehicle car, car rental, route way, direction way, arrive come, recipe cook, meal food dish, menu dish,
drink beverage, contract agreement, term condition, policy rule, law legal, insurance policy, license permit,
certificate proof, proof evidence, identity passport, passport identification, hire employ, fire dismiss, resume cv,
interview meeting, vacancy job position, candidate apply, goal target aim
"""
"""Words near enough to look for one where the other is asked for, in tight groups: they say more of a text than the
lines above, which are about what any screen has."""

_GROUPS = [group.split() for group in _NEAR.replace("\n", " ").split(",")]

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
    lines = [" ".join(line).replace("=", " ").split() for line in _LINES]
    for number, line in enumerate([*lines, *_GROUPS]):
        for word in line:
            kin.setdefault(stem(word), set()).add(number)
    return {word: frozenset(groups) for word, groups in kin.items()}


ONE_THING = _first([*_joined("=="), *_joined("==", [_ON_PAGES.split()])], singular)
"""The word that stands for all names of one thing, by the singular of each."""

ONE_MEANING = _first([*_joined("="), *_joined("=", [_IN_CLAIMS.split()])], stem)
"""The stem that stands for all of one meaning, by the stem of each: those of one thing, too, but on pages alone."""

KIN = _kin()
"""The lines and groups that each stem is in."""

ON_SCREENS = frozenset(word for word, groups in KIN.items() if min(groups) < len(_LINES))
"""The stems of the first table: words that any screen has."""

GROUPS_ON_SCREENS = frozenset(range(len(_LINES)))
