"""One memory for the whole team: the records on a PostgreSQL server, behind the same protocols as the files."""

from hardwon.errors import SettingError

try:
    import psycopg  # noqa: F401 - asked for here, whichever module needs it first
except ImportError as error:
    raise SettingError(
        "The team's memory needs the package psycopg, which is not installed.",
        remedy="pip install 'hardwon[postgres]'.",
    ) from error
