"""The smallest archive there is: of a campaign without pairs, written without a database."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

from annotation.archives.layout import COLLECTION, FORMAT, FORMAT_VERSION, RUNS, TOPICS
from annotation.archives.tables import TABLES
from tests.annotation.archives.changing import MANIFEST, refit

MOMENT = "2026-01-02T03:04:05+00:00"
ROWS: dict[str, dict[str, Any]] = {
    "grade": {"value": 1, "name": "relevant"},
    "pool": {"name": "archived", "strategy": "pairs", "recipe": {}, "created_at": MOMENT},
    "campaign": {"seed": 7, "created_at": MOMENT},
    "servingpolicy": {"version": 1, "seed": 7, "created_at": MOMENT},
}


def minimal_archive() -> bytes:
    rows = {table.name: [ROWS[table.name]] if table.name in ROWS else [] for table in TABLES}
    members = {
        COLLECTION: b'{"doc_id": "d1", "text": "Spruces live long."}\n',
        TOPICS: b'{"ordinal": 0, "query_id": "q1", "query": "spruces"}\n',
        RUNS: b"[]\n",
        **{table.member: _lines(rows[table.name]) for table in TABLES},
    }
    n = {COLLECTION: 1, TOPICS: 1, **{name: len(found) for name, found in rows.items()}}
    members[MANIFEST] = json.dumps(
        {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "regrade": "0.1.0",
            "archived_at": MOMENT,
            "campaign": "archived",
            "state": "closed",
            "texts": "all",
            "collection": {"name": "archived"},
            "topic_set": {"name": "archived"},
            "models": {},
            "n": n,
            "members": {},
        }
    ).encode()
    refit(members)
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def _lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()
