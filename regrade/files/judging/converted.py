"""Recorded campaigns as files of this project: a table of judgments, and their tasks.

A converter reads another system's files. It says in which cell of our table each of their values
belongs; whether such a cell can be read is the table's own rule (`parse_row`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from regrade.files.judging.judgment_row import JudgmentRow

COLUMNS = (
    "query_id",
    "doc_id",
    "assessor",
    "occasion",
    "grade",
    "is_rejected",
    "spans",
    "confidence",
    "active_ms",
    "position",
    "created_at",
    "text_hash",
    "note",
    "extra",
)


class Task(NamedTuple):
    """A topic and a passage that were judged, as a line of a candidate file; no text is empty."""

    query_id: str
    query: str
    description: str
    narrative: str
    doc_id: str
    text: str


class Converted(NamedTuple):
    """A recorded campaign, converted; work without an answer is only counted."""

    rows: list[JudgmentRow]
    tasks: list[Task]
    n_previews: int = 0
    n_skipped: int = 0

    def table(self) -> Iterator[dict[str, Any]]:
        """The judgments by `COLUMNS`, as `read_judgments` reads them from a file."""
        for row in self.rows:
            yield row._asdict() | {
                "is_rejected": "true" if row.is_rejected else None,
                "spans": list(map(list, row.spans)),
                "created_at": row.created_at and row.created_at.isoformat(),
            }


def distinct(tasks: Iterable[Task]) -> list[Task]:
    """The tasks where each appears first; white space around what is asked makes no other one."""
    first: dict[tuple[str, ...], Task] = {}
    for task in tasks:
        first.setdefault((*map(str.strip, task[:-1]), task.text), task)
    return list(first.values())
