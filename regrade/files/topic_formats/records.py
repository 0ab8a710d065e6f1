from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from regrade.files.errors import BadInput

KIND = "query id"
# Where the metadata of topics that are numbered by position have the id of the file.
NUMBER = "number"
# What names the document that a topic stands for, where others like it are searched.
DOCUMENT_NAMES = ("doc_id", "docid", "docno", "document_id")


class TopicRecord(NamedTuple):
    """One topic of a topic file; `line` is where it begins.

    Texts of TSV and JSONL are kept to the letter, as those of passages are; in markup each run of
    blanks and line ends is one blank. Description and narrative are "" where there is none.
    `metadata` keeps the fields that have no place of their own, and under `NUMBER` the id in the
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


def names_document(path: Path, line: int | None, field: str) -> BadInput:
    """The refusal of a topic that is a document, as in background linking.

    Where the first one is, no line is named, and the file as a whole is refused.
    """
    whose = "its topics name" if line is None else "the topic names"
    reason = f"{whose} a document ({field}) instead of a query; give each topic a query as text"
    return BadInput(path, line, reason, code="topic_names_document")
