from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from regrade.files.bad_lines import Found, Refuse, all_or_listed, readable
from regrade.files.errors import BadInput
from regrade.files.kinds import NUMBER_AND_COLON, Kind, tell_kind
from regrade.files.lines import read_lines
from regrade.files.streams import Progress
from regrade.files.topic_formats.lines import parse_colons, parse_columns, parse_objects
from regrade.files.topic_formats.markup import parse_markup
from regrade.files.topic_formats.records import NUMBER, TopicRecord, Unread
from regrade.text.visible import has_text

NumberBy = Literal["id", "position", "index"]
FIRST_NUMBERS: dict[NumberBy, int] = {"id": 1, "position": 1, "index": 0}
PARSERS = {
    Kind.TSV: parse_columns,
    Kind.JSON_LINES: parse_objects,
    Kind.MARKUP: parse_markup,
    Kind.COLONS: parse_colons,
}


def read_topics(
    path: Path,
    number_by: NumberBy = "id",
    progress: Progress | None = None,
    *,
    skipped: Found | None = None,
) -> Iterator[TopicRecord]:
    """Yield the topics of a file in its order.

    The kind follows from content and name: TSV `id<TAB>query` with or without a header line, or
    `question<TAB>answers`; TREC topics and XML (`<top>`, `<topic>` or `<query>`, inner tags closed
    or not, behind a DTD or not; `<DOC><DOCNO>` as CACM has them); JSONL (`query_id`; `query`,
    `text`, `title` or `question`; `description`, `narrative`); lines of `number:query` or
    `number:priority:query`, in UTF-8 or Latin-1.

    Args:
        path: the file, gzipped or not.
        number_by: "id" takes the ids of the file; "position" counts topics from 1, for labels
            that do so (Cranfield's), "index" from 0 (DPR's questions in Anserini).
        progress: called with the bytes read since the last call.
        skipped: passes over the topics that cannot be read, and collects what is wrong with them;
            of a repeated id the first is read. They count where topics are numbered.

    Raises:
        BadFile: a topic without id or query, a query id given twice, another count of columns,
            broken markup, and whatever `read_lines` refuses; all of it at once, after the last
            topic. With `skipped`, only broken markup, or a file of which nothing can be read.
        BadInput: no topics, an unknown kind, one JSON document, topics that name a document
            instead of a query.
    """
    first_lines: dict[str, int] = {}

    def topics(refuse: Refuse) -> Iterator[TopicRecord]:
        unread = enumerate(_unread(path, progress), start=FIRST_NUMBERS[number_by])
        return readable(unread, lambda place: _read(path, number_by, place, first_lines), refuse)

    return all_or_listed(path, topics, "topics", skipped)


def _read(
    path: Path, number_by: NumberBy, place: tuple[int, Unread], first_lines: dict[str, int]
) -> TopicRecord:
    number, read = place
    topic = read()
    if number_by != "id":
        kept = {NUMBER: topic.query_id} if topic.query_id else {}
        topic = topic._replace(query_id=str(number), metadata=topic.metadata | kept)
    _check(path, topic, first_lines)
    return topic


def _unread(path: Path, progress: Progress | None) -> Iterator[Unread]:
    lines = read_lines(path, progress, code_page=_code_page)
    kind, lines = tell_kind(path, lines, PARSERS)
    return PARSERS[kind](path, lines)


def _code_page(block: bytes) -> str | None:
    """Latin-1 is what the Million Query track has, among UTF-8; other files say what they are."""
    first = block.lstrip().split(b"\n", 1)[0].decode("latin-1")
    return "latin-1" if NUMBER_AND_COLON.match(first) and "\t" not in first else None


def _check(path: Path, topic: TopicRecord, first_lines: dict[str, int]) -> None:
    if not topic.query_id:
        reason = (
            "the topic has no id; --number-by position numbers topics from 1, index from 0"
            " (on the page, under Query ids)"
        )
        raise BadInput(path, topic.line, reason, code="id_empty")
    if not has_text(topic.query):
        raise BadInput(
            path, topic.line, f"the query of topic {topic.query_id} is empty", code="query_empty"
        )
    if topic.query_id in first_lines:
        reason = f"topic {topic.query_id} was given before, on line {first_lines[topic.query_id]}"
        raise BadInput(path, topic.line, reason, code="topic_twice")
    first_lines[topic.query_id] = topic.line
