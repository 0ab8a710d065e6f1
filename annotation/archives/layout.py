"""Layout of an archive: its members, its manifest, and how large it may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from annotation.archives.tables import TABLES

FORMAT, FORMAT_VERSION = "regrade-campaign", 1
MANIFEST, COLLECTION, TOPICS, RUNS = (
    "manifest.json",
    "collection.jsonl",
    "topics.jsonl",
    "runs.json",
)
JUDGMENTS, DATASHEET, FIGURES = "judgments.jsonl", "datasheet.md", "figures.json"
README = "README.txt"
RUN_MEMBER, QRELS_MEMBER, SAMPLE_MEMBER = "runs/{}.run", "qrels/{}.qrels", "samples/{}.jsonl"
NEEDED = frozenset({COLLECTION, TOPICS, RUNS, *(table.member for table in TABLES)})
KNOWN = NEEDED | {MANIFEST, JUDGMENTS, DATASHEET, FIGURES, README}
NUMBERED = re.compile(
    r"(runs/[1-9][0-9]{0,5}\.run|qrels/[1-9][0-9]{0,5}\.qrels|samples/[1-9][0-9]{0,5}\.jsonl)",
    re.ASCII,
)

Texts = Literal["none", "pooled", "all"]
TEXTS: tuple[Texts, ...] = ("none", "pooled", "all")
# For a larger collection, only passages that are referred to.
MOST_PASSAGES = 1_000_000

MAX_BYTES = 50_000_000_000  # of an archive unpacked, at the command line
MAX_DOCUMENT_BYTES = 20_000_000  # of a member that is read at once
MAX_LINE_BYTES = 16_000_000
MAX_MEMBERS = 10_000


class Member(NamedTuple):
    sha256: str
    n_bytes: int


class Manifest(NamedTuple):
    """Description of an archive by itself.

    Attributes:
        collection, topic_set: their name and what else describes them.
        models: names of model assessors by pseudonym.
        n: rows of each table, passages and topics.
    """

    regrade: str
    archived_at: str
    campaign: str
    state: str
    texts: Texts
    collection: Mapping[str, Any]
    topic_set: Mapping[str, Any]
    models: Mapping[str, str]
    n: Mapping[str, int]
    members: Mapping[str, Member]
