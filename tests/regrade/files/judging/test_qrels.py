from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.qrels import QrelsLine, read_qrels
from tests.refusals import refused


def written(folder: Path, text: str) -> Path:
    path = folder / "labels.txt"
    path.write_bytes(text.encode())
    return path


def test_read_qrels_of_trec(tmp_path: Path) -> None:
    path = written(tmp_path, "q1 0 d1 2.0\nq1\tQ0\td2\t-1\n\n  q2  0 d1   0  \n")
    assert list(read_qrels(path)) == [
        QrelsLine("q1", "d1", 2, 1),
        QrelsLine("q1", "d2", -1, 2),
        QrelsLine("q2", "d1", 0, 4),
    ]


@pytest.mark.parametrize("header", ["", "query-id\tcorpus-id\tscore\n", "QID\tdocid\tlabel\n"])
def test_read_qrels_of_three_columns(tmp_path: Path, header: str) -> None:
    path = written(tmp_path, header + "q1\td1\t2\nq2\td1\t0\n")
    labels = [label[:3] for label in read_qrels(path)]
    assert labels == [("q1", "d1", 2), ("q2", "d1", 0)]


def test_read_qrels_passes_over_comments(tmp_path: Path) -> None:
    path = written(tmp_path, "# made by hand\nq1 0 d#1 1\n#q1 0 d2 1\nq2 0 d1 1\n")
    assert [label.doc_id for label in read_qrels(path)] == ["d#1", "d1"]


@pytest.mark.parametrize(
    ("text", "code", "line", "says"),
    [
        ("q1 0 d1 1\nq1 0 d2 0.5\n", "not_a_whole_number", 2, "relevance '0.5'"),
        ("q1 d1 0.5\n", "not_a_whole_number", 1, "relevance '0.5'"),
        ("q1 d1 one\nq1 d2 1\n", "not_a_whole_number", 1, ""),
        ("q1 d1 1\nquery-id corpus-id score\n", "not_a_whole_number", 2, "'score'"),
        ("corpus-id query-id score\n", "not_a_whole_number", 1, ""),
        ("query-id\tcorpus-id\tscore\nq1\td1\thigh\n", "not_a_whole_number", 2, "score 'high'"),
        ("q1 0 d1 32768\n", "out_of_range", 1, "relevance 32768"),
        ("q1 0 d1 1\nq1 d2 1\n", "mixed_columns", 2, "3 columns where the lines before have 4"),
        ("q1 0 d1 1\nq1 0 d2 1 x\n", "mixed_columns", 2, ""),
        ("q1 Q0 d1 1 9.5 tag\n", "column_count", 1, "with 6 it is a run"),
        ("q1 d1\n", "column_count", 1, "2 columns"),
        ("q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 1\n", "passage_twice", 3, "d1 of topic q1"),
        ("q1 0 d1 1\nq1 0 d1 1\n", "passage_twice", 2, "first on line 1"),
        ("# nothing\n", "no_records", None, "labels"),
        ("query-id\tcorpus-id\tscore\n", "no_records", None, ""),
        (f"q1 0 {'d' * 513} 1\n", "id_too_long", 1, "doc_id"),
        ("q1 0 1\nq2 0 2\n", "relevance_missing", None, "always 0,"),
        ("q1 Q0 1\nq2 0 0\n", "relevance_missing", None, "always 0 or Q0,"),
        ("q1 0 d1\nq1 0 d2\n", "relevance_missing", 1, "a header line"),
        ("1 0 7067032\n", "relevance_missing", 1, ""),
        ("q1 0 1\nq1 0 2\n", "relevance_missing", 2, ""),
    ],
)
def test_read_qrels_refuses_what_is_no_label(
    tmp_path: Path, text: str, code: str, line: int | None, says: str
) -> None:
    path = written(tmp_path, text)
    with refused(BadInput, code, line=line, says=says):
        list(read_qrels(path))


@pytest.mark.parametrize("text", ["q1 0 1\nq1 1 1\n", "query_id doc_id relevance\nq1 0 1\n"])
def test_read_qrels_takes_a_passage_named_0_where_that_is_sure(tmp_path: Path, text: str) -> None:
    assert ("q1", "0", 1) in [label[:3] for label in read_qrels(written(tmp_path, text))]


def test_read_qrels_reports_its_progress(tmp_path: Path) -> None:
    path, steps = written(tmp_path, "q1 0 d1 1\n"), list[int]()
    list(read_qrels(path, steps.append))
    assert sum(steps) == path.stat().st_size


@pytest.mark.parametrize("content", ["my q\t0\td 1\t2\n", "query-id\tdoc-id\trel\nmy q\td 1 \t2\n"])
def test_read_qrels_with_blanks_in_ids_parts_columns_at_tabs_alone(
    tmp_path: Path, content: str
) -> None:
    path = written(tmp_path, content)
    [label] = read_qrels(path, blanks_in_ids=True)
    assert label[:3] == ("my q", "d 1", 2)


TABLE = "query_id\tdoc_id\trelevance\tprobability\n"


@pytest.mark.parametrize("text", ["q1 d1 2 1 .5\nq1 d2 0 2 1\n", TABLE + "q1 d1 2 .5\nq1 d2 0 1\n"])
def test_read_qrels_of_a_sample_where_samples_are_taken(tmp_path: Path, text: str) -> None:
    labels = list(read_qrels(written(tmp_path, text), takes_samples=True))
    assert [label.probability for label in labels] == [0.5, 1]
    assert [label[:3] for label in labels] == [("q1", "d1", 2), ("q1", "d2", 0)]


def test_read_qrels_of_prels_gives_what_was_chosen_the_probability_0(tmp_path: Path) -> None:
    path = written(tmp_path, "q1 d1 2 0 1.0\nq1 d2 0 2 .5\n")
    labels = read_qrels(path, takes_samples=True)
    assert [label.probability for label in labels] == [0, 0.5]


@pytest.mark.parametrize("text", ["q1 d1 2 1 .5\n", TABLE + "q1 d1 2 .5\n"])
def test_read_qrels_refuses_a_sample_where_plain_labels_are_read(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with refused(BadInput, "labels_are_sample", line=1, says="estimates"):
        list(read_qrels(path))


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("q1 d1 2 1 .5\nq1 d2 0 1 0\n", "out_of_range", 2),
        ("q1 d1 2 1 1.01\n", "out_of_range", 1),
        ("q1 d1 2 1 nan\n", "not_a_number", 1),
        (TABLE + "q1 d1 2 .5\nq1 d2 0 -\n", "not_a_number", 3),
        (TABLE + "q1 d1 2 .5\nq1 d2 0\n", "probability_missing", 3),
        ("q1 d1 2 1 .5\nq1 d2 0 1\n", "probability_missing", 2),
        ("q1 d1 2 1 .5\nq1 0 d2 0 1 1\n", "mixed_columns", 2),
        ("q1 0 d1 1 .5\n", "column_count", 1),
        ("q1 d1 2 1 .5\nq1 d2 0 3 .5\n", "unknown_method", 2),
    ],
)
def test_read_qrels_refuses_probabilities_that_are_none(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    with refused(BadInput, code, line=line):
        list(read_qrels(written(tmp_path, text), takes_samples=True))
