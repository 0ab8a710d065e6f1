"""What differs between two versions of a guideline, as a reader of the older one is shown it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import partial
from html import escape
from itertools import takewhile
from typing import Literal, NamedTuple

from annotation.guidelines.text import guideline_file, guideline_html
from annotation.models import Guideline

Kind = Literal["added", "removed"]

MOST_COMPARED = 1_000_000  # changed lines of one text times those of the other: a quarter second
MOST_RENDERED = 60_000  # characters of changed lines in both texts: a second at worst


class Change(NamedTuple):
    """Consecutive lines, examples among them, that came or went, as HTML."""

    kind: Kind
    html: str


class Place(NamedTuple):
    """Lines of the older text, and those of the newer one that stand in their place."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes_between(older: Guideline | None, newer: Guideline) -> list[Change]:
    """The changes in the order of the text; what replaces something follows it.

    Texts longer than people write are compared and shown in less detail, so that nobody waits:
    above `MOST_COMPARED` all between the first and the last change is one change, and above
    `MOST_RENDERED` the changes are shown as written, without their Markdown.
    """
    parts = list(_parts(_lines(older), _lines(newer)))
    is_short = sum(len(text) for _, text in parts) <= MOST_RENDERED
    shown = partial(guideline_html, below=1) if is_short else _as_written
    return [Change(kind, shown(text)) for kind, text in parts]


def _lines(guideline: Guideline | None) -> list[str]:
    """Lines that say something, each with whether a blank one follows, which ends a paragraph."""
    lines: list[str] = []
    for line in [] if guideline is None else guideline_file(guideline).splitlines():
        if line.strip():
            lines.append(f"{line}\n")
        elif lines:
            lines[-1] = f"{lines[-1].rstrip()}\n\n"
    return lines


def _parts(older: list[str], newer: list[str]) -> Iterator[tuple[Kind, str]]:
    for place in changed_places([*map(str.strip, older)], [*map(str.strip, newer)]):
        if removed := older[place.start : place.end]:
            yield "removed", "".join(removed)
        if added := newer[place.new_start : place.new_end]:
            yield "added", "".join(added)


def changed_places(older: list[str], newer: list[str]) -> Iterator[Place]:
    """Where two lists of lines differ, in a time that their length bounds."""
    first = _n_equal(older, newer)
    last = _n_equal(older[first:][::-1], newer[first:][::-1])
    old, new = older[first : len(older) - last], newer[first : len(newer) - last]
    if len(old) * len(new) > MOST_COMPARED:
        yield Place(first, first + len(old), first, first + len(new))
        return
    for kind, *bounds in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield Place(*(first + bound for bound in bounds))


def _n_equal(older: list[str], newer: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(older, newer, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _as_written(text: str) -> str:
    return f"<pre>{escape(text, quote=False)}</pre>\n"
