"""Every way in which hardwon says no.

    HardwonError            base: a slug, an exit code, and what to do about it
    ├── UsageError          the command or call does not make sense as given
    ├── SettingError        configuration: unknown key, wrong type, out of bounds
    │   └── NotGranted      a file of the repository asks for what only the user can grant
    ├── DamagedRecord       a record that cannot be read; it stays as it is
    ├── ReportError         a test report that cannot be read
    ├── LockTimeout         another process holds the record for too long
    ├── GitError            git was asked and could not answer
    │   └── NotPushed       the records could not be brought to the remote in time, or are not wanted there
    ├── MergeConflict       two sides changed a record so that only a person can decide
    └── StorageError        the operating system refused a read or a write
        ├── LeadsOut        a link leads from where a record belongs out of the project
        ├── ServerAway      the server of the team's memory does not answer
        └── ServerRefused   it answers, and refuses us

Each slug has a heading in docs/messages.md.
"""

from __future__ import annotations

from typing import ClassVar


class HardwonError(Exception):
    """What happened and where (the message), and what to do about it (the remedy)."""

    slug: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message} {self.remedy}" if self.remedy else message


class UsageError(HardwonError):
    slug = "usage"


class SettingError(HardwonError):
    slug = "bad-setting"


class NotGranted(SettingError):  # noqa: N818 - it names the situation, which is what the reader needs
    slug = "not-granted"


class DamagedRecord(HardwonError):  # noqa: N818 - as above
    slug = "damaged-record"


class ReportError(HardwonError):
    slug = "unreadable-report"


class LockTimeout(HardwonError):  # noqa: N818 - as above
    slug = "lock-timeout"


class GitError(HardwonError):
    slug = "git"


class NotPushed(GitError):  # noqa: N818 - as above
    slug = "not-pushed"


class MergeConflict(HardwonError):  # noqa: N818 - as above
    slug = "merge-conflict"


class StorageError(HardwonError):
    slug = "storage"


class RecordedInPart(StorageError):  # noqa: N818 - as above
    """What was to be recorded counts, but its history could not be written; the next update does that."""

    slug = "recorded-in-part"


class LeadsOut(StorageError):  # noqa: N818 - as above
    slug = "leads-out"

    def __init__(self, where: str) -> None:
        super().__init__(
            f"{where} leads out of the project, through a link.",
            remedy="Nothing was read or written there. Put a folder of its own in place of the link.",
        )
        self.where = where


class ServerAway(StorageError):  # noqa: N818 - as above
    slug = "server-away"

    def __init__(
        self,
        message: str = "The server of the team's memory does not answer.",
        *,
        remedy: str = "Check HARDWON_DATABASE_URL and the network; `hardwon db status` tries it.",
    ) -> None:
        super().__init__(message, remedy=remedy)


class ServerRefused(StorageError):  # noqa: N818 - as above
    slug = "server-refused"
