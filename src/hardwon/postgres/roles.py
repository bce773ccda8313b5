"""What each role may do, as SQL that the owner of the database runs. Nothing is carried out here.

Roles belong to a whole server, and who may make them differs from place to place: so it is printed, not done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hardwon.errors import UsageError
from hardwon.postgres.kept_text import kept

Role = Literal["reader", "worker", "curator", "owner"]
ROLES: tuple[Role, ...] = ("reader", "worker", "curator", "owner")

_READ = [
    *("about", "members", "migrations", "projects", "updates", "areas", "retirements", "reports", "counted_runs"),
    *("rosters", "judged_runs", "listings", "uses", "shelves", "observations", "outcomes", "quarantine"),
    *("parts", "chunks", "terms"),
]
"""Tables that everybody reads, as far as the policies let them."""

_ADDED = ["operations", "updates", "reports", "counted_runs", "judged_runs", "uses", "outcomes", "quarantine"]
"""Tables to which a worker adds rows."""

_CHANGED = ["projects", "areas", "retirements", "rosters", "listings", "parts", "chunks"]
"""Tables whose rows a worker also changes."""

_CLEARED = ["areas", "chunks", "parts", "updates", "operations"]
"""Tables of which a worker deletes: the places of areas that came to nothing (a policy sees to that), old evidence."""

_CURATED = ["observations", "shelves", "terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A login, and what it is to have."""

    name: str
    role: Role
    projects: tuple[str, ...] = ()
    products: tuple[str, ...] = ()


def sql_of_roles() -> str:
    """The roles themselves, as groups without a login."""
    lines = [
        "-- The roles are groups; logins become members of one of them.",
        "-- Making them takes CREATEROLE: if the owner of the tables has not got it, somebody who has runs the next",
        "-- three lines first. Where the roles are there already, they do nothing.",
        *(_made(f"hardwon_{role}") for role in ROLES[:-1]),
        "-- The rest is for the owner of the tables: all of it or nothing.",
        "BEGIN;",
    ]
    for role in ROLES[:-1]:
        lines += [
            f"GRANT USAGE ON SCHEMA hardwon TO hardwon_{role};",
            _granted("SELECT", _READ, role),
            f"GRANT EXECUTE ON FUNCTION hardwon.best TO hardwon_{role};",
        ]
    for role in ("worker", "curator"):
        lines += [
            _granted("SELECT, INSERT", _ADDED, role),
            _granted("SELECT, INSERT, UPDATE", _CHANGED, role),
            _granted("UPDATE", ["reports"], role),
            _granted("DELETE", _CLEARED, role),
        ]
    lines += [
        _granted("SELECT, INSERT, UPDATE", _CURATED, "curator"),
        _granted("DELETE", [*_ADDED, *_CHANGED, "terms"], "curator"),
        "COMMIT;",
        "-- The owner is whoever ran `hardwon db init`: it upgrades the tables and says who sees what.",
    ]
    return "\n".join(lines) + "\n"


def _made(role: str) -> str:
    is_missing = f"NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}')"
    return f"DO $$ BEGIN IF {is_missing} THEN CREATE ROLE {role} NOLOGIN; END IF; END $$;"


def _granted(rights: str, tables: list[str], role: str) -> str:
    names = ", ".join(f"hardwon.{table}" for table in dict.fromkeys(tables))
    return f"GRANT {rights} ON {names} TO hardwon_{role};"


def sql_of_member(member: Member) -> str:
    """One login: its role, and the projects and products that it sees."""
    if member.role == "owner":
        raise UsageError(
            "The owner is whoever owns the tables, and sees everything.", remedy="Name reader, worker or curator."
        )
    if not member.name.strip():
        raise UsageError("A login has a name.", remedy="Say --login NAME.")
    rows = [(member.name, project, "") for project in member.projects]
    rows += [(member.name, "", product) for product in member.products]
    lines = [
        "-- For whoever owns the tables and may grant the role: all of it or nothing.",
        "BEGIN;",
        f"GRANT hardwon_{member.role} TO {_identifier(member.name)};",
    ]
    for row in rows:
        values = ", ".join(_literal(kept(text)) for text in row)
        lines.append(
            f"INSERT INTO hardwon.members (member, project, product) VALUES ({values}) ON CONFLICT DO NOTHING;"  # noqa: S608 - it is shown, quoted, and not carried out
        )
    return "\n".join([*lines, "COMMIT;"]) + "\n"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""').replace("\0", "") + '"'


def _literal(text: str) -> str:
    """As every server reads it, whatever `standard_conforming_strings` says."""
    quoted = text.replace("'", "''")
    return f"E'{quoted}'".replace("\\", "\\\\") if "\\" in text else f"'{quoted}'"
