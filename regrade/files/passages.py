from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from regrade.counted import counted
from regrade.files.bad_lines import Refuse, all_or_listed, readable
from regrade.files.errors import BadInput
from regrade.files.html_tarball import is_tarball, read_pages
from regrade.files.identifiers import checked_id, collapse
from regrade.files.json_lines import JsonObject, parse_json_lines
from regrade.files.kinds import Kind, tell_kind
from regrade.files.lines import Line, read_lines
from regrade.files.markup import (
    Block,
    elements,
    parse_blocks,
    plain_id,
    plain_text,
    without_elements,
)
from regrade.files.streams import Progress
from regrade.limits import INT32_MAX
from regrade.text.visible import has_text

ID_NAMES = ("id", "_id", "docid", "doc_id")
TEXT_NAMES = ("text", "contents")
HEADERS = [["text"], ["contents"], ["passage"]]
TITLE_TAGS = ("title", "headline", "ti")
KIND = "doc_id"
DOCUMENT, POSITION_NAMES = "document_id", ("position", "position_in_document")


class PassageRecord(NamedTuple):
    """One passage of a collection file; `line` is where it begins, None inside a tarball.

    The text is None where there is nothing to read, and "" where the title is all there is; the
    title is "" where there is none. Of a document the file may say which it is, and the passage's
    position there, as the file counts it.
    """

    doc_id: str
    title: str
    text: str | None
    line: int | None
    document_id: str | None = None
    position: int | None = None


def read_passages(path: Path, progress: Progress | None = None) -> Iterator[PassageRecord]:
    """Yield the passages of a collection file in its order; a repeated doc_id is not looked for.

    The kind follows from content and name: TSV `id<TAB>text` (a third column is the title; a first
    line that names the columns so is passed over), JSONL (`id`, `text` or `contents`, `title`, and
    `document_id` with `position` or `position_in_document` where passages are parts of documents),
    TREC SGML and the XML made after it (`<DOC><DOCNO>`), a tarball of HTML pages. All of them
    gzipped or not.

    A text of blanks and invisible characters alone is none (`text_or_none`). Text of TSV and JSONL
    is kept to the letter. Text of markup is what stands in `<TEXT>`, or without one whatever
    stands outside `<DOCNO>` and the title; tags are removed, entities read, the ends stripped of
    blanks, tabs and line ends, line breaks kept.

    Raises:
        BadFile: an unknown kind, an unusable doc_id, another count of columns, a missing
            field, broken markup, and whatever `read_lines` refuses; all of it at once, after the
            last passage.
        BadInput: no passages.
    """

    def passages(refuse: Refuse) -> Iterator[PassageRecord]:
        read = _read_tarball if is_tarball(path) else _read_text_file
        for record in read(path, progress, refuse):
            if has_text(record.text or ""):
                yield record
            else:
                yield record._replace(text=text_or_none(record.title, ""))

    return all_or_listed(path, passages, "passages")


def text_or_none(title: str, text: str) -> str | None:
    """The text as it is stored: None where nothing can be seen, but "" below a title.

    A passage of which the title is all there is can be found by it; one without either is known by
    its doc_id alone.
    """
    if has_text(text):
        return text
    return "" if has_text(title) else None


def parse_document(path: Path, block: Block) -> PassageRecord:
    """The record of a `<DOC>`.

    Raises:
        BadInput: a document with no `<DOCNO>` or several, or with an unusable one.
    """
    numbers = [plain_id(number) for number in elements(path, block, "docno")]
    if len(numbers) != 1:
        raise BadInput(
            path, block.line, f"<DOC> with {len(numbers)} <DOCNO>; it needs one", code="docno_count"
        )
    doc_id = checked_id(path, block.line, KIND, numbers[0])
    title = next(elements(path, block, *TITLE_TAGS), "")
    return PassageRecord(doc_id, collapse(plain_text(title)), _text(path, block), block.line)


def _text(path: Path, block: Block) -> str:
    texts = list(elements(path, block, "text"))
    if not texts:
        texts = [without_elements(block.content, "docno", *TITLE_TAGS)]
    return "\n".join(filter(None, map(plain_text, texts)))


def _read_tarball(path: Path, progress: Progress | None, _: Refuse) -> Iterator[PassageRecord]:
    for page in read_pages(path, progress):
        yield PassageRecord(page.name, page.title, page.text, None)


def _read_text_file(
    path: Path, progress: Progress | None, refuse: Refuse
) -> Iterator[PassageRecord]:
    kind, lines = tell_kind(path, read_lines(path, progress))
    if kind is Kind.TSV:
        return _parse_columns(path, lines, refuse)
    if kind is Kind.JSON_LINES:
        return readable(parse_json_lines(path, lines, refuse), _parse_object, refuse)
    blocks = parse_blocks(path, lines, "doc")
    return readable(blocks, lambda block: parse_document(path, block), refuse)


def _parse_columns(path: Path, lines: Iterable[Line], refuse: Refuse) -> Iterator[PassageRecord]:
    n_columns = 0
    for line in lines:
        if not line.text.strip():
            continue
        columns = line.text.split("\t")
        is_header = not n_columns and columns[0] in ID_NAMES and columns[1:2] in HEADERS
        try:
            _check_count(path, line, len(columns), n_columns)
            n_columns = len(columns)
            doc_id = checked_id(path, line.number, KIND, columns[0])
        except BadInput as error:
            refuse(error)
            continue
        if not is_header:
            yield PassageRecord(doc_id, "".join(columns[2:]), columns[1], line.number)


def _check_count(path: Path, line: Line, n_found: int, n_before: int) -> None:
    if n_before and n_found != n_before:
        reason = f"{counted(n_found, 'column')} where the lines before have {n_before}"
        raise BadInput(path, line.number, reason, code="mixed_columns")
    if n_found not in (2, 3):
        wanted = "a collection has id, text and perhaps title, tab-separated"
        reason = f"{counted(n_found, 'column')}; {wanted}"
        raise BadInput(path, line.number, reason, code="column_count")


def _parse_object(item: JsonObject) -> PassageRecord:
    title = item.optional_text("title") or ""
    doc_id = item.identifier(KIND, *ID_NAMES)
    text, document_id = item.text(*TEXT_NAMES), item.optional_identifier(DOCUMENT, DOCUMENT)
    # A position alone is of something else.
    position = (
        None
        if document_id is None
        else item.optional_integer(*POSITION_NAMES, least=0, most=INT32_MAX)
    )
    return PassageRecord(doc_id, title, text, item.line, document_id, position)
