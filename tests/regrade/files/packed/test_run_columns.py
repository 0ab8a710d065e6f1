from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.files.errors import BadInput
from regrade.files.lines import Line
from regrade.files.packed import run_columns
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns
from regrade.files.packed.plain_blocks import NotPlain
from regrade.files.packed.plain_runs import read_plain_run
from regrade.files.packed.run_columns import _read_by_line, read_run_columns
from regrade.files.runs import STRICT, Leniency
from tests.refusals import refused
from tests.regrade.files.writing import write
from tests.tiers import examples

TWO_TOPICS = "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 -1e-3 tag\nq2 Q0 d1 1 7 tag\n"
BLANKS = ["\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u3000"]
GOOD_IDS = ["q1", "7", "007", "d-1", "é", "漢字", 'a"b', '"a"', '"', "\\n", "a,b", "x#1", "x\ufeff"]
LIKE_NULLS = ["NA", "null", "nan", "None", "N/A", "-", "x" * 512, "é" * 256, "\x7f"]
ODD_IDS = ["", "#", "#7", "x" * 513, "é" * 257, "\ufeff", "a b", "\0", *BLANKS]
GOOD_SCORES = ["1", "1.", ".5", "-.5e1", "-0.0", "5e-324", "1E5", "00012", "9007199254740993"]
LONG_SCORES = ["0.1000000000000000055511151231257827", "2.2250738585072011e-308", "0." + "1" * 400]
ODD_SCORES = ["+1.5", "1e999", "-1e999", "1e-999", "1_0", "0x1", "1e", "-", ".", "inf", "Infinity"]
NO_SCORES = ["nan", "NaN", "NA", "", "1,5", "1d5", "1e5.0", "٣", "1f", "9" * 400, "--1", "1 2"]
GOOD_RANKS = ["1", "2", "10", "01", "9" * 15]
ODD_RANKS = ["0", "-1", "1.0", "1.5", ".0", "0x1", "+1", "", "first", "²", "9" * 16]
ENDS = ["\r\n", "\r", "\r\r\n", "\n\r", "\n\n", " \n", "\n ", "\n#c\n", "\n#a b c d e f\n", "\0\n"]

ids = st.sampled_from(GOOD_IDS + LIKE_NULLS)
scores = st.sampled_from(GOOD_SCORES + LONG_SCORES) | st.floats(
    allow_nan=False, allow_infinity=False
).map(repr)
ranks = st.sampled_from(GOOD_RANKS)
trec_lines = st.tuples(ids, ids, ids, ranks, scores, ids).map(list)
msmarco_lines = st.tuples(ids, ids, ranks).map(list)
leniencies = st.builds(Leniency, *[st.booleans()] * len(Leniency._fields))
odd_fields = st.sampled_from(ODD_IDS + ODD_SCORES + NO_SCORES + ODD_RANKS + ["a\tb", "\t"])


@st.composite
def run_files(draw: st.DrawFn) -> str:
    """Run files as programs write them; half of them hold one thing that is odd."""
    n_columns = draw(st.sampled_from([6, 6, 3]))
    comments = draw(st.sampled_from(["", "", "#\n# é: 1\r\n", "\ufeff# a\n", "#\rb\n", "# \0\n"]))
    lines = draw(st.lists(trec_lines if n_columns == 6 else msmarco_lines, max_size=6))
    separator = draw(st.sampled_from([" ", "\t"]))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    texts = [separator.join(fields) + end for fields in lines]
    is_odd: bool = draw(st.booleans())
    if lines and is_odd:
        number, column = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, n_columns - 1))
        fields = [*lines[number]]
        match draw(st.sampled_from(["field", "separator", "end", "columns", "mark"])):
            case "field":
                fields[column] = draw(odd_fields)
            case "separator":
                separator = draw(st.sampled_from(["  ", " \t", "\t", " ", *BLANKS]))
            case "end":
                end = draw(st.sampled_from(ENDS))
            case "columns":
                del fields[column]
            case "mark":
                fields[0] = "\ufeff" + fields[0]
        texts[number] = separator.join(fields) + end
    text = comments + "".join(texts)
    return text.removesuffix("\n") if draw(st.booleans()) else text


Outcome = tuple[list[Line], str, list[str], list[int], list[str], bytes] | str


def outcome(read: Callable[[], RunColumns]) -> Outcome:
    """What was read, to the last bit of its scores, or why it was refused."""
    try:
        columns = read()
    except BadInput as error:
        return str(error)
    topics, doc_ids = columns.topics.tolist(), list(columns.doc_ids)
    comments, scores = list(columns.comments), columns.scores.tobytes()
    return comments, columns.tag, columns.query_ids, topics, doc_ids, scores


@examples(400)
@given(run_files(), leniencies, st.sampled_from([1 << 20, 7]))
def test_read_run_columns_gives_and_refuses_what_read_run_does(
    text: str, leniency: Leniency, block_bytes: int
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("regrade.files.lines.BLOCK_BYTES", block_bytes)
        path = write(Path(folder), text)
        found = outcome(lambda: read_run_columns(path, leniency=leniency))
        assert found == outcome(lambda: _read_by_line(path, None, leniency))


@pytest.mark.parametrize(
    "text",
    [
        TWO_TOPICS,
        TWO_TOPICS.replace(" ", "\t"),
        TWO_TOPICS.replace("\n", "\r\n"),
        TWO_TOPICS.replace("\n", "\r"),
        TWO_TOPICS.removesuffix("\n"),
        "\ufeff" + TWO_TOPICS,
        "# ir_metadata.start\r\n#  é: 1\n#\n" + TWO_TOPICS,
        "#" * 100_000 + "\n# cut\n" + TWO_TOPICS,
        TWO_TOPICS.replace("d1", "null").replace("q1", "é"),
        TWO_TOPICS.replace("d1", "d\xa01").replace("q1", "q\u30001"),
        TWO_TOPICS.replace("d1", '"d1"').replace("tag", '"'),
        "q1\td1\t1\nq1\td2\t12\n",
        "q2 d1 1\nq1 d1 1\nq2 d2 2\n",
    ],
)
def test_read_plain_run_takes_what_programs_write(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    assert outcome(lambda: read_plain_run(path)) == outcome(
        lambda: _read_by_line(path, None, STRICT)
    )


@pytest.mark.parametrize(
    "text",
    [
        "q1 Q0 d1 1 2 t\n" * 2,
        TWO_TOPICS + "# the end\n",
        TWO_TOPICS.replace("q2", "#2"),
        TWO_TOPICS.replace("2.5", "nan"),
        TWO_TOPICS.replace("Q0 ", " "),
        TWO_TOPICS + "q3 Q0 d1 1 2 t\rq3 Q0 d2 2 1 t\n",
        " q1 Q0 d1 1 2.5\n",
        TWO_TOPICS + "\n",
        TWO_TOPICS.replace("d2", "d" * 513),
        TWO_TOPICS.replace("q2", "é" * 257),
        "q1 d1 0\n",
        "q1 d1 1\nq2 d1 1\nq1 d2 1\n",
        f"q1 d1 {'1' * 16}\n",
    ],
)
def test_read_plain_run_leaves_alone_what_is_not_plain(tmp_path: Path, text: str) -> None:
    with pytest.raises(NotPlain):
        read_plain_run(write(tmp_path, text))


def test_read_run_columns_reads_gzip(tmp_path: Path) -> None:
    columns = read_run_columns(write(tmp_path, TWO_TOPICS, "run.gz"))
    assert list(columns.doc_ids) == ["d1", "d2", "d1"]
    assert (columns.query_ids, columns.topics.tolist(), columns.tag) == (
        ["q1", "q2"],
        [0, 0, 1],
        "tag",
    )


def test_read_run_columns_longer_than_the_first_block_makes_expect_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regrade.files.lines.BLOCK_BYTES", 1 << 10)
    lines = [f"query{n:0100} Q0 d{n} 1 1 t\n" for n in range(10)]
    lines += [f"q Q0 {n} 1 1 t\n" for n in range(5_000)]
    columns = read_run_columns(write(tmp_path, "".join(lines)))
    assert list(columns.doc_ids)[-5_000:] == [str(n) for n in range(5_000)]


@pytest.mark.parametrize("size", [2, 5, 1_000])
@pytest.mark.parametrize("again", ["q1 Q0 d3", "q2 Q0 d0", "q3 Q0 d7"])
def test_read_run_columns_finds_a_repeated_passage_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, again: str
) -> None:
    monkeypatch.setattr("regrade.files.packed.plain_runs.CHUNK", size)
    lines = [f"q{topic} Q0 d{n} 1 1 t\n" for topic in (1, 2, 3) for n in range(8)]
    at = max(n for n, line in enumerate(lines) if line.startswith(again[:2]))
    assert len(read_run_columns(write(tmp_path, "".join(lines))).scores) == 24
    lines.insert(at + 1, f"{again} 1 1 t\n")
    path = write(tmp_path, "".join(lines))
    said = f"passage {again[6:]} of topic {again[:2]}"
    with refused(BadInput, "passage_twice", line=at + 2, says=said):
        read_run_columns(path)


@pytest.mark.parametrize("size", [2, 1_000])
@pytest.mark.parametrize("template", ["{} {} {}\n", "{} Q0 {} {} 7.5 t\n"], ids=["three", "six"])
def test_read_run_columns_by_rank_finds_a_repeated_rank_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, template: str
) -> None:
    monkeypatch.setattr("regrade.files.packed.plain_runs.CHUNK", size)
    lines = [template.format(f"q{topic}", f"d{n}", n) for topic in (1, 2) for n in range(1, 6)]
    assert (
        len(
            read_run_columns(
                write(tmp_path, "".join(lines)), leniency=Leniency(by_rank=True)
            ).scores
        )
        == 10
    )
    path = write(tmp_path, "".join([*lines, template.format("q1", "d9", 4)]))
    said = "rank 4 of topic q1 appears twice, first on line 4;"
    with refused(BadInput, "rank_twice", line=11, says=said):
        read_run_columns(path, leniency=Leniency(by_rank=True))


def test_read_run_columns_by_rank_takes_ranks_for_scores(tmp_path: Path) -> None:
    columns = read_run_columns(
        write(tmp_path, "q1 Q0 d1 2 9.5 t\nq1 Q0 d2 1 x t\n"), leniency=Leniency(by_rank=True)
    )
    assert columns.scores.tolist() == [-2.0, -1.0]


def test_read_run_columns_does_not_take_equal_hashes_for_equal_passages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PackedIds, "hashes", lambda ids: np.zeros(len(ids), np.uint64))
    assert list(read_run_columns(write(tmp_path, TWO_TOPICS)).doc_ids) == ["d1", "d2", "d1"]


def test_read_run_columns_counts_the_lines_that_keeping_the_first_leaves_out(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, TWO_TOPICS + "q1 Q0 d1 3 -2 tag\n")
    columns = read_run_columns(path, leniency=Leniency(keep_first=True))
    assert (columns.scores.tolist(), columns.n_repeated) == ([2.5, -0.001, 7.0], 1)


def test_read_run_columns_reads_a_pipe_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_text, TWO_TOPICS + "# the end\n")
        assert list(read_run_columns(pipe).doc_ids) == ["d1", "d2", "d1"]


def test_read_run_columns_of_an_absent_file_says_so(tmp_path: Path) -> None:
    with refused(BadInput, "no_such_file", says="absent: "):
        read_run_columns(tmp_path / "absent")


@pytest.mark.parametrize("text", [TWO_TOPICS, TWO_TOPICS + "\n"], ids=["plain", "read twice"])
def test_read_run_columns_reports_each_byte_once(tmp_path: Path, text: str) -> None:
    shown: list[int] = []
    read_run_columns(write(tmp_path, text), shown.append)
    assert sum(shown) == len(text)


def test_read_run_columns_of_a_plain_file_needs_no_second_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(run_columns, "read_run")
    assert read_run_columns(write(tmp_path, TWO_TOPICS)).scores.tolist() == [2.5, -0.001, 7.0]
