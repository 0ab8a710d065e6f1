from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from html.entities import html5
from pathlib import Path
from typing import NamedTuple

from regrade.files.declarations import OPENING, past_declaration
from regrade.files.errors import BadInput
from regrade.files.identifiers import LAYOUT
from regrade.files.lines import Line

# Tags that stand inside words, where a blank in their place would split "H<sub>2</sub>O".
INLINE_TAG = re.compile(r"</?(?:a|b|em|font|i|span|strong|sub|sup|tt|u)(?:\s[^<>]*)?>", re.I)
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
# Only with its semicolon: "AT&T" and "R&D" are words.
ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
CDATA = "<![CDATA["
# A letter of ASCII in either case: the dotted and dotless i of Turkish are none.
FOLDING = re.IGNORECASE | re.ASCII


class Block(NamedTuple):
    """Text between `<tag attributes>` and `</tag>`; `line` is where it opens.

    `is_open` where `</tag>` is missing, and `is_last` where the file ends instead.
    """

    tag: str
    attributes: str
    content: str
    line: int
    is_open: bool = False
    is_last: bool = False


def parse_blocks(
    path: Path, lines: Iterable[Line], *tags: str, may_stay_open: Sequence[str] = ()
) -> Iterator[Block]:
    """Yield the outermost elements of the given names, which stand one after the other.

    TREC's SGML and the XML made after it have no root element, or any; tags in upper or
    lower case. Blocks may share lines. Between blocks only markup may stand. Elements named in
    `may_stay_open` also end where the next of their name opens, and at the end of the file. In a
    content, sections of CDATA are escaped: what stands in one is text, and no markup.

    Raises:
        BadInput: text between blocks, a block that opens inside another, one left open.
    """
    borders = {tag: _border(tag) for tag in tags}
    outside = re.compile(rf"{_border(*tags).pattern}|{OPENING}", FOLDING)
    opened: Block | None = None
    parts: list[str] = []
    rest = iter(lines)
    for first in rest:
        line, start = first, 0
        while match := (borders[opened.tag] if opened else outside).search(line.text, start):
            before, start = line.text[start : match.start()], match.end()
            if opened is not None:
                parts.append(before)
                yield _close(path, line.number, opened, parts, match, may_stay_open)
                opened, parts = None if match[1] else _open(path, line.number, "", match), []
            elif match[2]:
                opened = _open(path, line.number, before, match)
            else:
                _refuse_text(path, line.number, before)
                line, start = past_declaration(path, rest, line, match)
        if opened is None:
            _refuse_text(path, line.number, line.text[start:])
        else:
            parts.append(line.text[start:] + "\n")
    if opened is not None:
        yield _left_open(path, opened, parts, may_stay_open)


def elements(path: Path, block: Block, *names: str) -> Iterator[str]:
    """Yield the contents of the elements of these names inside a block, markup and all.

    Raises:
        BadInput: such an element opens and does not close.
    """
    opening, end = _opening(names), 0
    while match := opening.search(block.content, end):
        closed = _closing(match[1]).search(block.content, match.end())
        if closed is None:
            raise BadInput(
                path,
                block.line,
                f"<{match[1]}> is not closed in this <{block.tag}>",
                code="element_not_closed",
            )
        yield block.content[match.end() : closed.start()]
        end = closed.end()


def without_elements(content: str, *names: str) -> str:
    """Remove the elements of these names with their contents; those left open stay."""
    opening, left_open = _opening(names), set[str]()
    kept, start, end = list[str](), 0, 0
    while match := opening.search(content, end):
        name, end = match[1].lower(), match.end()
        closed = None if name in left_open else _closing(name).search(content, end)
        if closed is None:
            left_open.add(name)
            continue
        kept += content[start : match.start()], " "
        start = end = closed.end()
    return "".join([*kept, content[start:]])


def plain_text(content: str) -> str:
    """Remove tags and comments, read entities, strip layout at the ends; inside it stays."""
    bare = TAG.sub(" ", INLINE_TAG.sub("", without_comments(content)))
    return ENTITY.sub(_read_entity, bare).strip(LAYOUT)


def plain_id(content: str) -> str:
    """The plain text without any white space at its ends: around an id it is always layout."""
    return plain_text(content).strip()


def without_comments(content: str) -> str:
    """One that is left open is none. A pattern would look for the end of each of many again."""
    kept, start = list[str](), 0
    while (begin := content.find("<!--", start)) >= 0:
        end = content.find("-->", begin + 4)
        if end < 0:
            break
        kept.append(content[start:begin])
        start = end + 3
    return "".join([*kept, content[start:]])


def _border(*tags: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?)({'|'.join(tags)})(\s[^<>]*)?>", FOLDING)


def _opening(names: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"<({'|'.join(names)})(?:\s[^<>]*)?>", FOLDING)


def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}\s*>", FOLDING)


def _read_entity(entity: re.Match[str]) -> str:
    if entity[0][1] == "#":
        return html.unescape(entity[0])
    return html5.get(entity[0][1:], entity[0])


def _open(path: Path, number: int, before: str, match: re.Match[str]) -> Block:
    _refuse_text(path, number, before)
    if match[1]:
        raise BadInput(
            path, number, f"</{match[2]}> closes nothing that was opened", code="closes_nothing"
        )
    return Block(match[2].lower(), match[3] or "", "", number)


def _close(
    path: Path,
    number: int,
    opened: Block,
    parts: list[str],
    match: re.Match[str],
    may_stay_open: Sequence[str],
) -> Block:
    if not match[1] and opened.tag not in may_stay_open:
        reason = f"{match[0]} stands inside the <{opened.tag}> of line {opened.line}"
        raise BadInput(path, number, reason, code="block_in_block")
    return opened._replace(content=_as_text("".join(parts)), is_open=not match[1])


def _left_open(path: Path, opened: Block, parts: list[str], may_stay_open: Sequence[str]) -> Block:
    if opened.tag not in may_stay_open:
        raise not_closed(path, opened)
    return opened._replace(content=_as_text("".join(parts)), is_open=True, is_last=True)


def _as_text(content: str) -> str:
    """The content with its sections of CDATA escaped; one that is left open is none."""
    kept, start = list[str](), 0
    while (begin := content.find(CDATA, start)) >= 0:
        end = content.find("]]>", begin)
        if end < 0:
            break
        kept += content[start:begin], html.escape(content[begin + len(CDATA) : end], quote=False)
        start = end + 3
    return "".join([*kept, content[start:]])


def not_closed(path: Path, block: Block) -> BadInput:
    reason = f"<{block.tag}> is not closed before the file ends"
    return BadInput(path, block.line, reason, code="element_not_closed")


def _refuse_text(path: Path, number: int, text: str) -> None:
    stray = re.sub(r"<[^<>]*>", "", text).strip()
    if stray:
        raise BadInput(
            path,
            number,
            f"text outside of any element: {stray[:40]!r}",
            code="text_outside_elements",
        )
