from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AssessorKind, Campaign
from tests.annotation.stored_answers import store_answer
from tests.annotation.voting import member_named, pair_of
from tests.factories import make_campaign, make_collection, make_pool
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TEXTS = {"d1": "Spruces live long,\tlonger\nthan firs.", "d2": "Firs have cones.", "d3": "Cats."}
LIVE_LONG, LONG, LONG_TO_THAN = [8, 17], [13, 16], [13, 30]


@pytest.fixture(autouse=True)
def campaign(db: None) -> Campaign:
    """Grades 1-5, relevant from 3; three people, a simulated one and a model."""
    pool = make_pool(collection=make_collection(texts=TEXTS))
    campaign = make_campaign("forest", pool=pool, judgments_per_pair=5)
    first, second, third = (pair_of(campaign, "q1", doc_id) for doc_id in TEXTS)
    ada, bob, eve = (member_named(campaign, name) for name in ("ada", "bob", "eve"))
    store_answer(ada, first, 4, spans=[LIVE_LONG])
    store_answer(bob, first, 5, spans=[LONG_TO_THAN])
    store_answer(eve, first, 1, spans=[[0, 36]])  # not relevant: what it highlights counts nowhere
    sim = member_named(campaign, "sim", AssessorKind.SIMULATED)
    store_answer(sim, first, 3, spans=[LONG])
    model = member_named(campaign, "gpt", AssessorKind.MODEL)
    store_answer(model, first, 3, spans=[[0, 7]])
    store_answer(ada, second, 3, spans=[[0, 4]])
    store_answer(bob, second, 3)
    store_answer(ada, third, 1)
    store_answer(bob, third, None)
    return campaign


def call(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("export_highlights", "forest", str(file), *options, stdout=out)
    return out.getvalue()


def rows(file: Path, *options: str) -> list[dict[str, Any]]:
    call(file, *options)
    return [json.loads(line) for line in file.read_text().splitlines()]


def shown(found: list[dict[str, Any]]) -> list[tuple[str, str, int, int]]:
    names = ("doc_id", "text", "n_assessors", "n_relevant")
    return [tuple(row[name] for name in names) for row in found]


def test_words_are_counted_out_of_those_who_called_the_pair_relevant(tmp_path: Path) -> None:
    file = tmp_path / "words.tsv"
    assert call(file, "--as", "words") == (
        f"9 words in {file}:\n"
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
    tmp_path: Path, options: tuple[str, ...], expected: list[tuple[str, str, int, int]]
) -> None:
    assert shown(rows(tmp_path / "a.jsonl", "--as", "answers", *options)) == expected


def test_answers_in_a_table_are_json(tmp_path: Path) -> None:
    call(tmp_path / "a.tsv", "--as", "answers", "--min-assessors", "1")
    header, first, _ = (tmp_path / "a.tsv").read_text().splitlines()
    assert header.split("\t")[4] == "text_json"
    assert first.split("\t")[4] == r'"live long,\tlonger\nthan"'


def test_a_grade_that_asks_for_highlights_is_where_relevance_begins(
    campaign: Campaign, tmp_path: Path
) -> None:
    campaign.grades.filter(value=4).update(requires_span=True)
    said = call(tmp_path / "a.jsonl", "--as", "answers", "--min-assessors", "1")
    assert said.splitlines()[1:] == [
        "  3  pairs that were graded",
        "  1  of them with a grade of 4 or above",
        "  1  of these with an answer",
    ]


def test_squad_leaves_out_pairs_that_are_neither_answered_nor_impossible(tmp_path: Path) -> None:
    file = tmp_path / "squad.json"
    said = call(file, "--as", "squad")
    assert said.startswith(f"2 questions in {file}:\n")
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


@pytest.mark.parametrize("content", ["words", "answers", "squad"])
def test_nobody_is_named_and_the_file_is_the_same_again(tmp_path: Path, content: str) -> None:
    written = []
    for name in ("one.jsonl", "two.jsonl"):
        call(tmp_path / name, "--as", content, "--kinds", "human", "simulated", "model")
        written.append((tmp_path / name).read_text())
    assert written[0] == written[1]
    assert "P-" not in written[0]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--as", "words", "--min-assessors", "2"), "counts_of_words"),
        (("--as", "answers", "--min-assessors", "0"), "too_few_assessors"),
        (("--as", "answers", "--min-share", "1.5"), "too_few_assessors"),
        (("--as", "answers", "--min-grade", "9"), "grade_off_scale"),
    ],
)
def test_what_does_not_fit_is_refused_and_writes_nothing(
    tmp_path: Path, options: tuple[str, ...], code: str
) -> None:
    with refused(CommandError, code):
        call(tmp_path / "a.jsonl", *options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--as", "squad", "--format", "tsv"), "--format"),
        (("--as", "answers", "--min-share", "half"), "'half'"),
    ],
)
def test_options_that_mean_nothing_are_refused(
    tmp_path: Path, options: tuple[str, ...], named: str
) -> None:
    with pytest.raises(CommandError, match=named):
        call(tmp_path / "a.jsonl", *options)
