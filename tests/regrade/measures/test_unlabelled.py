from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice

import pytest

from regrade.measures import evaluate
from regrade.measures.unlabelled import MOST_OF_LABELS, likely_cause, note_on_unlabelled

LABELS = {str(topic): {f"{topic}{n}": n % 3 for n in range(20)} for topic in range(1, 5)}
Write = Callable[[str], str]


def note(write_run: Write, write_labels: Write = str) -> str:
    """On a run whose passages are those of the labels, with doc_ids in other spellings."""
    run = {topic: {write_run(doc_id): 1.0 for doc_id in ids} for topic, ids in LABELS.items()}
    labels = {
        topic: {write_labels(doc_id): grade for doc_id, grade in grades.items()}
        for topic, grades in LABELS.items()
    }
    return evaluate(labels, run, "nDCG@10, Judged").note


@pytest.mark.parametrize(
    ("write_run", "write_labels", "cause"),
    [
        ("D{}".format, str, "the run's doc_ids begin with 'D'; the labels' do not, such as D10"),
        ("msmarco_passage_00_{}".format, str, "begin with 'msmarco_passage_00_'; the labels'"),
        ("{}.txt".format, str, "the run's doc_ids end in '.txt'"),
        ("{}#4".format, str, "end in '#4'; the labels' do not, such as 10#4 in the run and 10"),
        (str, "D{}".format, "the labels' doc_ids begin with 'D'; the run's do not, such as 10"),
        ("{}.0".format, str, "the same numbers in another spelling, such as 10.0 in the run and 1"),
        ("00{}".format, str, "the same numbers in another spelling, such as 0010 in the run and 1"),
        ("d{}".format, "D{}".format, "differ in upper and lower case, such as d10 in the run"),
        ("a{}b".format, str, "of another collection, such as a10b in the run and 10 in the labels"),
    ],
)
def test_a_run_without_a_label_says_the_likely_cause(
    write_run: Write, write_labels: Write, cause: str
) -> None:
    said = note(write_run, write_labels)
    assert said.startswith("none of the run's 80 passages in labelled topics has a label: ")
    assert cause in said


@pytest.mark.parametrize(
    ("of_run", "of_labels"),
    [
        ({"D1", "D2", "D3", *"abcd"}, {"1", "2", "3"}),  # three of seven have it
        ({"M_10", "M_11"}, {"M_20", "M_21", "10"}),  # and so have most labels
    ],
)
def test_what_few_have_or_both_sides_have_is_no_cause(
    of_run: set[str], of_labels: set[str]
) -> None:
    assert "of another collection" in likely_cause(of_run, of_labels)
    assert "of another collection" in likely_cause(of_labels, of_run)


def test_ids_are_shown_short_and_without_controls() -> None:
    cause = likely_cause({f"a\x1b[2J{'b' * 50}end"}, {"7"})
    assert f"such as a\\x1b[2J{'b' * 15}…{'b' * 16}end in the run and 7 in the labels" in cause


def test_of_long_runs_and_labels_the_first_ids_are_read() -> None:
    ids = map(str, count())
    run = (map("D{}".format, count(100 * topic)) for topic in count())
    said = note_on_unlabelled("bm25.run", 1, run, (islice(ids, 100) for _ in count()))
    assert said.startswith("bm25.run's only passage in labelled topics has no label: it scores")
    assert "begin with 'D'" in said
    assert next(ids) == str(MOST_OF_LABELS)


def test_of_one_label_a_topic_many_topics_are_looked_at() -> None:
    run = {topic: {f"D{topic}-{n}": -n for n in range(1000)} for topic in map(str, range(200))}
    said = evaluate({topic: {f"{topic}-7": 1} for topic in run}, run, "RR@10").note
    assert "begin with 'D'" in said


@pytest.mark.parametrize("write", [str.upper, "{}.0".format, "D{}".format])
def test_pairs_that_meet_by_chance_are_no_cause(write: Write) -> None:
    """Two of many ids meet; three are a cause."""
    of_labels = [f"{n}" if write is not str.upper else f"a{n}" for n in range(9)]
    of_run = [write(f"{doc_id}") for doc_id in of_labels]
    of_run[2:] = [write(f"{doc_id}7") for doc_id in of_labels[2:]]
    assert "another collection" in likely_cause({*of_run}, {*of_labels})
    assert "another collection" not in likely_cause({*of_run, write(of_labels[2])}, {*of_labels})


def test_a_run_whose_topics_have_other_numbers_says_so() -> None:
    run = {str(int(topic) % 4 + 1): dict.fromkeys(ids, 1.0) for topic, ids in LABELS.items()}
    assert (
        "the query ids of the run and of the labels may mean other topics"
        in evaluate(LABELS, run, "AP").note
    )


def test_topics_without_labels_are_the_cause() -> None:
    said = evaluate({"1": {}, "2": {"a": 1}}, {"1": {"a": 1.0}}, "AP").note
    assert said.endswith("the topics that it shares with the labels have no label.")


def test_a_run_with_a_label_or_without_a_passage_has_no_note() -> None:
    assert note(lambda doc_id: doc_id if doc_id == "10" else f"D{doc_id}") == ""
    assert evaluate(LABELS, {"1": {}}, "AP").note == ""


def test_one_chance_match_is_no_prefix() -> None:
    run = {"1": dict.fromkeys(("MARCO_12", "FT-7", "FT-8", "FT-9"), 1.0)}
    said = evaluate({"1": {"12": 1, "MARCO_3": 0}}, run, "AP").note
    assert "of another collection" in said


def test_an_id_stands_on_one_line_of_a_terminal() -> None:
    said = evaluate({"1": {"a": 1}}, {"1": {"\x1b[2J" + "x" * 999: 1.0}}, "AP").note
    assert said.isprintable()
    assert len(said) < 400
