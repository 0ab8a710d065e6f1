"""What people send is read in a time that grows as its length does, however hostile it is.

Four times the text takes about four times as long; sixteen times as long would be a pattern that
goes back over all of it for each letter.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from annotation.guidelines.scales import parse_scale
from annotation.guidelines.text import changed_places, guideline_html
from ranking.http.server_paths import without_paths
from ranking.names import split_names
from regrade.csv_cells import as_written
from regrade.files.judging.mturk import read_highlights
from regrade.files.judging.value_map import parse_value_map
from regrade.files.lines import Line
from regrade.files.markup import Block, elements, parse_blocks, plain_text, without_elements
from regrade.files.topic_formats.markup import (
    FIELD_TAG,
    NAMED_FIELD,
    NUMBER_ATTRIBUTE,
    TEMPLATE,
)
from regrade.measures.parsing import parse_measures
from regrade.measures.trec_names import translate
from regrade.neural.tk.tk import WORD
from tests.tiers import thorough

LONG_ENOUGH_S, MOST_LETTERS, MOST_GROWTH = 0.02, 1 << 20, 8.0
HERE = Path("hostile.txt")


def in_block(read: Callable[[Block], object]) -> Callable[[str], object]:
    return lambda text: read(Block("DOC", "", text, 1))


def in_lines(text: str) -> object:
    lines = (Line(number, line) for number, line in enumerate(text.split("\n"), start=1))
    return list(parse_blocks(HERE, lines, "top", may_stay_open=("top",)))


READERS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "scale, blanks": (parse_scale, lambda n: "0=a" + " " * n + "**"),
    "scale, digits": (parse_scale, lambda n: "0" * n + "-"),
    "tags that do not end": (lambda text: FIELD_TAG.findall(text), lambda n: "<a" * n),
    "a tag that does not end": (lambda text: FIELD_TAG.findall(text), lambda n: "<" + "a" * n),
    "attributes": (NUMBER_ATTRIBUTE.search, lambda n: "num" + " " * n),
    "fields by name": (lambda text: NAMED_FIELD.findall(text), lambda n: "<field name='" * n),
    "a template": (TEMPLATE.search, lambda n: "template=" * n + " " * n),
    "document types": (in_lines, lambda n: "<!DOCTYPE a [" + "\"'<!--[]" * n),
    "document types, lines": (in_lines, lambda n: "<!DOCTYPE a [\n" + "'>'<!-- -->\n" * n),
    "comments between topics": (in_lines, lambda n: "<!-- <top> -->" * n + "<!--" * n),
    "comments that do not end": (plain_text, lambda n: "<!--" * n),
    "elements that do not end": (
        in_block(lambda block: list(elements(HERE, block, "text"))),
        lambda n: "<text>" * n,
    ),
    "elements left out": (lambda text: without_elements(text, "docno"), lambda n: "<docno>" * n),
    "entities": (plain_text, lambda n: "&#" + "1" * n),
    "highlights": (lambda text: read_highlights("x", text, ""), lambda n: '"' + "\\" * n),
    "value map": (parse_value_map, lambda n: "0" + " " * n),
    "cells": (as_written, lambda n: "1" * n + "e"),
    "measures": (parse_measures, lambda n: "P(" + "'" * n),
    "measures, brackets": (parse_measures, lambda n: "(" * n),
    "measures of trec_eval": (translate, lambda n: "P_" + "1," * n + "x"),
    "paths": (without_paths, lambda n: "/a" * n + " Model ~/" + "a" * n),
    "Markdown, brackets": (guideline_html.__wrapped__, lambda n: "[\n" * n),
    "Markdown, images": (guideline_html.__wrapped__, lambda n: "![" * n),
    "changes of a guideline": (
        lambda text: list(changed_places(text.split(), text[::-1].split())),
        lambda n: " ".join(str(number * number % 149) for number in range(n)),
    ),
    "names": (split_names, lambda n: "0=a," * n),
    "words": (lambda text: WORD.findall(text), lambda n: "a." * n + "1," * n),
}


def seconds(read: Callable[[str], object], text: str) -> float:
    """The least computing time of a few tries, which other work here does not count in."""
    taken = []
    for _ in range(5):
        begun = time.process_time()
        with suppress(Exception):  # a text may be refused
            read(text)
        taken.append(time.process_time() - begun)
    return min(taken)


@thorough
@pytest.mark.parametrize("name", READERS)
def test_four_times_the_text_takes_four_times_as_long(name: str) -> None:
    read, text = READERS[name]
    n = 500
    while (before := seconds(read, text(n))) < LONG_ENOUGH_S and n < MOST_LETTERS:
        n *= 2
    if before >= LONG_ENOUGH_S:
        assert seconds(read, text(4 * n)) / before < MOST_GROWTH
