from __future__ import annotations

from typing import Any

import pytest

from evaluation.exceptions import StudyRefused
from evaluation.reports.studies import failure_rows
from evaluation.studies.failures import FailureQuestion, Failures, find_failures
from evaluation.studies.lines import AskedRanker, AskedVariant
from evaluation.studies.starting import start_study
from ranking.models import Collection
from tests.evaluation.studies.study_cases import asked, make_ground, make_read_study
from tests.factories import make_collection, make_labels, make_run
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def found(**changes: Any) -> Failures:
    study = make_read_study()
    question = FailureQuestion(study, study.label_set, "[Q] capitals")
    return find_failures(question._replace(**changes))


def ids(failures: Failures) -> list[str]:
    return [failure.query_id for failure in failures.rows]


def test_each_line_counts_its_failures() -> None:
    # Ranks, as one and two have them: 1 1 1 and 1 2 1; then 2 1 1 and 3 1 -; then 1 1 3 and 1 1 1.
    counted = {line.title: line[1:] for line in found().lines}
    assert counted == {
        "Original": (0, 0, 1, 0, [0, 1]),
        "[Q] capitals": (2, 1, 1, 1, [1, 2]),
        "Louder": (1, 0, 1, 1, [1, 0]),
    }


def test_introduced_ones_come_with_ranks_and_texts_the_worst_first() -> None:
    failures = found()
    assert ids(failures) == ["q1", "q3"]
    first, third = failures.rows
    assert [(rank.before, rank.after, rank.has_failed) for rank in first.ranks] == [
        (1, 2, True),
        (1, 3, True),
    ]
    assert [(rank.before, rank.after) for rank in third.ranks] == [(1, 1), (1, None)]
    assert (first.query, first.changed_query) == (
        "how long do spruces live",
        "HOW LONG DO SPRUCES LIVE",
    )
    assert first.relevant is not None
    assert (first.relevant.doc_id, first.relevant.text) == ("d1", "Spruces live long.")
    assert (first.relevant.changed_text, first.relevant.relevance) == (None, 1)
    top = first.ranks[0].top
    assert top is not None
    assert (top.doc_id, top.relevance) == ("d2", None)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"which": "shared"}, ["q1"]),
        ({"which": "alone"}, ["q3"]),
        ({"which": "repaired"}, ["q2"]),
        ({"which": "introduced", "ranker": "one"}, ["q1"]),
        ({"which": "alone", "ranker": "one"}, []),
        ({"which": "introduced", "within": 2}, ["q3", "q1"]),
        ({"which": "introduced", "within": 3}, ["q3"]),
        ({"which": "alone", "line": "Original"}, ["q2"]),
        ({"which": "introduced", "line": "Original"}, []),
    ],
)
def test_failures_are_chosen_by_kind_depth_and_ranker(
    changes: dict[str, Any], expected: list[str]
) -> None:
    assert sorted(ids(found(**changes))) == sorted(expected)


def test_some_of_them_are_shown_and_all_are_counted() -> None:
    study = make_read_study()
    question = FailureQuestion(study, study.label_set, "[Q] capitals")
    page = find_failures(question, page=2, size=1)
    assert (ids(page), page.n) == (["q3"], 2)


def test_passages_of_a_variant_are_shown_as_both_have_them() -> None:
    collection, topic_set, _ = make_ground()
    cut = make_collection("cut", {"d1": "Spruces", "d2": "Firs", "d3": "Cats"})
    recipe = {"kind": "truncate_words", "n_words": 1}
    Collection.objects.filter(pk=cut.pk).update(parent=collection, recipe=recipe, seed=1)
    make_run("one-trees", collection, topic_set, {"q1": ["d1", "d2"]})
    make_run("one-cut", cut, topic_set, {"q1": ["d2", "d1"]})
    variants = [AskedVariant(collection="cut")]
    rankers = [AskedRanker("one", runs=["one-trees", "one-cut"])]
    study = start_study(asked=asked(variants=variants, rankers=rankers, measures="RR@10"))
    question = FailureQuestion(study, study.label_set, "[P] TruncateWords(1)")
    [failure] = find_failures(question).rows
    assert failure.relevant is not None
    assert failure.relevant.text == "Spruces live long."
    assert failure.relevant.changed_text == "Spruces"


def test_rows_of_failures_have_every_rankers_ranks_and_top_passage() -> None:
    study = make_read_study()
    question = FailureQuestion(study, study.label_set, "[Q] capitals")
    [row, _] = failure_rows(find_failures(question), question)
    assert row["relevant passage, text"] == "Spruces live long."
    assert (row["two rank, original"], row["two rank"]) == (1, 3)
    assert row["one top passage, text"] == "Firs have cones."


@pytest.mark.parametrize(
    ("changes", "field"), [({"line": "x"}, "variant"), ({"ranker": "x"}, "ranker")]
)
def test_what_the_study_lacks_is_refused(changes: dict[str, Any], field: str) -> None:
    with refused(StudyRefused, "not_in_study", field=field):
        found(**changes)


def test_of_several_relevant_passages_the_one_that_stood_highest_is_shown() -> None:
    study = make_read_study()
    relevant = {"q1": {"d3": 1, "d1": 1}}
    labels = make_labels("two", study.collection, study.topic_set, relevant)
    [failure] = find_failures(FailureQuestion(study, labels, "[Q] capitals")).rows
    assert failure.relevant is not None
    assert failure.relevant.doc_id == "d1"
