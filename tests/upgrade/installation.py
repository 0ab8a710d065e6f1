"""The earlier installation, brought up under this release."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.db import connection

from tests.database.scratch import database_url, empty_database
from tests.processes.running import Gunicorn, migrate
from tests.upgrade.make_state import STATE, variables

COMPARISONS = """
SELECT content_hash, spec::text, result::text, outcomes, created_at FROM evaluation_comparison
"""


class Old(NamedTuple):
    """The earlier installation under this release, and its comparisons as they were before."""

    url: str
    server: Gunicorn
    comparisons: list[tuple[Any, ...]]


def kept(name: str) -> bytes:
    return gzip.decompress((STATE / f"{name}.gz").read_bytes())


@contextmanager
def upgraded(folder: Path) -> Iterator[Old]:
    with tarfile.open(STATE / "storage.tar.gz") as archive:
        # Python 3.11 has filters from 3.11.4 on.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder / "storage")
    with empty_database() as name:
        url = database_url({**connection.settings_dict, "NAME": name})
        _load(url)
        before = comparisons(url)
        migrate(url)
        with closing(Gunicorn(folder, DATABASE_URL=url, **variables(folder))) as server:
            server.start()
            yield Old(url, server, before)


def _load(url: str) -> None:
    """Load a dump without `psql` commands and settings that another PostgreSQL may lack."""
    lines = kept("database.sql").decode().splitlines()
    script = "\n".join(line for line in lines if not line.startswith(("\\", "SET ")))
    with psycopg.connect(url) as link:
        link.execute(script.encode())


def comparisons(url: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as link:
        return link.execute(COMPARISONS).fetchall()
