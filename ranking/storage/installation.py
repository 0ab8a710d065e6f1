"""Check that storage root and database belong to the same installation."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from django.conf import settings

from ranking.exceptions import ForeignStorage
from ranking.models import Installation

IDENTITY_FILE = "installation_id"


def check_storage(*, joins: bool) -> None:
    """Check that the storage root belongs to the database.

    A root without an identity file is given the database's. A worker that joins writes none: to it
    its absence shows a wrong or missing folder. Repeatable, also from several processes at once.

    Raises:
        ForeignStorage: the storage root is of another installation, or of none.
    """
    identity = str(Installation.objects.get_or_create(is_the_one=True)[0].identity)
    path = Path(settings.STORAGE_ROOT) / IDENTITY_FILE
    found = _read(path)
    if found is None and not joins:
        _write(path, identity)
    elif found != identity:
        is_whose = (
            f"is no installation's: there is no {path.name} in it. A"
            if found is None
            else f"is another installation's, as {path.name} in it shows: a"
        )
        raise ForeignStorage(
            f"The storage root {path.parent} {is_whose} worker needs the folder that the other "
            "processes of its database use. REGRADE_STORAGE names it; to let this one serve the "
            f"database from now on, write {identity} into a file {path.name} in it."
        )


def _read(path: Path) -> str | None:
    try:
        return path.read_text("ascii", errors="replace").strip()
    except FileNotFoundError:
        return None


def _write(path: Path, identity: str) -> None:
    """In one motion: another process may be reading, or writing as well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{uuid4().hex}")
    draft.write_text(f"{identity}\n", "ascii")
    draft.replace(path)
