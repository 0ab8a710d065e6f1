from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.qrels import QrelsLine, read_qrels


def written(folder: Path, text: str) -> Path:
    path = folder / "labels.txt"
    path.write_bytes(text.encode())
    return path


def test_read_qrels_of_trec(tmp_path: Path) -> None:
    path = written(tmp_path, "q1 0 d1 2\nq1\tQ0\td2\t-1\n\n  q2  0 d1   0  \n")
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


def test_read_qrels_with_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeffq1 0 d1 1\r\nq2 0 d1 0\r\n")
    assert list(read_qrels(path)) == [QrelsLine("q1", "d1", 1, 1), QrelsLine("q2", "d1", 0, 2)]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("q1 0 d1 1\nq1 0 d2 0.5\n", 2, "relevance '0.5' is not a whole number"),
        ("q1 0 d1 1.0\n", 1, "relevance '1.0' is not a whole number"),
        ("q1 d1 0.5\n", 1, "relevance '0.5' is not a whole number"),
        ("q1 d1 one\nq1 d2 1\n", 1, "relevance 'one' is not a whole number"),
        ("q1 d1 1\nquery-id corpus-id score\n", 2, "relevance 'score' is not a whole number"),
        ("corpus-id query-id score\n", 1, "relevance 'score' is not a whole number"),
        ("q1 0 d1 32768\n", 1, "relevance 32768 is outside -32768 to 32767"),
        ("q1 0 d1 1\nq1 d2 1\n", 2, "3 columns where the lines before have 4"),
        ("q1 0 d1 1\nq1 0 d2 1 x\n", 2, "5 columns where the lines before have 4"),
        ("q1 Q0 d1 1 9.5 tag\n", 1, "6 columns; qrels have 4 (TREC) or 3; with 6 it is a run"),
        ("q1 d1\n", 1, "2 columns; qrels have 4 (TREC) or 3"),
        (
            "q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 1\n",
            3,
            "passage d1 of topic q1 appears twice, first on line 1",
        ),
        ("", None, "the file is empty"),
        ("# nothing\n", None, "the file holds no labels"),
        ("query-id\tcorpus-id\tscore\n", None, "the file holds no labels"),
        (f"q1 0 {'d' * 513} 1\n", 1, "the doc_id is longer than 512 bytes"),
    ],
)
def test_read_qrels_names_line_and_reason(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        list(read_qrels(written(tmp_path, text)))
    assert (caught.value.line, caught.value.reason) == (line, reason)


@pytest.mark.parametrize(
    ("text", "line", "seen"),
    [
        ("q1 0 1\nq2 0 2\n", None, "0"),
        ("q1 Q0 1\nq2 0 0\n", None, "0 or Q0"),
        ("q1 0 d1\nq1 0 d2\n", 1, "0"),
        ("1 0 7067032\n", 1, "0"),
        ("q1 0 1\nq1 0 2\n", 2, "0"),
    ],
)
def test_read_qrels_of_four_columns_without_the_last_is_refused(
    tmp_path: Path, text: str, line: int | None, seen: str
) -> None:
    with pytest.raises(BadInput) as caught:
        list(read_qrels(written(tmp_path, text)))
    assert caught.value.line == line
    assert caught.value.reason == (
        f"of three columns the second is always {seen}, as in TREC's four (query_id 0 doc_id "
        f"relevance): the relevance is missing; if {seen} is a passage, put a header line "
        "query_id doc_id relevance first"
    )


@pytest.mark.parametrize("text", ["q1 0 1\nq1 1 1\n", "query_id doc_id relevance\nq1 0 1\n"])
def test_read_qrels_takes_a_passage_named_0_where_that_is_sure(tmp_path: Path, text: str) -> None:
    assert ("q1", "0", 1) in [label[:3] for label in read_qrels(written(tmp_path, text))]


def test_read_qrels_calls_the_relevance_what_the_header_does(tmp_path: Path) -> None:
    path = written(tmp_path, "query-id\tcorpus-id\tscore\nq1\td1\thigh\n")
    with pytest.raises(BadInput, match=r"line 2: score 'high' is not a whole number"):
        list(read_qrels(path))


def test_read_qrels_of_truncated_gzip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels.gz"
    path.write_bytes(gzip.compress(b"q1 0 d1 1\nq1 0 d2 1\n")[:-8])
    with pytest.raises(BadInput, match="truncated"):
        list(read_qrels(path))


def test_read_qrels_reports_its_progress(tmp_path: Path) -> None:
    path, steps = written(tmp_path, "q1 0 d1 1\n"), list[int]()
    list(read_qrels(path, steps.append))
    assert sum(steps) == path.stat().st_size
