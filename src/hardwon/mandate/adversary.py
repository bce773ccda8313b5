"""How to think as the users that a system fears: habits, chaos, and what differs by kind of system. Pure data.

Each entry has the least depth at which it is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from hardwon.mandate.system.facts import SystemKind

Depth = Literal["light", "normal", "aggressive"]
DEPTHS: tuple[Depth, ...] = ("light", "normal", "aggressive")

Entries = tuple[tuple[Depth, str], ...]

HABITS: Entries = (
    ("light", "They press twice what should be pressed once, and press again because nothing seemed to happen."),
    ("light", "They go back, change one thing, go forward again, and reload the page that said thank you."),
    ("light", "They paste: blanks on both ends, a line break, a price with a comma, a phone number with brackets."),
    ("light", "They leave in the middle and return tomorrow: signed out, the price changed, the last item sold."),
    ("normal", "They have it open twice, in two tabs or on two devices, and save the older one last."),
    ("normal", "They let the machine fill in the form: last year's address, someone else's password, the wrong field."),
    ("normal", "They type on a phone: a capital first letter, a helpful full stop, curly quotes, an emoji in a name."),
    ("normal", "They skip what they may skip, do the last step first, and take the optional field for a required one."),
    ("normal", "They undo, and undo the undoing; they cancel the cancellation."),
    ("normal", "They share a link with someone who is signed in as somebody else, or not at all."),
    ("aggressive", "They change their address, password or language halfway through something that depends on it."),
    ("aggressive", "They are called O'Neill-Ngo, or X, or by four surnames, or by a name that reads right to left."),
    ("aggressive", "They use the keyboard only, a screen reader, or a zoom of 300 %."),
    ("aggressive", "They come in through a bookmark, an old e-mail or an old version of the program."),
    ("aggressive", "They are two people on one account, doing opposite things at the same time."),
    (
        "aggressive",
        "They try what the refusal did not forbid: the same again, one less, another currency, another role.",
    ),
)

CHAOS: Entries = (
    ("light", "The answer is slow or gets lost although the work was done; what happens when it is asked again?"),
    ("light", "Two do the same thing at the same moment, and only one can be right."),
    ("light", "Limits: none, one, the most allowed, and one more than that."),
    ("normal", "The second of three steps fails. What is left behind, and can it be taken up again?"),
    ("normal", "A service it relies on is slow, away, or answers nonsense with a cheerful status."),
    (
        "normal",
        "Days end at different times: time zones, midnight, month ends, 29 February, the hour that comes twice.",
    ),
    (
        "normal",
        "Text is not ASCII: combining marks, right-to-left, astral emoji, a dotless i, bytes against characters.",
    ),
    ("normal", "Things arrive twice, late, or in the wrong order; a retry meets its own first attempt."),
    ("aggressive", "It is killed at the worst moment and started again: half-written data, held locks, lost queues."),
    (
        "aggressive",
        "The clock jumps: a token valid in the future, a duration below zero, an order older than its cart.",
    ),
    ("aggressive", "Numbers misbehave: negative, enormous, 0.1 + 0.2, leading zeros, a currency without cents."),
    ("aggressive", "Lists change while they are read page by page; caches keep what was deleted or denied."),
    ("aggressive", "Storage, memory, connections or a quota run out, and come back."),
    ("aggressive", "One user brings ten thousand of something of which everyone else has three."),
)

OF_KIND: dict[SystemKind, Entries] = {
    "web app": (
        ("light", "Sign out, press back: is the private page still there? Submit the form that is still there."),
        ("light", "Change the number in the address bar to one that belongs to someone else."),
        ("normal", "Send what the form would never send: hidden fields changed, choices that were not offered."),
        ("normal", "Let the session end between opening a form and sending it; is what was typed lost?"),
        (
            "normal",
            "Upload the wrong thing: empty, huge, misnamed, the same file twice, a name full of dots and slashes.",
        ),
        ("aggressive", "Block scripts, cookies or images; what remains usable, and does it still tell the truth?"),
        ("aggressive", "Open step three of a wizard directly, with nothing, or another user's data, from step two."),
        ("aggressive", "Put markup and template syntax into every field that someone else will look at."),
    ),
    "web service": (
        ("light", "Leave out a field, send null, send the wrong type, send one field too many."),
        ("light", "No credentials, expired ones, and valid ones of another tenant."),
        ("normal", "Repeat a request that creates something, with and without an idempotency key."),
        ("normal", "Another content type, an empty body, a body cut in the middle, a method nobody meant."),
        ("normal", "Ask for page zero, page minus one, the page after the last, and a page size of a million."),
        ("normal", "An error must be an error: no success status around a failure, no stack trace inside it."),
        ("aggressive", "Two updates from the same version: is the first silently lost?"),
        (
            "aggressive",
            "The same parameter twice, encoded slashes, a trailing slash, upper case where lower is expected.",
        ),
        ("aggressive", "JSON nested a thousand deep, a key given twice, a number with four hundred digits."),
    ),
    "CLI": (
        (
            "light",
            "Names with blanks, quotes, a leading dash or a line break; files that are missing, empty or folders.",
        ),
        ("light", "Run it from another folder, without a terminal, in a pipe whose reader goes away."),
        ("normal", "Interrupt it halfway, then run it again: is anything half-done, doubled or locked?"),
        ("normal", "Run it twice at once on the same things."),
        ("normal", "Exit codes and streams: does a failure look like one to a script, and is the output only output?"),
        ("aggressive", "No home folder, another locale, a read-only or full disk, permissions that end in the middle."),
        ("aggressive", "Options twice, in odd orders, contradicting each other; binary or endless input on stdin."),
    ),
    "library": (
        ("light", "Nothing, an empty thing, one thing, a million things; a type that is nearly the right one."),
        ("light", "Call it twice, in the wrong order, and after it was closed."),
        ("normal", "Call it from several threads, from an event loop, and from inside its own callback."),
        ("normal", "Does it change what it was given? Does it keep a reference to what the caller changes later?"),
        ("normal", "Are failures named as promised, and is everything as before after one?"),
        ("aggressive", "Times without zone, generators already used up, subclasses that lie, numbers that are not."),
        ("aggressive", "Follow the examples of its documentation to the letter; then change one thing in each."),
    ),
}

RULES: tuple[str, ...] = (
    "One scenario, one doubt. Two scenarios that would fail for the same reason are one.",
    "Describe what a person does and sees, not which function is called.",
    "State what is expected so that anyone can decide whether it happened.",
    "Rank by what is lost: money, data and access first, then time, then patience.",
    "Make up people and data; use none that could be real.",
)


def entries(given: Entries, depth: Depth) -> list[str]:
    """The entries that are given at a depth."""
    reach = DEPTHS.index(depth)
    return [text for least, text in given if DEPTHS.index(least) <= reach]
