"""A collection made on the spot of the documentation that every Python carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from demo.compiled_modules import NAMES, read_compiled
from demo.language_topics import read_sections
from demo.paragraphs import count_words, cut_into_passages
from demo.standard_library import Described, read_docstrings, source_files
from ranking.jobs.tracking import Track, untracked

LEAST_WORDS = 6  # a docstring with fewer says no more than the name


class DocPassage(NamedTuple):
    """One passage; the title says where it stands, the doc_id also which passage of there."""

    doc_id: str
    title: str
    text: str


def python_docs(track: Track = untracked) -> list[DocPassage]:
    """The docstrings of the standard library and the chapters of the language reference.

    The same for one build of Python, each text once, in an order that does not depend on the
    file system.
    """
    n_of_place: Counter[str] = Counter()
    passages: dict[str, DocPassage] = {}
    for place, title, text in chain(read_sections(), _from_library(track)):
        for part in cut_into_passages(text):
            if part not in passages:
                n_of_place[place] += 1
                passages[part] = DocPassage(f"{place}#{n_of_place[place]}", title, part)
    return list(passages.values())


def place_of(doc_id: str) -> str:
    """Where a passage stands, as `json.dumps` or `topic-for`."""
    return doc_id.rpartition("#")[0]


def _from_library(track: Track) -> Iterator[tuple[str, str, str]]:
    seen: set[str] = set()
    for place, signature, found in _described(track):
        # Some say \0 without being raw, and no text of a collection holds that character.
        docstring = found.replace("\0", r"\0")
        if docstring not in seen and count_words(docstring) >= LEAST_WORDS:
            seen.add(docstring)
            yield place, place, f"{signature}\n\n{docstring}" if signature else docstring


def _described(track: Track) -> Iterator[Described]:
    for path in track(source_files(), len(source_files()), "module"):
        yield from read_docstrings(path)
    for module in NAMES:
        yield from read_compiled(module)
