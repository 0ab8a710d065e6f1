from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from regrade.files.bad_lines import Refuse, all_or_listed, readable
from regrade.files.errors import BadInput
from regrade.files.identifiers import LAYOUT, WHITE_SPACE, checked_id, collapse
from regrade.files.json_lines import JsonObject, parse_json_lines
from regrade.files.kinds import Kind, tell_kind
from regrade.files.lines import Line, read_lines
from regrade.files.markup import INLINE_TAG, Block, parse_blocks, plain_text
from regrade.files.passages import parse_document
from regrade.files.streams import Progress
from regrade.text.visible import has_text

NumberBy = Literal["id", "position"]

ID_NAMES = ("query_id", "id", "_id", "qid")
QUERY_NAMES = ("query", "text", "title")
HEADER_NAMES = {"query_id", "qid", "id", "query-id", "topic"}
KIND = "query id"
# What TREC's tags have been called over the years, and the label that old topics repeat in them.
FIELDS = {
    "num": "query_id",
    "number": "query_id",
    "title": "query",
    "query": "query",
    "desc": "description",
    "description": "description",
    "narr": "narrative",
    "narrative": "narrative",
}
LABEL = re.compile(r"^\s*(?:Number|Topic|Description|Narrative)\s*:", re.IGNORECASE)
FIELD_TAG = re.compile(r"<(/?[A-Za-z][\w-]*+)[^<>]*>")
NUMBER_ATTRIBUTE = re.compile(r"""\b(?:number|num|id)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


class TopicRecord(NamedTuple):
    """One topic of a topic file; `line` is where it begins.

    Texts of TSV and JSONL are kept to the letter, as those of passages are; in markup each run of
    blanks and line ends is one blank. Description and narrative are "" where there is none.
    `metadata` keeps the fields that have no place of their own, and under "number" the id in the
    file when topics are numbered by position.
    """

    query_id: str
    query: str
    description: str
    narrative: str
    metadata: dict[str, Any]
    line: int


def read_topics(
    path: Path, number_by: NumberBy = "id", progress: Progress | None = None
) -> Iterator[TopicRecord]:
    """Yield the topics of a file in its order.

    The kind follows from content and name: TSV `id<TAB>query` with or without a header line, TREC
    topics and XML (`<top>` or `<topic>`, inner tags closed or not; `<DOC><DOCNO>` as CACM has
    them), JSONL (`query_id`; `query`, `text` or `title`; `description`, `narrative`).

    Args:
        path: the file, gzipped or not.
        number_by: "id" takes the ids of the file; "position" counts topics from 1, for labels
            that do so (Cranfield's).
        progress: called with the bytes read since the last call.

    Raises:
        BadFile: an unknown kind, a topic without id or query, a query id given twice,
            another count of columns, broken markup, and whatever `read_lines` refuses; all of it
            at once, after the last topic.
        BadInput: no topics.
    """
    first_lines: dict[str, int] = {}

    def checked(topic: TopicRecord) -> TopicRecord:
        _check(path, topic, first_lines)
        return topic

    def topics(refuse: Refuse) -> Iterator[TopicRecord]:
        found = _parse(path, progress, refuse)
        return readable(_by_position(found) if number_by == "position" else found, checked, refuse)

    return all_or_listed(path, topics, "topics")


def _by_position(topics: Iterable[TopicRecord]) -> Iterator[TopicRecord]:
    for position, topic in enumerate(topics, start=1):
        metadata = topic.metadata | {"number": topic.query_id}
        yield topic._replace(query_id=str(position), metadata=metadata)


def _parse(path: Path, progress: Progress | None, refuse: Refuse) -> Iterator[TopicRecord]:
    kind, lines = tell_kind(path, read_lines(path, progress))
    parse = {
        Kind.TSV: _parse_columns,
        Kind.JSON_LINES: _parse_objects,
        Kind.MARKUP: _parse_markup,
    }[kind]
    return parse(path, lines, refuse)


def _check(path: Path, topic: TopicRecord, first_lines: dict[str, int]) -> None:
    if not has_text(topic.query):
        raise BadInput(
            path, topic.line, f"the query of topic {topic.query_id} is empty", code="query_empty"
        )
    if topic.query_id in first_lines:
        reason = f"topic {topic.query_id} was given before, on line {first_lines[topic.query_id]}"
        raise BadInput(path, topic.line, reason, code="topic_twice")
    first_lines[topic.query_id] = topic.line


def _parse_columns(path: Path, lines: Iterator[Line], refuse: Refuse) -> Iterator[TopicRecord]:
    with_content = (line for line in lines if line.text.strip())
    first = next(with_content)
    rest = with_content if _is_header(first) else chain([first], with_content)
    return readable(rest, lambda line: _parse_line(path, line), refuse)


def _is_header(line: Line) -> bool:
    columns = line.text.split("\t")
    return len(columns) == 2 and columns[0].strip().lower() in HEADER_NAMES


def _parse_line(path: Path, line: Line) -> TopicRecord:
    columns = line.text.split("\t")
    if len(columns) != 2:
        reason = f"{len(columns)} columns; a topic has an id and a query, tab-separated"
        raise BadInput(path, line.number, reason, code="column_count")
    query_id = checked_id(path, line.number, KIND, columns[0].strip(WHITE_SPACE))
    return TopicRecord(query_id, columns[1], "", "", {}, line.number)


def _parse_objects(path: Path, lines: Iterator[Line], refuse: Refuse) -> Iterator[TopicRecord]:
    return readable(parse_json_lines(path, lines, refuse), _parse_object, refuse)


def _parse_object(item: JsonObject) -> TopicRecord:
    query_name = next((name for name in QUERY_NAMES if name in item.fields), QUERY_NAMES[0])
    return TopicRecord(
        query_id=item.identifier(KIND, *ID_NAMES),
        query=item.text(*QUERY_NAMES),
        description=item.optional_text("description") or "",
        narrative=item.optional_text("narrative") or "",
        metadata=item.others(*ID_NAMES, query_name, "description", "narrative"),
        line=item.line,
    )


def _parse_markup(path: Path, lines: Iterator[Line], refuse: Refuse) -> Iterator[TopicRecord]:
    blocks = parse_blocks(path, lines, "top", "topic", "doc")
    return readable(blocks, lambda block: _parse_block(path, block), refuse)


def _parse_block(path: Path, block: Block) -> TopicRecord:
    if block.tag == "doc":
        document = parse_document(path, block)
        query = collapse(f"{document.title} {document.text or ''}")
        return TopicRecord(document.doc_id, query, "", "", {}, block.line)
    fields = _fields_of(block)
    attribute = NUMBER_ATTRIBUTE.search(block.attributes)
    query_id = fields.pop("query_id", attribute[1] if attribute else "")
    return TopicRecord(
        query_id=checked_id(path, block.line, KIND, query_id.strip()),
        query=fields.pop("query", ""),
        description=fields.pop("description", ""),
        narrative=fields.pop("narrative", ""),
        metadata=dict(fields),
        line=block.line,
    )


def _fields_of(block: Block) -> dict[str, str]:
    """Each field runs from its tag to the next tag, so that a missing closing tag is no loss."""
    fields: dict[str, str] = {}
    _, *pieces = FIELD_TAG.split(INLINE_TAG.sub("", block.content))
    for tag, content in zip(pieces[::2], pieces[1::2], strict=True):
        text = collapse(plain_text(LABEL.sub("", content)))
        if not tag.startswith("/"):
            name = FIELDS.get(tag.lower(), tag.lower())
            fields[name] = f"{fields.get(name, '')} {text}".strip(LAYOUT)
    return fields
