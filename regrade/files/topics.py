from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from regrade.files.errors import BadInput
from regrade.files.identifiers import LAYOUT, WHITE_SPACE, checked_id, collapse
from regrade.files.json_lines import parse_json_lines
from regrade.files.kinds import Kind, tell_kind
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.markup import INLINE_TAG, Block, parse_blocks, plain_text
from regrade.files.passages import parse_documents
from regrade.files.streams import Progress

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
FIELD_TAG = re.compile(r"<(/?[A-Za-z][\w-]*)[^<>]*>")
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
        BadInput: an unknown kind, a topic without id or query, a query id given twice,
            another count of columns, broken markup, no topics, and whatever `read_lines` refuses.
    """
    kind, lines = tell_kind(path, read_lines(path, progress))
    parse = {
        Kind.TSV: _parse_columns,
        Kind.JSON_LINES: _parse_objects,
        Kind.MARKUP: _parse_markup,
    }[kind]
    first_lines: dict[str, int] = {}
    topics = at_least_one(parse(path, lines), path, "topics")
    for position, topic in enumerate(topics, start=1):
        if number_by == "position":
            metadata = topic.metadata | {"number": topic.query_id}
            topic = topic._replace(query_id=str(position), metadata=metadata)
        _check(path, topic, first_lines)
        yield topic


def _check(path: Path, topic: TopicRecord, first_lines: dict[str, int]) -> None:
    if not topic.query.strip():
        raise BadInput(path, topic.line, f"the query of topic {topic.query_id} is empty")
    if topic.query_id in first_lines:
        reason = f"topic {topic.query_id} was given before, on line {first_lines[topic.query_id]}"
        raise BadInput(path, topic.line, reason)
    first_lines[topic.query_id] = topic.line


def _parse_columns(path: Path, lines: Iterable[Line]) -> Iterator[TopicRecord]:
    is_first = True
    for line in lines:
        if not line.text.strip():
            continue
        columns = line.text.split("\t")
        if len(columns) != 2:
            reason = f"{len(columns)} columns; a topic has an id and a query, tab-separated"
            raise BadInput(path, line.number, reason)
        if not (is_first and columns[0].strip().lower() in HEADER_NAMES):
            query_id = checked_id(path, line.number, KIND, columns[0].strip(WHITE_SPACE))
            yield TopicRecord(query_id, columns[1], "", "", {}, line.number)
        is_first = False


def _parse_objects(path: Path, lines: Iterable[Line]) -> Iterator[TopicRecord]:
    for item in parse_json_lines(path, lines):
        query_name = next((name for name in QUERY_NAMES if name in item.fields), QUERY_NAMES[0])
        yield TopicRecord(
            query_id=item.identifier(KIND, *ID_NAMES),
            query=item.text(*QUERY_NAMES),
            description=item.optional_text("description") or "",
            narrative=item.optional_text("narrative") or "",
            metadata=item.others(*ID_NAMES, query_name, "description", "narrative"),
            line=item.line,
        )


def _parse_markup(path: Path, lines: Iterable[Line]) -> Iterator[TopicRecord]:
    for block in parse_blocks(path, lines, "top", "topic", "doc"):
        if block.tag == "doc":
            for document in parse_documents(path, [block]):
                query = collapse(f"{document.title} {document.text or ''}")
                yield TopicRecord(document.doc_id, query, "", "", {}, block.line)
        else:
            yield _parse_topic(path, block)


def _parse_topic(path: Path, block: Block) -> TopicRecord:
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
