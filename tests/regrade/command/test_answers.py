from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.command.program import main
from tests.real.real_data import SNIPPETS, needs_real_data
from tests.regrade.files.writing import write

Capture = pytest.CaptureFixture[str]
TEXTS = {"d1": "Spruces live long,\tlonger\nthan firs.", "d2": "Firs have cones.", "d3": "Cats."}
LIVE_LONG, LONG, LONG_TO_THAN = [8, 17], [13, 16], [13, 30]
# Grades 1-5, relevant from 3; three people, a simulated one and a model.
VOTES = [
    ("d1", "ada", "human", 4, [LIVE_LONG]),
    ("d1", "bob", "", 5, [LONG_TO_THAN]),
    ("d1", "eve", "human", 1, [[0, 36]]),  # not relevant: what it highlights counts nowhere
    ("d1", "sim", "simulated", 3, [LONG]),
    ("d1", "gpt", "model", 3, [[0, 7]]),
    ("d2", "ada", "human", 3, [[0, 4]]),
    ("d2", "bob", "human", 3, []),
    ("d3", "ada", "human", 1, []),
    ("d3", "bob", "human", None, []),
]
COLUMNS = ("query_id", "doc_id", "assessor", "assessor_kind", "grade", "spans")


@pytest.fixture
def asked(tmp_path: Path) -> list[str]:
    rows = [dict(zip(COLUMNS, ("q1", *vote), strict=True)) for vote in VOTES]
    rejected = {**rows[1], "assessor": "mal", "is_rejected": True}
    votes = write(tmp_path, "\n".join(map(json.dumps, [*rows, rejected])), "forest.jsonl")
    tasks = [
        {"query_id": "q1", "query": "how long do spruces live", "doc_id": doc_id, "text": text}
        for doc_id, text in TEXTS.items()
    ]
    texts = write(tmp_path, "\n".join(map(json.dumps, tasks)), "tasks.jsonl")
    return ["highlights", str(votes), "--passages", str(texts), "--min-grade", "3"]


def call(file: Path, asked: list[str], *options: str) -> None:
    assert main([*asked, "-o", str(file), *options]) == 0


def rows(file: Path, asked: list[str], *options: str) -> list[dict[str, Any]]:
    call(file, asked, *options)
    return [json.loads(line) for line in file.read_text().splitlines()]


def shown(found: list[dict[str, Any]]) -> list[tuple[str, str, int, int]]:
    names = ("doc_id", "text", "n_assessors", "n_relevant")
    return [tuple(row[name] for name in names) for row in found]


def test_words_are_counted_out_of_those_who_called_the_pair_relevant(
    asked: list[str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "words.tsv"
    call(file, asked, "--as", "words")
    assert capsys.readouterr().err == (
        "Written:\n"
        "  9  words\n"
        "  3  pairs that were graded\n"
        "  2  of them with a grade of 3 or above\n"
    )
    assert file.read_text() == (
        "query_id\tdoc_id\tstart\tend\tword\tn_assessors\tn_relevant\n"
        "q1\td1\t0\t7\tSpruces\t0\t2\n"
        "q1\td1\t8\t12\tlive\t1\t2\n"
        "q1\td1\t13\t18\tlong,\t2\t2\n"
        "q1\td1\t19\t25\tlonger\t1\t2\n"
        "q1\td1\t26\t30\tthan\t1\t2\n"
        "q1\td1\t31\t36\tfirs.\t0\t2\n"
        "q1\td2\t0\t4\tFirs\t1\t2\n"
        "q1\td2\t5\t9\thave\t0\t2\n"
        "q1\td2\t10\t16\tcones.\t0\t2\n"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), [("d1", "long,", 2, 2)]),
        (
            ("--min-assessors", "1"),
            [("d1", "live long,\tlonger\nthan", 1, 2), ("d2", "Firs", 1, 2)],
        ),
        (("--min-share", "0.51"), [("d1", "long,", 2, 2)]),
        (("--min-assessors", "1", "--min-grade", "5"), [("d1", "long,\tlonger\nthan", 1, 1)]),
        (("--kinds", "human", "simulated", "--min-assessors", "3"), [("d1", "long,", 3, 3)]),
    ],
)
def test_answers_are_the_words_that_enough_of_them_highlighted(
    asked: list[str],
    tmp_path: Path,
    options: tuple[str, ...],
    expected: list[tuple[str, str, int, int]],
) -> None:
    assert shown(rows(tmp_path / "a.jsonl", asked, "--as", "answers", *options)) == expected


def test_answers_in_a_table_are_json(asked: list[str], tmp_path: Path) -> None:
    call(tmp_path / "a.tsv", asked, "--as", "answers", "--min-assessors", "1")
    header, first, _ = (tmp_path / "a.tsv").read_text().splitlines()
    assert header.split("\t")[4] == "text_json"
    assert first.split("\t")[4] == r'"live long,\tlonger\nthan"'


def test_squad_leaves_out_pairs_that_are_neither_answered_nor_impossible(
    asked: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "squad.json"
    call(file, asked, "--as", "squad", "--topics", asked[3])
    [article] = json.loads(file.read_text())["data"]
    first, third = article["paragraphs"]
    assert (article["title"], first["context"]) == ("forest", TEXTS["d1"])
    assert first["qas"] == [
        {
            "id": "q1 d1",
            "question": "how long do spruces live",
            "answers": [{"text": "long,", "answer_start": 13}],
            "is_impossible": False,
        }
    ]
    assert (third["context"], third["qas"][0]["is_impossible"]) == ("Cats.", True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--as", "words", "--min-assessors", "2"), "Words are written with their counts"),
        (("--as", "answers", "--min-assessors", "0"), "needs 1 assessor or more, got 0"),
        (("--as", "answers", "--min-share", "1.5"), "above 0 and at most 1, got 1.5"),
        (("--as", "squad"), "--as squad --topics FILE"),
    ],
)
def test_what_does_not_fit_is_refused_and_writes_nothing(
    asked: list[str], tmp_path: Path, options: tuple[str, ...], said: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="1"):
        call(tmp_path / "a.jsonl", asked, *options)
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.jsonl").exists()


def test_topics_that_lack_a_judged_one_are_refused(
    asked: list[str], tmp_path: Path, capsys: Capture
) -> None:
    topics = write(tmp_path, "q2\twhy\n", "topics.tsv")
    with pytest.raises(SystemExit, match="1"):
        call(tmp_path / "a.json", asked, "--as", "squad", "--topics", str(topics))
    assert "topics.tsv lacks 1 of the judged topics, such as q1." in capsys.readouterr().err


@needs_real_data
def test_answers_of_the_snippets_of_2022(tmp_path: Path, capsys: Capture) -> None:
    votes, tasks = str(tmp_path / "votes.jsonl"), str(tmp_path / "tasks.jsonl")
    main(["convert", "mturk", *map(str, SNIPPETS), "-o", votes, "--tasks", tasks])
    asked = ["highlights", votes, "--passages", tasks, "--min-grade", "1", "--as", "answers"]
    assert len(rows(tmp_path / "answers.jsonl", asked)) == 1747
    assert "724  of these with an answer" in capsys.readouterr().err
