from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regrade.files.judging.qrels import read_qrels
from regrade.files.judging.qrels_writer import QrelsForm, write_qrels, write_sample
from tests.oracles import pytrec_eval

ROWS = [("q2", "d#1", 3), ("q1", "d1", 0), ("q1", "D9_0", -1)]


def test_write_qrels_writes_trec_columns() -> None:
    stream = StringIO()
    assert write_qrels(stream, ROWS) == 3
    assert stream.getvalue() == "q2 0 d#1 3\nq1 0 d1 0\nq1 0 D9_0 -1\n"


def test_write_qrels_can_be_read_by_us_and_by_trec_eval(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    with path.open("w") as stream:
        write_qrels(stream, ROWS)
    assert [label[:3] for label in read_qrels(path)] == ROWS
    with path.open() as stream:
        assert pytrec_eval.parse_qrel(stream) == {
            "q2": {"d#1": 3},
            "q1": {"d1": 0, "D9_0": -1},
        }


def test_write_qrels_with_a_no_break_space_in_an_id_can_be_read_by_us(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    with path.open("w") as stream:
        write_qrels(stream, [("q1", "d\u00a01", 2)])
    assert [label[:3] for label in read_qrels(path)] == [("q1", "d\u00a01", 2)]


@pytest.mark.parametrize("ids", [("q 1", "d1"), ("q1", "d1\n"), ("", "d1"), ("q1", "d\v1")])
def test_write_qrels_with_an_id_that_nobody_can_read_back_is_refused(ids: tuple[str, str]) -> None:
    stream = StringIO()
    with pytest.raises(ValueError, match="no qrels line"):
        write_qrels(stream, [(*ids, 1)])
    assert stream.getvalue() == ""


def test_write_qrels_with_lines_that_would_be_comments_is_refused() -> None:
    stream = StringIO()
    with pytest.raises(ValueError, match="'#2'"):
        write_qrels(stream, [("#2", "d1", 1)])
    assert stream.getvalue() == ""


def test_write_qrels_for_ms_marco_puts_tabs_between_and_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "qrels.tsv"
    with path.open("w") as stream:
        write_qrels(stream, ROWS, QrelsForm.MSMARCO)
    assert path.read_text().splitlines()[0] == "q2\t0\td#1\t3"
    assert [label[:3] for label in read_qrels(path)] == ROWS


@pytest.mark.parametrize(
    ("name", "form"),
    [("dev.tsv", "msmarco"), ("dev.TSV.gz", "msmarco"), ("dev.qrels", "trec"), ("-", "trec")],
)
def test_the_form_is_that_of_the_name(name: str, form: str) -> None:
    assert QrelsForm.by_name(Path(name)) == form


@settings(max_examples=20)
@given(
    form=st.sampled_from([QrelsForm.PRELS, QrelsForm.TABLE]),
    drawn=st.lists(
        st.tuples(st.integers(-2, 5), st.floats(0, 1, exclude_min=True, allow_subnormal=False)),
        min_size=1,
        max_size=9,
    ),
)
def test_a_sample_is_read_back_with_every_digit_of_its_probabilities(
    tmp_path_factory: pytest.TempPathFactory, form: QrelsForm, drawn: list[tuple[int, float]]
) -> None:
    rows = [(f"q{i % 2}", f"d{i}", n, p) for i, (n, p) in enumerate(drawn)]
    path = tmp_path_factory.mktemp("sample") / "labels.txt"
    with path.open("w") as stream:
        assert write_sample(stream, rows, form) == len(rows)
    found = read_qrels(path, takes_samples=True)
    assert [(*label[:3], label.probability) for label in found] == rows


def test_write_sample_writes_the_columns_of_trec_and_of_a_table() -> None:
    prels, table, row = StringIO(), StringIO(), ("q1", "d1", 2, 0.25)
    write_sample(prels, [row])
    write_sample(table, [row], QrelsForm.TABLE)
    assert prels.getvalue() == "q1 d1 2 1 0.25\n"
    header = "query_id\tpassage_id\trelevance\tprobability\n"
    assert table.getvalue() == f"{header}q1\td1\t2\t0.25\n"


def test_write_sample_in_a_form_without_probabilities_is_refused() -> None:
    with pytest.raises(ValueError, match="trec"):
        write_sample(StringIO(), [("q1", "d1", 2, 0.25)], QrelsForm.TREC)
