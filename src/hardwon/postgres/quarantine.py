"""Text that the scanner blocked, kept for a person of the project to decide."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from hardwon.postgres.kept_text import kept, told
from hardwon.store.quarantine import held_in, unknown

if TYPE_CHECKING:
    from hardwon.postgres.server import Cursor, Server
    from hardwon.store.protocol import Held

_IDS = "SELECT id FROM hardwon.quarantine WHERE project = %s"
_READ = "SELECT document FROM hardwon.quarantine WHERE project = %s AND id = %s"
_HOLD = "INSERT INTO hardwon.quarantine (project, id, document) VALUES (%s, %s, %s)"
_DROP = "DELETE FROM hardwon.quarantine WHERE project = %s AND id = %s RETURNING id"


@dataclass(frozen=True, slots=True)
class TeamQuarantine:
    """The blocked texts of one project."""

    server: Server
    project: str

    def hold(self, held: Held) -> str:
        ending = f"-{held.id.rpartition('-')[2]}"

        def hold(cursor: Cursor) -> str:
            same = next((each for each in self.ids() if each.endswith(ending)), "")
            if not same:
                cursor.execute(_HOLD, (self.project, kept(held.id), json.dumps(asdict(held))))
            return same or held.id

        return self.server.run(hold)

    def ids(self) -> list[str]:
        return sorted(told(each) for (each,) in self.server.ask(_IDS, (self.project,)))

    def read(self, held_id: str) -> Held:
        found = self.server.ask(_READ, (self.project, kept(held_id)))
        if not found:
            raise unknown(held_id)
        return held_in(json.loads(found[0][0]))

    def drop(self, held_id: str) -> None:
        if not self.server.run(lambda cursor: cursor.execute(_DROP, (self.project, kept(held_id))).fetchall()):
            raise unknown(held_id)
