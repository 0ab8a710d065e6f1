from __future__ import annotations

import os
from pathlib import Path

import pytest

from regrade.files import runs
from regrade.files.bad_lines import BadLines
from regrade.files.errors import BadInput
from regrade.files.packed.run_columns import read_run_columns
from regrade.files.runs import Leniency, PassedOver, RunLine, find_bad_lines, read_run
from tests.refusals import refused
from tests.regrade.files.writing import write

TWO_TOPICS = "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 -1e-3 tag\nq2 Q0 d1 1 7 tag\n"


def test_read_run_reads_six_columns(tmp_path: Path) -> None:
    assert list(read_run(write(tmp_path, TWO_TOPICS))) == [
        RunLine("q1", "d1", 2.5, 1, "tag"),
        RunLine("q1", "d2", -0.001, 2, "tag"),
        RunLine("q2", "d1", 7.0, 3, "tag"),
    ]


def test_read_run_takes_tabs_and_runs_of_blanks(tmp_path: Path) -> None:
    path = write(tmp_path, "q1\tQ0\td1\t1\t  2.5\ttag\n q1 Q0  d2 2 1.5 tag \n")
    assert [record.doc_id for record in read_run(path)] == ["d1", "d2"]


def test_read_run_turns_the_rank_of_three_columns_into_a_score(tmp_path: Path) -> None:
    assert list(read_run(write(tmp_path, "q1\td1\t1\nq1\td2\t12.0\n"))) == [
        RunLine("q1", "d1", -1.0, 1, ""),
        RunLine("q1", "d2", -12.0, 2, ""),
    ]


def test_read_run_ignores_the_rank_of_six_columns(tmp_path: Path) -> None:
    [record] = read_run(write(tmp_path, "q1 Q0 d1 none 2.5 tag\n"))
    assert record.score == 2.5


def test_read_run_keeps_the_score_to_its_last_bit(tmp_path: Path) -> None:
    [record] = read_run(write(tmp_path, "q1 Q0 d1 1 0.1000000000000000055511151231257827 tag\n"))
    assert record.score == 0.1


def test_read_run_passes_over_comments_and_blank_lines(tmp_path: Path) -> None:
    records = list(read_run(write(tmp_path, "# made by hand\n\nq1 Q0 d1 1 2.5 tag\n")))
    assert [record.line for record in records] == [3]


def test_read_run_takes_a_topic_whose_lines_are_apart(tmp_path: Path) -> None:
    path = write(tmp_path, "q1 Q0 d1 1 3 t\nq2 Q0 d1 1 3 t\nq1 Q0 d2 2 2 t\n")
    assert [record.query_id for record in read_run(path)] == ["q1", "q2", "q1"]


def test_read_run_refuses_a_duplicate_passage_naming_both_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "# c\nq1 Q0 d1 1 3 t\nq2 Q0 d1 1 3 t\n\nq1 Q0 d1 2 2 t\n")
    said = "input, line 5: passage d1 of topic q1 appears twice, first on line 2; keep one"
    with refused(BadInput, "passage_twice", line=5, says=said):
        list(read_run(path))


def test_read_run_does_not_take_equal_hashes_for_equal_passages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "hash", lambda pair: 0, raising=False)
    assert len(list(read_run(write(tmp_path, TWO_TOPICS)))) == 3


@pytest.mark.parametrize("score", ["high", "nan", "NaN", "inf", "-inf", "1e999", "1_0", "٣", "0x1"])
def test_read_run_refuses_a_score_that_is_no_finite_number(tmp_path: Path, score: str) -> None:
    path = write(tmp_path, f"q1 Q0 d1 1 2 t\nq1 Q0 d2 1 {score} t\n")
    with refused(BadInput, "score_not_a_number", line=2, says=f"'{score}'"):
        list(read_run(path))


@pytest.mark.parametrize(
    ("code", "rank"),
    [
        *(("out_of_range", rank) for rank in ("0", "-1", "9" * 5000)),
        *(("rank_not_a_number", rank) for rank in ("1.5", ".0", "first", "²", "--1", "-")),
    ],
)
def test_read_run_refuses_a_rank_that_is_no_whole_number_from_one(
    tmp_path: Path, code: str, rank: str
) -> None:
    path = write(tmp_path, f"q1\td1\t{rank}\n")
    with refused(BadInput, code, line=1, says=f"'{rank[:60]}"):
        list(read_run(path))


@pytest.mark.parametrize(
    ("content", "code", "line", "says"),
    [
        ("q1 d1", "column_count", 1, "2 columns"),
        ("q1 Q0 d1 1", "column_count", 1, "with 4 it is a label file"),
        ("q1 Q0 d1 1 2.5 my tag", "column_count", 1, "7 columns"),
        (
            "q1 Q0 d1 1 2 t\nq1 d2 2\n",
            "mixed_columns",
            2,
            "3 columns where the lines before have 6",
        ),
        (f"q1 Q0 {'é' * 257} 1 2 t\n", "id_too_long", 1, "doc_id"),
        ("# nothing here\n", "no_records", None, "lines of a run"),
    ],
)
def test_read_run_refuses_what_is_no_run(
    tmp_path: Path, content: str, code: str, line: int | None, says: str
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, code, line=line, says=says):
        list(read_run(path))


def codes(bad: BadLines) -> tuple[int, list[tuple[int | None, str]]]:
    return bad.n, [(one.line, one.code) for one in bad.first]


def test_find_bad_lines_lists_what_is_wrong_with_each_line(tmp_path: Path) -> None:
    lines = ["q1 Q0 d1 1", "q1 Q0 d1 1 2 t", "q1 Q0 d2 2 high t", "q1 Q0 d1 3 1 t", "q1 d3 2"]
    bad = find_bad_lines(write(tmp_path, "\n".join(lines) + "\n"))
    assert codes(bad) == (
        4,
        [
            (1, "column_count"),
            (3, "score_not_a_number"),
            (4, "passage_twice"),
            (5, "mixed_columns"),
        ],
    )
    said = "passage d1 of topic q1 appears twice, first on line 2; keep one of the two, or"
    assert bad.first[2].reason == f"{said} keep the first (--keep-first; on the page, a tick)"


def test_find_bad_lines_lists_what_is_repeated_in_a_run_of_ranks(tmp_path: Path) -> None:
    lines = ["q1 d1 1", "q1 d2 first", "q1 d3 1", "q1 d1 2"]
    bad = find_bad_lines(write(tmp_path, "\n".join(lines) + "\n"))
    assert codes(bad) == (3, [(2, "rank_not_a_number"), (3, "rank_twice"), (4, "passage_twice")])


def test_find_bad_lines_counts_a_line_that_repeats_another_once(tmp_path: Path) -> None:
    lines = [f"q{n} d{n} {rank}" for n in range(30) for rank in (1, 1)]
    others = [f"q{n} e{n}{rank} {rank}" for n in range(30) for rank in (2, 3, 3)]
    bad = find_bad_lines(write(tmp_path, "\n".join([*lines, *others]) + "\n"))
    assert codes(bad) == (60, [(line, "passage_twice") for line in range(2, 42, 2)])
    bad = find_bad_lines(write(tmp_path, "q1 d1 1\nq1 d1 1\nq1 d2 1\n"))
    assert codes(bad) == (2, [(2, "passage_twice"), (3, "rank_twice")])


def test_find_bad_lines_lists_the_first_and_counts_all(tmp_path: Path) -> None:
    text = "".join(f"q1 Q0 d{i} 1 none t\n" for i in range(50)) + "q1 Q0 d1 1 2 t\n" * 31
    n, first = find_bad_lines(write(tmp_path, text), most=3)
    assert (n, [bad.line for bad in first]) == (80, [1, 2, 3])


def test_find_bad_lines_finds_nothing_in_a_good_file(tmp_path: Path) -> None:
    assert find_bad_lines(write(tmp_path, TWO_TOPICS)) == BadLines(0, [])


def test_find_bad_lines_ends_where_a_file_cannot_be_read_on(tmp_path: Path) -> None:
    path = write(tmp_path, "q1 Q0 d1 1 high t\nq1 Q0 d2 1 ? t\n")
    path.write_bytes(path.read_bytes().replace(b"?", b"\xff"))
    assert codes(find_bad_lines(path)) == (1, [(2, "not_utf8")])


def test_find_bad_lines_does_not_take_equal_hashes_for_equal_passages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "hash", lambda pair: 0, raising=False)
    assert find_bad_lines(write(tmp_path, TWO_TOPICS)) == BadLines(0, [])


def test_find_bad_lines_does_not_show_endless_fields(tmp_path: Path) -> None:
    [bad] = find_bad_lines(write(tmp_path, f"q1 Q0 d1 1 {'9' * 5000} t\n")).first
    assert len(bad.reason) < 200


def test_read_run_that_ignores_the_rest_takes_lines_of_more_columns(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q1 Q0 d1 1 2.5 my run \nq1 Q0 d2 2 1.5 my\n")
    passed_over = PassedOver()
    lines = read_run(path, None, Leniency(ignores_rest=True), passed_over)
    assert [line.tag for line in lines] == ["my", "my"]
    assert passed_over == PassedOver(n_longer=1, first_longer=1)


TWICE = "q1 Q0 d1 1 3 t\nq1 Q0 d2 2 2.5 t\nq2 Q0 d1 1 3 t\nq1 Q0 d1 3 9 t\nq1 Q0 d1 4 1 t\n"
KEEP_FIRST = Leniency(keep_first=True)
BLANKS = Leniency(blanks_in_ids=True)


def test_read_run_that_keeps_the_first_leaves_out_later_lines_of_a_passage(tmp_path: Path) -> None:
    passed_over = PassedOver()
    lines = list(read_run(write(tmp_path, TWICE), None, KEEP_FIRST, passed_over))
    assert [line.line for line in lines] == [1, 2, 3]
    assert passed_over == PassedOver(n_repeated=2)


def test_read_run_that_keeps_the_first_does_not_take_equal_hashes_for_equal_passages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "hash", lambda pair: 0, raising=False)
    assert len(list(read_run(write(tmp_path, TWICE), leniency=KEEP_FIRST))) == 3


def test_read_run_that_keeps_the_first_refuses_a_rank_of_two_passages(tmp_path: Path) -> None:
    path = write(tmp_path, "q1 d1 1\nq1 d1 1\nq1 d2 3\nq1 d1 3\nq1 d3 3\n")
    with refused(BadInput, "rank_twice", line=5, says="first on line 3"):
        list(read_run(path, leniency=KEEP_FIRST))
    assert codes(find_bad_lines(path, leniency=KEEP_FIRST)) == (1, [(5, "rank_twice")])


def test_read_run_with_blanks_in_ids_parts_columns_at_tabs_alone(tmp_path: Path) -> None:
    lines = "the rise\tQ0\td 1 \t1\t2.5\tmy run\nthe rise\tQ0\td 2\t2\t1\tmy run\n"
    path = write(tmp_path, lines)
    found = [(one.query_id, one.doc_id, one.tag) for one in read_run(path, leniency=BLANKS)]
    assert found == [("the rise", "d 1", "my run"), ("the rise", "d 2", "my run")]
    with refused(BadInput, "column_count", line=1, says="9 columns"):
        list(read_run(path))


@pytest.mark.parametrize("text", ["q1 Q0 d1 1 2.5 t\n", "q1\tQ0\t \t1\t2.5\tt\n", "q1\t \t1\n"])
def test_read_run_with_blanks_in_ids_refuses_what_tabs_do_not_part(
    tmp_path: Path, text: str
) -> None:
    with refused(BadInput, "column_count", line=1):
        read_run_columns(write(tmp_path, text), leniency=BLANKS)


def test_keeping_the_first_of_a_pipe_is_refused_at_once() -> None:
    reading, writing = os.pipe()
    try:
        with refused(BadInput, "pipe_read_twice"):
            list(read_run(Path(f"/dev/fd/{reading}"), leniency=Leniency(keep_first=True)))
    finally:
        os.close(reading)
        os.close(writing)
