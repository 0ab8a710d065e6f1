from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ranking.files import run_columns, streams
from ranking.files.errors import BadInput
from ranking.files.packed_runs import RunColumns, pack_lines
from ranking.files.plain_runs import NotPlain, read_plain_run
from ranking.files.run_columns import read_run_columns
from ranking.files.runs import RunLine, read_run
from tests.ranking.files.writing import write

PLAIN = "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 -1e-3 tag\nq2 Q0 d1 1 7 tag\n"
BLANKS = ["\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u3000"]

# What files hold that are written by programs, and what makes them odd.
words = st.sampled_from(
    [
        "q1",
        "q2",
        "7",
        "0",
        "007",
        "d-1",
        "é",
        "漢字",
        'a"b',
        '"',
        "'",
        "\\",
        "\\n",
        "a,b",
        "#",
        "#7",
    ]
    + [
        "NA",
        "null",
        "nan",
        "None",
        "",
        "x" * 512,
        "x" * 513,
        "é" * 256,
        "é" * 257,
        "\ufeff",
        "\x7f",
    ]
)
scores = st.one_of(
    st.floats().map(repr),
    st.integers(-3, 3).map(str),
    st.sampled_from(
        [
            "1.",
            ".5",
            "-.5e1",
            "+1.5",
            "1e999",
            "-1e999",
            "1e-999",
            "5e-324",
            "1_0",
            "0x1",
            "1e",
            "-",
        ]
        + [
            "inf",
            "Infinity",
            "nan",
            "NaN",
            "NA",
            "",
            "1,5",
            "1d5",
            "٣",
            "-0.0",
            "0" * 400,
            "9" * 400,
        ]
        + ["0.1000000000000000055511151231257827", "9007199254740993", "2.2250738585072011e-308"]
    ),
)
ranks = st.sampled_from(
    ["1", "2", "3", "10", "0", "-1", "01", "1.0", "0x1", "+1", "9" * 15, "9" * 16]
)
separators = st.sampled_from([" "] * 9 + ["\t"] * 6 + ["  ", " \t", *BLANKS])
ends = st.sampled_from(
    ["\n"] * 9 + ["\r\n", "\r", "\r\r\n", "\n\n", " \n", "\n ", "\n#c\n", "\0\n"]
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Run files most of whose lines look alike, and some of which are no run files."""
    separator, end = draw(separators), draw(ends)
    trec = st.tuples(words, words, words, ranks, scores, words)
    columns = draw(st.sampled_from([trec, trec, st.tuples(words, words, ranks)]))
    odd = st.one_of(trec, st.tuples(words, words, ranks), st.tuples(words, words))
    lines = draw(st.lists(columns, max_size=6)) + draw(st.lists(odd, max_size=1))
    text = "".join(
        separator.join(line) + draw(st.sampled_from([end] * 9 + ["\n"])) for line in lines
    )
    return draw(st.sampled_from(["", "", "", "\ufeff"])) + text[: draw(st.sampled_from([None, -1]))]


def outcome(read: Callable[[], RunColumns]) -> object:
    """What was read, or why it was refused; what compares as equal is equal to the last bit."""
    try:
        columns = read()
    except BadInput as error:
        return str(error)
    doc_ids = [columns.doc_ids[place] for place in range(len(columns.doc_ids))]
    topics = [columns.query_ids[topic] for topic in columns.topics.tolist()]
    return columns.tag, columns.query_ids, topics, doc_ids, columns.scores.tobytes()


def slowly(path: Path, by_rank: bool) -> RunColumns:
    return pack_lines(read_run(path, by_rank=by_rank))


@settings(deadline=None, max_examples=500)
@given(files(), st.booleans())
@example("q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n", False)
@example(PLAIN.replace("\n", "\r\n"), True)
@example("#1 Q0 d1 1 2 t\nq1 Q0 d1 1 2 t\n", False)
def test_read_run_columns_gives_what_read_run_gives(text: str, by_rank: bool) -> None:
    with TemporaryDirectory() as folder:
        path = write(Path(folder), text)
        assert outcome(lambda: read_run_columns(path, by_rank=by_rank)) == outcome(
            lambda: slowly(path, by_rank)
        )
