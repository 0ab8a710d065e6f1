"""The chapters of the language reference that come with the interpreter's `help()`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pydoc_data.topics import topics
from typing import NamedTuple

# A line of text over a line of one repeated mark.
HEADING = re.compile(r"^(\S.*)\n([*=\-~^])\2{2,}$", re.MULTILINE)


class Section(NamedTuple):
    """Text under one heading of a chapter; several chapters may hold the same one.

    The place is `topic-for` under a chapter's first heading and
    `topic-comparisons.identity-comparisons` under a later one.
    """

    place: str
    heading: str
    text: str


def read_sections() -> Iterator[Section]:
    """Every section of every chapter, the shorter chapters before those that contain them."""
    for chapter in sorted(topics, key=lambda name: (len(topics[name]), name)):
        yield from (section for section in _sections(chapter) if section.text)


def _sections(chapter: str) -> Iterator[Section]:
    _, *pieces = HEADING.split(topics[chapter])
    for number, (mark, text) in enumerate(zip(pieces[::3], pieces[2::3], strict=True)):
        heading = mark.replace('"', "").strip()
        slug = "-".join(re.findall(r"\w+", heading.lower()))
        place = f"topic-{chapter}.{slug}" if number else f"topic-{chapter}"
        yield Section(place, heading, text.strip("\n"))
