"""Examples from files: texts on each line, or ids."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.files.errors import BadInput
from regrade.training import lines
from regrade.training.id_triples import IdTriples, Lookup, read_id_triples
from regrade.training.text_rows import read_text_rows
from tests.refusals import refused

TRIPLES = "one\tfirst\tsecond\ntwo\tthird é\tfourth\r\none\tfifth\tsixth"


def written(folder: Path, text: str | bytes, name: str = "rows.tsv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("block", [5, 1 << 20])
def test_triples_are_read_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(lines, "BLOCK", block)
    rows = read_text_rows(written(tmp_path, TRIPLES))
    assert (len(rows), rows.n_negatives) == (3, 1)
    third, second = rows.examples([2, 1], 0)
    assert (third.query, third.passages, third.targets) == ("one", ["fifth", "sixth"], [1.0, 0.0])
    assert second.passages == ["third é", "fourth"]
    first, last = rows.keys(0, 0), rows.keys(2, 0)
    assert first.query == last.query != rows.keys(1, 0).query
    assert first.relevant == {first.passages[0]}


def test_questions_and_answers_have_no_negatives(tmp_path: Path) -> None:
    rows = read_text_rows(written(tmp_path, "why\tbecause\nwho\tnobody\n"))
    assert (len(rows), rows.n_negatives) == (2, 0)
    assert rows.examples([1], 0)[0].passages == ["nobody"]


def test_a_teacher_s_scores_come_first(tmp_path: Path) -> None:
    path = written(tmp_path, "9.5\t-1\twhy\tbecause\tno\n2\t1e-3\twho\tme\tyou\n")
    rows = read_text_rows(path, is_scored=True)
    assert [one.targets for one in rows.examples([1, 0], 0)] == [[2.0, 0.001], [9.5, -1.0]]
    assert rows.examples([0], 0)[0].passages == ["because", "no"]
    scored = read(written(tmp_path, "3 1.5 q1 d1 d3\n"), is_scored=True).examples([0], 0)[0]
    assert (scored.query, scored.targets) == ("text of q1", [3.0, 1.5])


@pytest.mark.parametrize(
    "text", ["why\tbecause\tno\tnever\n", "1\twhy\tbecause\tno\n", "1\tx\ta\tb\tc\n"]
)
def test_bad_scores_name_their_line(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with refused(BadInput, "bad_example", line=1):
        read_text_rows(path, is_scored=True)
    with refused(BadInput, "bad_example", line=1):
        read(path, is_scored=True)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "file_empty", None),
        ("alone\n", "bad_example", 1),
        (b"a\tb\tc\n\xff\tb\tc\n", "not_utf8", 2),
        ("a\tb\tc\na\tb\n", "bad_example", 2),
        ("a\tb\tc\na\t \tc\n", "bad_example", 2),
        (gzip.compress(b"a\tb\tc\n"), "file_packed", None),
    ],
)
def test_bad_rows_name_their_line(
    tmp_path: Path, text: str | bytes, code: str, line: int | None
) -> None:
    with refused(BadInput, code, line=line):
        rows = read_text_rows(written(tmp_path, text))
        rows.examples(range(len(rows)), 0)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with refused(BadInput, "file_unreadable", says="gone.tsv"):
        read_text_rows(tmp_path / "gone.tsv")


QUERIES, PASSAGES = ("q1", "q2"), ("d1", "d2", "d3")


def lookup(known: Sequence[str]) -> Lookup:
    def numbers(ids: Sequence[str]) -> NDArray[np.int64]:
        return np.array([known.index(one) if one in known else -1 for one in ids])

    return numbers


def read(path: Path, *, is_scored: bool = False) -> IdTriples:
    return read_id_triples(
        path,
        lookup(QUERIES),
        lookup(PASSAGES),
        queries=lambda numbers: [f"text of {QUERIES[one]}" for one in numbers],
        passages=lambda numbers: [f"text of {PASSAGES[one]}" for one in numbers],
        is_scored=is_scored,
    )


def test_ids_are_looked_up_and_all_that_is_relevant_to_a_query_is_known(tmp_path: Path) -> None:
    rows = read(written(tmp_path, "q1\td1\td3\nq2\td2\td3\nq1 d2 d3\n"))
    assert len(rows) == 3
    keys = rows.keys(0, 0)
    assert (keys.query, [*keys.passages], keys.relevant) == (0, [0, 2], {0, 1})
    [example] = rows.examples([1], 0)
    assert (example.query, [*example.passages]) == ("text of q2", ["text of d2", "text of d3"])


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("q1 d1\n", "bad_example", 1),
        ("q1 d1 d2\nq9 d1 d2\n", "unknown_query", 2),
        ("q1 d1 d2\nq1 d1 d9\n", "unknown_passage", 2),
    ],
)
def test_bad_ids_name_their_line(tmp_path: Path, text: str, code: str, line: int) -> None:
    with refused(BadInput, code, line=line):
        read(written(tmp_path, text))
