"""Topics in TREC's SGML and the XML modelled on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

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
from regrade.files.topic_formats.records import (
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
OTHER_QUERIES = ("content", "question", "text")
LABEL = re.compile(r"^\s*(?:Number|Topic|Description|Narrative)\s*:", re.IGNORECASE)
FIELD_TAG = re.compile(r"<(/?[A-Za-z][\w-]*+)[^<>]*>")
NUMBER_ATTRIBUTE = re.compile(r"""\b(?:number|num|q?id)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
# What lays out text within a field, as HTML has it.
LAYOUT_TAG = re.compile(r"</?(?:br|div|li|ol|p|ul)(?:\s[^<>]*)?/?>", FOLDING)
# The clinical trials track of 2023 asks by a questionnaire, named in the topic's tag. A field that
# is not closed before the next one runs to the next tag.
TEMPLATE, NAME = (
    re.compile(rf"""\b{name}\s*=\s*(?:"([^"]*)"|'([^']*)')""", FOLDING)
    for name in ("template", "name")
)
NAMED_FIELD = re.compile(
    r"<field(\s[^<>]*)(?:(?<=/)>|(?<!/)>(?:((?:(?!<field\b).)*?)</field\s*>|([^<]*)))",
    FOLDING | re.DOTALL,
)
# What stands in a topic beside its tags, as the clinical trials track has its topics.
BARE_TEXT = "text"


def parse_markup(path: Path, lines: Iterator[Line]) -> Iterator[Unread]:
    """Topics in `<top>`, `<topic>`, `<query>` or `<DOC>`.

    Each field runs to the next tag, so a topic without `</top>` ends where the next begins.
    """
    tags = ("top", "topic", "query", "doc")
    is_first, leaves_open = True, False
    for block in parse_blocks(path, lines, *tags, may_stay_open=("top", "topic")):
        # The last one may be cut off, unless others lack their end as well.
        if block.is_last and not (block.tag == "top" and leaves_open):
            yield partial(_refuse_open, path, block)
            return
        content = LAYOUT_TAG.sub(" ", INLINE_TAG.sub("", without_comments(block.content)))
        yield partial(_parse_block, path, block._replace(content=content), is_first)
        is_first, leaves_open = False, leaves_open or block.is_open


def _refuse_open(path: Path, block: Block) -> TopicRecord:
    raise not_closed(path, block)


def _parse_block(path: Path, block: Block, is_first: bool) -> TopicRecord:
    if block.tag == "doc":
        document = parse_document(path, block)
        query = collapse(f"{document.title} {document.text or ''}")
        return TopicRecord(document.doc_id, query, "", "", {}, block.line)
    form, content = _questionnaire(block)
    fields = _fields_of(content)
    attribute = NUMBER_ATTRIBUTE.search(block.attributes)
    query_id = fields.pop("query_id", attribute[1] if attribute else "")
    query_id = (query_id or _pop_first(fields, OTHER_IDS)).strip()
    if not form.answers and (named := _only_document(fields)):
        raise names_document(path, None if is_first else block.line, named)
    other = "" if "query" in fields else form.query or _pop_first(fields, OTHER_QUERIES)
    return TopicRecord(
        query_id=checked_id(path, block.line, KIND, query_id) if query_id else "",
        query=fields.pop("query", other),
        description=fields.pop("description", ""),
        narrative=fields.pop("narrative", ""),
        metadata={**fields, **form.metadata},
        line=block.line,
    )


def _fields_of(content: str) -> dict[str, str]:
    """The text of each field, with text outside any field as `BARE_TEXT`.

    A field runs to the next tag, so closing tags may be missing. Text after a closing tag belongs
    to the surrounding field.
    """
    before, *pieces = FIELD_TAG.split(content)
    texts = {BARE_TEXT: [before]}
    opened = dict[str, None]()  # in this order
    for tag, piece in zip(pieces[::2], pieces[1::2], strict=True):
        name = tag.lower().removeprefix("/")
        name = FIELDS.get(name, name)
        if name in opened:
            while opened.popitem()[0] != name:
                pass
        if not tag.startswith("/"):
            opened[name] = None
        around = next(reversed(opened), BARE_TEXT)
        texts.setdefault(around, []).append(LABEL.sub("", piece))
    fields = {name: _text_of(" ".join(of_one)) for name, of_one in texts.items()}
    return {name: text for name, text in fields.items() if text or name != BARE_TEXT}


def _pop_first(fields: dict[str, str], names: tuple[str, ...]) -> str:
    found = next((name for name in names if fields.get(name)), "")
    return fields.pop(found, "")


def _only_document(fields: dict[str, str]) -> str:
    """The document name if no field is a query, else ""."""
    if fields.keys() & {"query", *OTHER_QUERIES}:
        return ""
    return next((name for name in DOCUMENT_NAMES if name in fields), "")


class _Form(NamedTuple):
    """A topic with a questionnaire: its subject, and each filled field by name."""

    template: str
    answers: list[tuple[str, str]]

    @property
    def query(self) -> str:
        """The query; empty if no field is filled."""
        about = [self.template] if self.template and self.answers else []
        return "; ".join([*about, *map(": ".join, self.answers)])

    @property
    def metadata(self) -> dict[str, Any]:
        """The fields; a repeated field joins both texts, as in the query."""
        texts: dict[str, list[str]] = {}
        for name, text in self.answers:
            texts.setdefault(name, []).append(text)
        fields = {name: "; ".join(of_one) for name, of_one in texts.items()}
        kept = {"template": self.template, "fields": fields}
        return {name: value for name, value in kept.items() if value}


def _questionnaire(block: Block) -> tuple[_Form, str]:
    """The questionnaire of a topic, and the content without it."""
    answers = list[tuple[str, str]]()

    def taken_out(field: re.Match[str]) -> str:
        name, text = _value(NAME.search(field[1])), _text_of(field[2] or field[3] or "")
        if name and text:
            answers.append((name, text))
        return " " if name else field[0]

    content = NAMED_FIELD.sub(taken_out, block.content)
    return _Form(_value(TEMPLATE.search(block.attributes)), answers), content


def _value(attribute: re.Match[str] | None) -> str:
    return _text_of(attribute[1] or attribute[2] or "") if attribute else ""


def _text_of(content: str) -> str:
    return collapse(plain_text(content))
