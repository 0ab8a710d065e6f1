"""Topic files with one topic per line: tab-separated, JSON, or a number before a colon."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import WHITE_SPACE, checked_id, split_columns
from regrade.files.json_lines import JsonObject, json_document, parse_json_line
from regrade.files.kinds import NUMBER_AND_COLON
from regrade.files.lines import Line
from regrade.files.topic_formats.records import (
    DOCUMENT_NAMES,
    KIND,
    TopicRecord,
    Unread,
    names_document,
)

ID_NAMES = ("query_id", "id", "_id", "qid")
QUERY_NAMES = ("query", "text", "title", "question")
HEADER_NAMES = {"query_id", "qid", "id", "query-id", "topic"}
# How the Million Query track of 2009 has them: the number, a priority from 1 to 4, the query.
WITH_PRIORITY = re.compile("[0-9]+:[1-4]:")
QUESTION_LAYOUT = """question<TAB>['answer', 'another']"""
LAYOUTS = f"a line of topics is id<TAB>query, or {QUESTION_LAYOUT}"


def parse_columns(path: Path, lines: Iterator[Line]) -> Iterator[Unread]:
    """Topics of `id<TAB>query`, or of `question<TAB>answers` as DPR gives Natural Questions.

    The first line decides which, and whether it is a header. If it has two columns, further tabs
    belong to the query.
    """
    with_content = (line for line in lines if line.text.strip())
    first = next(with_content)
    rest = with_content if _is_header(first) else chain([first], with_content)
    if _answered(first) is not None:
        return (partial(_parse_question, path, line) for line in rest)
    most = 1 if first.text.count("\t") == 1 else -1
    return (partial(_parse_line, path, line, most) for line in rest)


def _is_header(line: Line) -> bool:
    columns = line.text.split("\t")
    return len(columns) == 2 and columns[0].strip().lower() in HEADER_NAMES


def _parse_line(path: Path, line: Line, most: int) -> TopicRecord:
    columns = line.text.split("\t", most)
    if len(columns) != 2:
        reason = f"{counted(len(columns), 'column')}; {LAYOUTS}"
        raise BadInput(path, line.number, reason, code="column_count")
    query_id = columns[0].strip(WHITE_SPACE)
    if _is_question(query_id):
        reason = f"the {KIND} {query_id!r} holds white space; {LAYOUTS}"
        raise BadInput(path, line.number, reason, code="id_with_white_space")
    query_id = checked_id(path, line.number, KIND, query_id)
    return TopicRecord(query_id, columns[1], "", "", {}, line.number)


def _is_question(text: str) -> bool:
    """Whether the text has more than one word, unlike an id."""
    return len(split_columns(text)) > 1


def _answered(line: Line) -> tuple[str, str] | None:
    """Question and answers (a Python list) of a line, with CSV quoting; None for other lines."""
    try:
        columns = next(csv.reader([line.text], delimiter="\t"))
    except (csv.Error, StopIteration):
        return None
    if len(columns) != 2 or not (columns[1].startswith("[") and columns[1].endswith("]")):
        return None
    return (columns[0], columns[1]) if _is_question(columns[0]) else None


def _parse_question(path: Path, line: Line) -> TopicRecord:
    answered = _answered(line)
    if answered is None:
        reason = f"the first line is {QUESTION_LAYOUT}, and this one is not"
        raise BadInput(path, line.number, reason, code="not_a_question")
    question, answers = answered
    return TopicRecord("", question, "", "", {"answers": answers}, line.number)


def parse_objects(path: Path, lines: Iterator[Line]) -> Iterator[Unread]:
    with_content = (line for line in lines if line.text.strip())
    first = next(with_content)
    second = next(with_content, None)
    if second is None:
        return iter([partial(_parse_only_object, path, first)])
    lines = chain([second], with_content)
    others = (partial(_parse_object, path, line, is_first=False) for line in lines)
    return chain([partial(_parse_object, path, first, is_first=True)], others)


def _parse_only_object(path: Path, line: Line) -> TopicRecord:
    if not {*ID_NAMES, *QUERY_NAMES, *DOCUMENT_NAMES} & parse_json_line(path, line).fields.keys():
        raise json_document(path, line.number)
    return _parse_object(path, line, is_first=True)


def _parse_object(path: Path, line: Line, *, is_first: bool) -> TopicRecord:
    item = parse_json_line(path, line)
    named = next((name for name in DOCUMENT_NAMES if name in item.fields), None)
    if item.name_of(*QUERY_NAMES) is None and named is not None:
        raise names_document(path, None if is_first else line.number, named)
    return TopicRecord(
        query_id=item.optional_identifier(KIND, *ID_NAMES) or "",
        query=item.text(*QUERY_NAMES),
        description=item.optional_text("description") or "",
        narrative=item.optional_text("narrative") or "",
        metadata=item.others(*_read_names(item), "description", "narrative"),
        line=item.line,
    )


def _read_names(item: JsonObject) -> list[str]:
    """Names of the id's and the query's fields, and of their alternatives that are null."""
    read = {item.name_of(*ID_NAMES), item.name_of(*QUERY_NAMES)}
    names = (*ID_NAMES, *QUERY_NAMES)
    return [name for name in names if name in read or item.fields.get(name) is None]


def parse_colons(path: Path, lines: Iterator[Line]) -> Iterator[Unread]:
    """Topics of `number:query`, or of `number:priority:query`, decided by the first line."""
    with_content = (line for line in lines if line.text.strip())
    first = next(with_content)
    has_priority = WITH_PRIORITY.match(first.text) is not None
    rest = chain([first], with_content)
    return (partial(_parse_colon, path, line, has_priority) for line in rest)


def _parse_colon(path: Path, line: Line, has_priority: bool) -> TopicRecord:
    layout = WITH_PRIORITY if has_priority else NUMBER_AND_COLON
    found = layout.match(line.text)
    if found is None:
        priority = "a priority, a colon " if has_priority else ""
        reason = f"a topic of this file has a number, a colon, {priority}and a query"
        raise BadInput(path, line.number, reason, code="column_count")
    number, *priorities = found[0].removesuffix(":").split(":")
    query_id = checked_id(path, line.number, KIND, number)
    metadata = {"priority": priorities[0]} if priorities else {}
    return TopicRecord(query_id, line.text[found.end() :], "", "", metadata, line.number)
