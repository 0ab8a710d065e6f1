from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from regrade.files.bad_lines import BadLine
from regrade.files.pair_scores import HEADER, PairLine, pair_lines, read_pair_lines
from tests.regrade.neural.pair_cases import drawn


@pytest.mark.parametrize("head", ["", f"{HEADER}\n", f"{HEADER}\r\n\n"])
def test_what_is_written_is_read_back_to_the_same_bits(tmp_path: Path, head: str) -> None:
    p, file = drawn(4), tmp_path / "pairs.tsv"
    p[0, 1], p[1, 0] = np.float32(1.6824e-06), 1.0
    file.write_text(head + pair_lines("q1", ["a", "b", "c", "d"], p))
    read = np.full((4, 4), np.nan, dtype=np.float32)
    for line in read_pair_lines(file):
        assert isinstance(line, PairLine)
        read["abcd".index(line.doc_id_i), "abcd".index(line.doc_id_j)] = line.probability
    np.testing.assert_array_equal(read, p)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("q1\td1\t0.5", "3 columns parted by tabs; give query_id, doc_id_i, doc_id_j, probability"),
        ("q1\td1\td2\t1.5", "the probability '1.5' is no number from 0 to 1"),
        ("q1\td1\td2\tnan", "the probability 'nan' is no number from 0 to 1"),
        ("q1\td1\td2\t0_1", "the probability '0_1' is no number from 0 to 1"),
        ("q1\td1\td1\t0.5", "passage d1 is paired with itself; take the line out"),
        ("q 1\td1\td2\t0.5", "the query id 'q 1' holds white space"),
    ],
)
def test_a_bad_line_is_told_and_the_next_is_read(tmp_path: Path, line: str, reason: str) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(f"{line}\nq1\td1\td2\t0.5\n")
    assert list(read_pair_lines(file)) == [
        BadLine(1, reason),
        PairLine(2, "q1", "d1", "d2", 0.5),
    ]
