"""What differs between two versions of a guideline, as a reader of the older one is shown it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from annotation.campaigns.guidelines import guideline_file, guideline_html
from annotation.models import Guideline


class Change(NamedTuple):
    """Consecutive lines, examples among them, that came or went, as HTML."""

    kind: Literal["added", "removed"]
    html: str


def changes_between(older: Guideline | None, newer: Guideline) -> list[Change]:
    """The changes in the order of the text; what replaces something follows it."""
    return list(_changes(_lines(older), _lines(newer)))


def _lines(guideline: Guideline | None) -> list[str]:
    """Lines that say something, each with whether a blank one follows, which ends a paragraph."""
    lines: list[str] = []
    for line in [] if guideline is None else guideline_file(guideline).splitlines():
        if line.strip():
            lines.append(f"{line}\n")
        elif lines:
            lines[-1] = f"{lines[-1].rstrip()}\n\n"
    return lines


def _changes(older: list[str], newer: list[str]) -> Iterator[Change]:
    matcher = SequenceMatcher(None, [*map(str.strip, older)], [*map(str.strip, newer)])
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind in {"delete", "replace"}:
            yield Change("removed", guideline_html("".join(older[start:end]), below=1))
        if kind in {"insert", "replace"}:
            yield Change("added", guideline_html("".join(newer[new_start:new_end]), below=1))
