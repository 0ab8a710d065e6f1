"""Topics of TREC's SGML and of the XML made after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from regrade.files.identifiers import checked_id, collapse
from regrade.files.lines import Line
from regrade.files.markup import (
    FOLDING,
    INLINE_TAG,
    Block,
    not_closed,
    parse_blocks,
    plain_text,
    without_comments,
)
from regrade.files.passages import parse_document
from regrade.files.topic_records import (
    DOCUMENT_NAMES,
    KIND,
    TopicRecord,
    Unread,
    names_document,
)

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
# What others call them, which means something else in topics that have TREC's tags as well.
OTHER_IDS = ("qid", "identifier")
OTHER_QUERIES = ("content", "text", "question")
LABEL = re.compile(r"^\s*(?:Number|Topic|Description|Narrative)\s*:", re.IGNORECASE)
FIELD_TAG = re.compile(r"<(/?[A-Za-z][\w-]*+)[^<>]*>")
NUMBER_ATTRIBUTE = re.compile(r"""\b(?:number|num|q?id)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
# The clinical trials track of 2023 asks by a questionnaire, named in the topic's tag.
TEMPLATE = re.compile(r"""\btemplate\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
NAMED_FIELD = re.compile(r"""<field\s+name\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')\s*>([^<]*)""", FOLDING)


def parse_markup(path: Path, lines: Iterator[Line]) -> Iterator[Unread]:
    """Topics in `<top>`, `<topic>`, `<query>` or `<DOC>`.

    Each field of a topic runs to the next tag, so that one whose `</top>` is missing is whole
    where the next begins.
    """
    tags = ("top", "topic", "query", "doc")
    is_first, leaves_open = True, False
    for block in parse_blocks(path, lines, *tags, may_stay_open=("top", "topic")):
        # The last one may be cut off, unless others lack their end as well.
        if block.is_last and not (block.tag == "top" and leaves_open):
            yield partial(_refuse_open, path, block)
            return
        content = INLINE_TAG.sub("", without_comments(block.content))
        yield partial(_parse_block, path, block._replace(content=content), is_first)
        is_first, leaves_open = False, leaves_open or block.is_open


def _refuse_open(path: Path, block: Block) -> TopicRecord:
    raise not_closed(path, block)


def _parse_block(path: Path, block: Block, is_first: bool) -> TopicRecord:
    if block.tag == "doc":
        document = parse_document(path, block)
        query = collapse(f"{document.title} {document.text or ''}")
        return TopicRecord(document.doc_id, query, "", "", {}, block.line)
    fields = _fields_of(block)
    attribute = NUMBER_ATTRIBUTE.search(block.attributes)
    query_id = fields.pop("query_id", attribute[1] if attribute else "")
    query_id = (query_id or _pop_first(fields, OTHER_IDS)).strip()
    if named := _only_document(fields):
        raise names_document(path, None if is_first else block.line, named)
    query = fields.pop("query") if "query" in fields else _other_query(block, fields)
    return TopicRecord(
        query_id=checked_id(path, block.line, KIND, query_id) if query_id else "",
        query=query,
        description=fields.pop("description", ""),
        narrative=fields.pop("narrative", ""),
        metadata=dict(fields),
        line=block.line,
    )


def _fields_of(block: Block) -> dict[str, str]:
    """Each field runs from its tag to the next tag, so that a missing closing tag is no loss."""
    fields: dict[str, list[str]] = {}
    _, *pieces = FIELD_TAG.split(block.content)
    for tag, content in zip(pieces[::2], pieces[1::2], strict=True):
        text = collapse(plain_text(LABEL.sub("", content)))
        name = FIELDS.get(tag.lower(), tag.lower())
        if not tag.startswith("/"):
            fields.setdefault(name, []).append(text)
    return {name: " ".join(filter(None, texts)) for name, texts in fields.items()}


def _pop_first(fields: dict[str, str], names: tuple[str, ...]) -> str:
    found = next((name for name in names if fields.get(name)), "")
    return fields.pop(found, "")


def _only_document(fields: dict[str, str]) -> str:
    """What names a document where nothing is a query; "" where something is."""
    if fields.keys() & {"query", "field", *OTHER_QUERIES}:
        return ""
    return next((name for name in DOCUMENT_NAMES if name in fields), "")


def _other_query(block: Block, fields: dict[str, str]) -> str:
    """The query of a topic without `<title>` and `<query>`; "" where there is none."""
    if named := _questionnaire(block.attributes, block.content):
        fields.pop("field", None)
        fields |= {name or "template": value for name, value in named}
        return "; ".join(": ".join(filter(None, answer)) for answer in named)
    if query := _pop_first(fields, OTHER_QUERIES):
        return query
    return "" if FIELD_TAG.search(block.content) else collapse(plain_text(block.content))


def _questionnaire(attributes: str, content: str) -> list[tuple[str, str]]:
    """The filled fields by name, and before them the template under no name; or nothing."""
    answers = [
        (collapse(plain_text(name or other)), collapse(plain_text(value)))
        for name, other, value in NAMED_FIELD.findall(content)
    ]
    filled = [answer for answer in answers if answer[1]]
    template = TEMPLATE.search(attributes)
    if not filled or template is None:
        return filled
    return [("", plain_text(template[1] or template[2] or "")), *filled]
