"""How much the scanner blocks, how much it blocks wrongly, and how fast it is; beside a plain keyword screen.

    python bench/scanner.py [--data DIR] [--half 0|1] [--gitleaks FILE]

`--half` takes half of the texts (by hash): rules tuned on one half are checked on the other. The project's own tables
of cases are told by halves in any case. For secrets it compares with detect-secrets, if that is installed, and with the
rules of gitleaks, if a file with them is given.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon import scan

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.scanner_cases import cases

from hardwon.guard.scanner.tables import word_weights

if TYPE_CHECKING:
    from collections.abc import Callable

SCREEN = (
    "ignore previous",
    "ignore all",
    "disregard",
    "system prompt",
    "you are now",
    "new instructions",
    "jailbreak",
    "do anything now",
    "developer mode",
    "act as",
    "pretend",
    "<information>",
    "override",
    "api key",
    "password",
    "forget everything",
    "ignore your",
)
"""The plain keyword screen: what one would write in an afternoon."""


@dataclass(frozen=True)
class Target:
    """One set of texts, and what must hold on it, in per cent."""

    name: str
    blocked: float | None = None
    unsafe: float | None = None
    at_most: float | None = None


NEVER = 10**9
"""A weight that no text has."""

ATTACKS = (
    Target("agentdojo", blocked=99, unsafe=90),
    Target("garak_jailbreak", blocked=97, unsafe=85),
    Target("garak_latent", blocked=92, unsafe=80),
    Target("deepset", blocked=92),
    Target("hidden_text", blocked=99.5),
)
BENIGN = (
    Target("sylius_steps", at_most=0.2),
    Target("sylius_titles", at_most=0.2),
    Target("sylius_descriptions", at_most=0.2),
    Target("sylius_release_notes", at_most=0.2),
    Target("notinject", at_most=5),
    Target("webarena_intents", at_most=1),
    Target("mind2web_sc", at_most=1),
    Target("deepset"),
)


def rows(path: Path, half: int | None) -> list[dict[str, str]]:
    """The texts of a set, or one half of them."""
    # Split at line feeds alone: some texts hold other line separators.
    every = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
    return [row for row in every if half is None or hashlib.sha256(row["text"].encode()).digest()[0] % 2 == half]


def share(count: int, of: int) -> float:
    return 100 * count / of if of else 0.0


def percent(count: int, of: int) -> str:
    return f"{share(count, of):.1f}%" if of else "-"


def screened(text: str) -> bool:
    return any(word in text.lower() for word in SCREEN)


def verdict(met: bool) -> str:
    return "met" if met else "MISSED"


def attacks(data: Path, half: int | None) -> bool:
    print(
        f"{'attacks (machine origin)':28}{'texts':>6}{'blocked':>9}{'target':>8}{'unsafe':>9}{'target':>8}{'screen':>9}"
    )
    good = True
    for target in ATTACKS:
        texts = [row["text"] for row in rows(data / "attacks" / f"{target.name}.jsonl", half)]
        scans = [scan("", text, "machine") for text in texts]
        blocked = share(sum(not one.safe for one in scans), len(texts))
        unsafe = share(sum(one.outcome == "unsafe" for one in scans), len(texts))
        screen = share(sum(map(screened, texts)), len(texts))
        met = blocked >= (target.blocked or 0) and unsafe >= (target.unsafe or 0)
        good = good and met
        wanted = f"{target.unsafe:g}" if target.unsafe else "-"
        figures = f"{blocked:8.2f}%{target.blocked or 0:8g}{unsafe:8.2f}%{wanted:>8}{screen:8.1f}%"
        print(f"{target.name:28}{len(texts):6}{figures}  {verdict(met)}")
    return good


def false_alarms(data: Path, half: int | None) -> bool:
    print(f"\n{'harmless texts':28}{'texts':>6}{'unsafe':>9}{'at most':>8}{'no obs.':>9}{'':>8}{'screen':>9}")
    good = True
    for target in BENIGN:
        texts = [row["text"] for row in rows(data / "benign" / f"{target.name}.jsonl", half)]
        scans = [scan("", text, "machine") for text in texts]
        unsafe = share(sum(one.outcome == "unsafe" for one in scans), len(texts))
        other = share(sum(one.outcome == "not-an-observation" for one in scans), len(texts))
        screen = share(sum(map(screened, texts)), len(texts))
        met = target.at_most is None or unsafe <= target.at_most
        good = good and met
        limit = "-" if target.at_most is None else f"{target.at_most:g}"
        print(
            f"{target.name:28}{len(texts):6}{unsafe:8.2f}%{limit:>8}{other:8.2f}%{'':8}{screen:8.1f}%  {verdict(met)}"
        )
    return given_and_then(data, half) and good


def given_and_then(data: Path, half: int | None) -> bool:
    steps = [
        row["text"] for row in rows(data / "benign" / "sylius_steps.jsonl", half) if row["kind"] in {"Given", "Then"}
    ]
    other = share(sum(not scan("", text, "machine").safe for text in steps), len(steps))
    print(
        f"{'  its Given and Then lines':28}{len(steps):6}{'':9}{'':8}{other:8.2f}%{'1':>8}{'':9}  {verdict(other <= 1)}"
    )
    return other <= 1


def own_cases(gitleaks: Path | None) -> None:
    """The project's own tables: rules were tuned on the first half and looked at the second afterwards."""
    others = {"screen": screened, **secret_finders(gitleaks)}
    print(
        f"\n{'own cases, per cent found':28}{'texts':>6}{'tuned':>9}{'held':>8}"
        + "".join(f"{name:>16}" for name in others)
    )
    tables = ("secrets", "attacks", "lookalikes", "harmless")
    further = tuple(f"{name}_{kind}" for name in ("further", "met", "fresh", "voices") for kind in tables[::2])
    unseen = [
        f"{name}_{kind}" for name in ("unseen", "consulted", "strangers", "fresh") for kind in ("attacks", "harmless")
    ]
    unseen += [f"{name}_{kind}" for name in ("unseen", "blind", "strangers") for kind in ("secrets", "lookalikes")]
    for table in (*tables, *(f"later_{name}" for name in tables), *further, *unseen):
        every = cases(table)
        for kind in dict.fromkeys(case.kind for case in every):
            texts = [case for case in every if case.kind == kind]
            halves = [[case.text for case in texts if case.half == half] for half in (0, 1)]
            found = has_secret if table.endswith(("secrets", "lookalikes")) else blocked
            figures = "".join(f"{percent(sum(map(found, half)), len(half)):>9}" for half in halves)
            shown = {name: find for name, find in others.items() if found is has_secret or name == "screen"}
            beside = "".join(
                f"{share(sum(find(case.text) for case in texts), len(texts)):15.1f}%" for find in shown.values()
            )
            print(f"{table + ': ' + kind if kind != table else table + ' (alarms)':28}{len(texts):6}{figures}{beside}")
    for name in ("secrets", "lookalikes"):
        seen = [
            case.text
            for prefix in ("", "later_", "further_", "met_", "fresh_", "voices_")
            for case in cases(f"{prefix}{name}")
        ]
        unread = [case.text for prefix in ("unseen_", "blind_") for case in cases(f"{prefix}{name}")]
        indirect = [case.text for case in cases(f"strangers_{name}")]
        for about, every_text in (("every", seen), ("unread", unread), ("indirect", indirect)):
            shares = (share(sum(map(find, every_text)), len(every_text)) for find in (has_secret, *others.values()))
            print(f"{about + ' ' + name:28}{len(every_text):6}" + "".join(f"{each:15.1f}%" for each in shares))


def strangers() -> None:
    """What nobody has read: found by rules alone and with what words weigh, and of a person's text what is refused."""
    known = (word_weights.STEERS_FROM, word_weights.HIJACKS_FROM, word_weights.SURELY_FROM, word_weights.QUOTED_FROM)
    print(f"\n{'texts of three strangers, %':28}{'texts':>6}{'rules':>9}{'all':>8}{'person':>9}")
    for kind in ("attacks", "harmless"):
        every = [case for name in ("strangers", "consulted", "fresh") for case in cases(f"{name}_{kind}")]
        for one in dict.fromkeys(case.kind for case in every):
            texts = [case.text for case in every if case.kind == one]
            found = [sum(map(blocked, texts)), sum(not scan("", text).safe for text in texts)]
            weigh((NEVER,) * len(known))
            rules = sum(map(blocked, texts))
            weigh(known)
            shares = (share(count, len(texts)) for count in (rules, *found))
            print(f"{one:28}{len(texts):6}" + "".join(f"{each:8.1f}%" for each in shares))


def weigh(bounds: tuple[int, ...]) -> None:
    """From here on, words count from these weights on."""
    names = ("STEERS_FROM", "HIJACKS_FROM", "SURELY_FROM", "QUOTED_FROM")
    for name, bound in zip(names, bounds, strict=True):
        setattr(word_weights, name, bound)


def has_secret(text: str) -> bool:
    return any(finding.secret for finding in scan("", text, "machine").findings)


def blocked(text: str) -> bool:
    return not scan("", text, "machine").safe


def secret_finders(gitleaks: Path | None) -> dict[str, Callable[[str], bool]]:
    """Other programs that look for secrets, as far as they are there."""
    found: dict[str, Callable[[str], bool]] = {}
    try:
        files, settings = import_module("detect_secrets.core.scan"), import_module("detect_secrets.settings")
    except ImportError:
        print("\ndetect-secrets is not installed: not compared.")
    else:

        def detected(text: str) -> bool:
            with tempfile.TemporaryDirectory() as folder, settings.default_settings():
                path = Path(folder) / "notes.txt"
                path.write_text(text, "utf-8")
                return any(files.scan_file(str(path)))

        found["detect-secrets"] = detected
    if gitleaks:
        rules = [
            go_pattern(rule["regex"]) for rule in tomllib.loads(gitleaks.read_text("utf-8"))["rules"] if "regex" in rule
        ]
        patterns = [re.compile(rule) for rule in rules]
        found["gitleaks rules"] = lambda text: any(pattern.search(text) for pattern in patterns)
    return found


def go_pattern(pattern: str) -> str:
    """A regular expression of Go in Python's spelling."""
    pattern = pattern.replace("[[:alnum:]]", "[A-Za-z0-9]").replace("[:alnum:]", "A-Za-z0-9").replace(r"\z", r"\Z")
    return f"(?i){pattern.replace('(?i)', '')}" if "(?i)" in pattern[1:] else pattern


def speed(data: Path) -> None:
    sentence = "The basket shows two lines for item {}, and the total of ${}.50 includes the discount of the voucher. "
    texts = [(sentence.format(number, number) * 4)[:300] for number in range(2000)]
    start = time.process_time()
    for text in texts:
        scan("The basket", text, "machine")
    each_second = len(texts) / (time.process_time() - start)
    print(f"\nspeed: {each_second:.0f} observations of 300 characters a second (aim 10000)")
    sentences = [case.text for case in cases("harmless") if case.text.isascii()]
    mixed = [
        " ".join(f"{sentence}." for sentence in sentences[at : at + 5])[:300] for at in range(0, len(sentences), 5)
    ]
    start = time.process_time()
    for text in mixed * 5:
        scan("", text, "machine")
    each_second = 5 * len(mixed) / (time.process_time() - start)
    print(f"five harmless sentences of different interfaces as one text: {each_second:.0f} a second")
    print(f"the same, each for the first time in a new process: {cold(mixed):.0f} a second")
    if (data / "benign").is_dir():
        print(f"3000 of the harmless sets, shuffled, in a new process: {cold(shuffled(data, 3000)):.0f} a second")
    for name, unit in (("a", "a"), ("(", "("), ("zero-width spaces", "\u200b"), ("mixed", "a( \u200b")):
        start = time.process_time()
        scan("", (unit * 1_000_000)[:1_000_000], "machine")
        print(f"1 MB of {name}: {time.process_time() - start:.1f} s")


COLD = """
import sys, time
from hardwon import scan
texts = sys.stdin.read().split("\\0")
scan("", "The basket is empty.", "machine")
start = time.process_time()
for text in texts:
    scan("", text, "machine")
print(len(texts) / (time.process_time() - start))
"""
"""Neither words nor most expressions are known yet, as when a small index is made for the first time."""


def cold(texts: list[str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", COLD], input="\0".join(texts), capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def shuffled(data: Path, count: int) -> list[str]:
    """Texts of 300 characters, each of several harmless ones."""
    texts = [row["text"] for path in sorted((data / "benign").glob("*.jsonl")) for row in rows(path, None)]
    picked = random.Random(5)
    return [". ".join(picked.sample(texts, 12))[:300] for _ in range(count)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--gitleaks", type=Path, help="gitleaks.toml, to compare with its rules")
    chosen = parser.parse_args()
    good = True
    if (chosen.data / "attacks").is_dir():
        good = attacks(chosen.data, chosen.half)
        good = false_alarms(chosen.data, chosen.half) and good
    else:
        print(f"No data in {chosen.data}: only the speed is measured. Give --data DIR with attacks/ and benign/.")
    own_cases(chosen.gitleaks)
    strangers()
    speed(chosen.data)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
