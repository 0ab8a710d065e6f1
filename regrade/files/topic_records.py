from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from regrade.files.errors import BadInput

KIND = "query id"
# What names the document that a topic stands for, where others like it are searched.
DOCUMENT_NAMES = ("doc_id", "docid", "docno", "document_id")


class TopicRecord(NamedTuple):
    """One topic of a topic file; `line` is where it begins.

    Texts of TSV and JSONL are kept to the letter, as those of passages are; in markup each run of
    blanks and line ends is one blank. Description and narrative are "" where there is none.
    `metadata` keeps the fields that have no place of their own, and under "number" the id in the
    file when topics are numbered by position. `query_id` is "" where the file gives none.
    """

    query_id: str
    query: str
    description: str
    narrative: str
    metadata: dict[str, Any]
    line: int


# Reads the topic at one place of a file, or raises BadInput. Topics that cannot be read are counted
# so, where they are numbered.
Unread = Callable[[], TopicRecord]


def names_document(path: Path, field: str) -> BadInput:
    """The refusal of a file whose topics are documents, as in background linking."""
    reason = f"its topics name a document ({field}) and have no query; give each a query as text"
    return BadInput(path, None, reason, code="topic_names_document")
