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
    ("line", "code", "says"),
    [
        ("q1\td1\t0.5", "column_count", "query_id, doc_id_i, doc_id_j, probability"),
        ("q1\td1\td2\t1.5", "out_of_range", "'1.5'"),
        ("q1\td1\td2\tnan", "probability_not_a_number", "'nan'"),
        ("q1\td1\td2\t0_1", "probability_not_a_number", "'0_1'"),
        ("q1\td1\td1\t0.5", "paired_with_itself", "passage d1"),
        ("q 1\td1\td2\t0.5", "id_with_white_space", "'q 1'"),
    ],
)
def test_a_bad_line_is_listed_and_the_next_is_read(
    tmp_path: Path, line: str, code: str, says: str
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(f"{line}\nq1\td1\td2\t0.5\n")
    bad, good = read_pair_lines(file)
    assert good == PairLine(2, "q1", "d1", "d2", 0.5)
    assert isinstance(bad, BadLine)
    assert (bad.line, bad.code, says in bad.reason) == (1, code, True)
