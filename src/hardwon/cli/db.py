"""Commands on the team's memory: a server that many projects and workers share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import Command, Group, finish, note, show_json, table, with_memory
from hardwon.curation import reviewed
from hardwon.curation.logged import MoveLog
from hardwon.postgres import checking, filling, migrating, roles
from hardwon.project import team
from hardwon.project.moving import exported
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.postgres.migrating import Migration
    from hardwon.project.met import Side
    from hardwon.project.moving import Move, Moved


@click.group("db", cls=Group, example="hardwon db status")
def db() -> None:
    """The team's memory on a PostgreSQL server. Its address is HARDWON_DATABASE_URL, and is never shown."""


@db.command("init", cls=Command, example="hardwon db init")
@with_memory
def init(memory: Memory, as_json: bool) -> None:
    """Make the tables of the team's memory. Where they are there already, nothing changes."""
    _upgrade(memory, as_json)


@db.command("upgrade", cls=Command, example="hardwon db upgrade")
@with_memory
def upgrade(memory: Memory, as_json: bool) -> None:
    """Bring the tables to this version: forward only, all or nothing, one at a time."""
    _upgrade(memory, as_json)


def _upgrade(memory: Memory, as_json: bool) -> None:
    server = team.server_of(memory.config, is_checked=False)
    applied: tuple[Migration, ...] = migrating.upgrade(server)
    filling.fill(server)
    if as_json:
        show_json({"applied": [each.name for each in applied]})
    elif applied:
        note(f"Applied {counted(len(applied), 'migration')}: {', '.join(each.name for each in applied)}.")
    else:
        note("The tables are those of this version; nothing was changed.")


@db.command("status", cls=Command, example="hardwon db status --json")
@with_memory
def status(memory: Memory, as_json: bool) -> None:
    """Show what the project is called on the server, and how much of it is there; exit 3 if it does not answer."""
    stores = team.team_stores(memory.project, memory.config)
    figures = checking.figures(stores)
    products = stores.observations.products()
    tables = migrating.standing(stores.server)
    if as_json:
        known: dict[str, Any] = {"project": stores.project, "products": products, "migration": tables.applied[-1]}
        show_json(known | figures)
        return
    standby = ", a standby: nothing can be written there" if figures["is_standby"] else ""
    note(
        f"Project {one_line(stores.project, 200)} on PostgreSQL {figures['server']}{standby}, migration "
        f"{tables.applied[-1]}.",
        f"{counted(figures['areas'], 'area')}, {counted(figures['observations'], 'observation')}, "
        f"{counted(figures['runs'], 'run')} ({figures['bytes_of_evidence']:,} bytes of evidence), "
        f"{figures['quarantine']} in quarantine. Products: {one_line(', '.join(products), 2000) or 'none yet'}.",
    )


@db.command("check", cls=Command, example="hardwon db check")
@with_memory
def check(memory: Memory, as_json: bool) -> None:
    """Read everything of the project on the server again and name what does not fit; exit 1 when something does not."""
    stores = team.team_stores(memory.project, memory.config)
    found = [{"path": place, "reason": reason} for place, reason in checking.disagreements(stores)]
    if as_json:
        show_json({"findings": found})
    elif found:
        note(table(("place", "what is wrong"), [(each["path"], each["reason"]) for each in found]))
    else:
        note("Everything on the server fits together.")
    if found:
        finish(1)


@db.command("roles", cls=Command, example="hardwon db roles --login ci --role worker --product shop")
@click.option("--login", default=None, help="Print what this login needs, instead of the roles themselves.")
@click.option("--role", type=click.Choice(roles.ROLES), default="worker", show_default=True, help="Its role.")
@click.option("--for", "projects", multiple=True, help="A project that it sees; * for all (default: this one).")
@click.option("--product", "products", multiple=True, help="A product whose observations it sees; * for all.")
@with_memory
def roles_(  # noqa: PLR0917 - an option each
    memory: Memory,
    login: str | None,
    role: roles.Role,
    projects: tuple[str, ...],
    products: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print SQL for the roles reader, worker, curator and owner. Nothing is carried out.

    Pipe it into psql as the owner of the database.
    """
    if login is None:
        sql = roles.sql_of_roles()
    else:
        own = projects or (team.name_of(memory.project.root, memory.config),)
        sql = roles.sql_of_member(roles.Member(name=login, role=role, projects=own, products=products))
    if as_json:
        show_json({"sql": sql})
    else:
        click.echo(sql, nl=False)


def _move(memory: Memory) -> Move:
    now = memory.clock()
    return team.move_of(memory.project, memory.config, now, MoveLog(memory.records, now))


TAKE = click.option(
    "--take", type=click.Choice(("files", "server")), default=None, help="Which side decides where both changed."
)


@db.command("diff", cls=Command, example="hardwon db diff")
@with_memory
def diff(memory: Memory, as_json: bool) -> None:
    """Show what differs between the project's files and the server; exit 1 if a person has to decide something."""
    found = _move(memory).differences()
    if as_json:
        told = [{"what": each.what, "how": each.how, "conflict": each.is_conflict} for each in found]
        show_json({"differences": told})
    elif found:
        rows = [(each.what, ("conflict: " if each.is_conflict else "") + each.how) for each in found]
        note(table(("what", "how"), rows))
    else:
        note("The files and the server have the same.")
    if any(each.is_conflict for each in found):
        finish(1)


@db.command("push", cls=Command, example="hardwon db push")
@TAKE
@with_memory
def push(memory: Memory, take: Side | None, as_json: bool) -> None:
    """Bring to the server what the project's files have. Conflicts are shown, exit 1, and nobody's change is lost."""
    _show(_move(memory).push(take), "To the server", as_json)


@db.command("pull", cls=Command, example="hardwon db pull")
@TAKE
@with_memory
def pull(memory: Memory, take: Side | None, as_json: bool) -> None:
    """Bring to the project's files what the server has. Conflicts are shown, exit 1, and nobody's change is lost."""
    _show(_move(memory).pull(take), "To the files", as_json)


def _show(moved: Moved, where: str, as_json: bool) -> None:
    if as_json:
        show_json(moved.document())
    else:
        note(
            f"{where}: {counted(moved.areas, 'area')}, {counted(moved.observations, 'observation')}, "
            f"{counted(moved.runs, 'run')}, {moved.held} in quarantine."
        )
        if moved.stays:
            note(f"Not moved: {' and '.join(moved.stays)}. The next runs bring them.")
        if moved.conflicts:
            note(table(("conflict", "why"), [(each.what, each.how) for each in moved.conflicts]))
            note("These were left alone on both sides. Decide with --take files or --take server.")
    if moved.conflicts:
        finish(1)


@db.command("export", cls=Command, example="hardwon db export review/")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--take-back", is_flag=True, help="Carry out what people changed in the files since they were exported.")
@with_memory
def export(memory: Memory, folder: Path, take_back: bool, as_json: bool) -> None:
    """Write the server's memory as files, to be reviewed like code; or take back what was changed in the review."""
    target = reviewed.ReviewFolder(folder.resolve())
    if take_back:
        done = reviewed.take_back(memory.desk, target)
        refused = [{"path": place, "reason": why} for place, why in done.refused]
        if as_json:
            show_json({"taken": list(done.taken), "refused": refused})
        else:
            note(f"Taken back: {counted(len(done.taken), 'observation')}.", *(f"{p}: {why}" for p, why in done.refused))
        if refused:
            finish(1)
        return
    stores = team.team_stores(memory.project, memory.config)
    target.begin()
    number = exported(stores, target.write)
    target.finish(stores.project)
    if as_json:
        show_json({"folder": str(folder), "files": number})
    else:
        note(f"{counted(number, 'file')} in {folder}.")
