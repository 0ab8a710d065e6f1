from __future__ import annotations

from collections.abc import Sequence
from math import log2

import numpy as np
import pytest
from django.contrib.auth.models import User
from numpy.typing import NDArray

from annotation.models import LabelSet
from annotation.pools.designs import (
    Design,
    design_as_json,
    design_from_json,
    framed,
    known_grades,
    labels_over,
)
from ranking.exceptions import NotFound
from ranking.models import Collection, Renaming, Run, TopicSet
from regrade.measures import parse_measures
from regrade.sampling.question import Question
from tests.factories import make_collection, make_labels, make_run, make_topics, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

SECOND = 1 / log2(3)  # DCG's weight of rank 2
PAIR = Question("pair", [0, 1])


@pytest.fixture
def collection(db: None) -> Collection:
    """Four passages with a text, and e without."""
    return make_collection(texts={"a": "A.", "b": "B.", "c": "C.", "d": "D.", "e": None})


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics(queries={"q0": "no run ranks it", "q1": "both", "q2": "the first alone"})


@pytest.fixture
def runs(collection: Collection, topic_set: TopicSet) -> list[Run]:
    first = {"q1": ["a", "b", "d"], "q2": ["a", "e"]}
    return [
        make_run("first", collection, topic_set, first),
        make_run("second", collection, topic_set, {"q1": ["b", "c", "e"]}),
    ]


@pytest.fixture
def ideal(collection: Collection, topic_set: TopicSet) -> LabelSet:
    """Only q1 has a relevant passage."""
    return make_labels("older", collection, topic_set, {"q1": {"a": 2}, "q2": {"a": 0}})


@pytest.fixture
def alice(db: None) -> User:
    return make_user("alice")


def design(runs: list[Run], measures: str, ideal_of: LabelSet | None = None) -> Design:
    return Design(runs, 2, PAIR, parse_measures(measures), seed=7, ideal_of=ideal_of)


# Weights of q1 a, b, c and q2 a: apart, and in the runs' means.
OF_DCG = [1, 1 - SECOND, SECOND, 1], [1, 1 + SECOND, SECOND, 1]
OF_P = [1, 0, 1, 1], [1, 2, 1, 1]


def mixed(apart: Sequence[float], means: Sequence[float]) -> NDArray[np.float64]:
    """Sizes, of which a twentieth goes to the means."""
    shares = [np.array(each) / sum(each) for each in (apart, means)]
    return 0.95 * shares[0] + 0.05 * shares[1]


@pytest.mark.parametrize(
    ("measures", "expected"),
    [
        ("DCG@2", mixed(*OF_DCG)),
        ("P@2", mixed(*OF_P)),
        ("nDCG@2", mixed(*OF_DCG)),
        ("P@2,DCG@2", (mixed(*OF_P) + mixed(*OF_DCG)) / 2),
    ],
)
def test_pairs_are_sized_by_what_they_can_move(
    measures: str, expected: NDArray[np.float64], runs: list[Run]
) -> None:
    assert framed(design(runs, measures)).sizes == pytest.approx(expected)


def test_the_frame_has_each_topic_that_a_run_ranks_and_each_text(runs: list[Run]) -> None:
    found = framed(design(runs, "P@2"))
    pairs = zip(found.topic_ordinals[found.frame.topics], found.frame.passages, strict=True)
    assert list(pairs) == [(1, 0), (1, 1), (1, 2), (2, 0)]
    assert (found.frame.n_topics, found.n_drawable) == (2, 4)


def test_a_topic_without_an_ideal_weighs_nothing(runs: list[Run], ideal: LabelSet) -> None:
    sizes = framed(design(runs, "nDCG@2", ideal)).sizes
    apart, means = ([*weights[:3], 0] for weights in OF_DCG)
    assert sizes == pytest.approx(mixed(apart, means))


def test_labels_that_predict_tell_the_grade_and_where_there_is_one(
    runs: list[Run], ideal: LabelSet
) -> None:
    found = framed(design(runs, "P@2"))
    older = labels_over(ideal, found.topic_ids)
    assert known_grades(found.frame, older).tolist() == [[2, 0, 0, 0], [1, 0, 0, 1]]
    helped = design(runs, "P@2")._replace(predicted_by=ideal)
    plain = design(runs, "P@2").features(found.frame, found.topic_ids)
    assert helped.features(found.frame, found.topic_ids).shape[1] > plain.shape[1]


def test_pairs_are_drawn_for_ap_by_the_relevant_passages_of_a_topic(
    runs: list[Run], ideal: LabelSet
) -> None:
    found = framed(design(runs, "AP", ideal))
    assert (found.sizes > 0).tolist() == (found.frame.topics == 0).tolist()


def test_a_greater_draw_lengthens_the_smaller_one(runs: list[Run]) -> None:
    found = framed(design(runs, "DCG@2"))
    orders = [found.drawn(n, 7).pairs.tolist() for n in (2, 4)]
    assert orders[1][:2] == orders[0]


def test_what_is_drawn_goes_by_doc_ids_and_not_by_their_places(runs: list[Run]) -> None:
    texts = {"e": None, "d": "D.", "more": "More.", "c": "C.", "b": "B.", "a": "A."}
    queries = dict.fromkeys(["q0", "q1", "q2"], "as above")
    ground = make_collection("other", texts), make_topics("others", queries)
    again = [
        make_run("third", *ground, {"q1": ["a", "b", "d"], "q2": ["a", "e"]}),
        make_run("fourth", *ground, {"q1": ["b", "c", "e"]}),
    ]
    orders = []
    for each in (runs, again):
        found = framed(design(each, "DCG@2"))
        passages = found.frame.passages[found.drawn(4, 7).pairs].tolist()
        doc_ids = dict(each[0].collection.passages.values_list("ordinal", "doc_id"))
        orders.append([doc_ids[one] for one in passages])
    assert orders[0] == orders[1]


def test_a_design_is_read_as_it_was_written(runs: list[Run], ideal: LabelSet) -> None:
    written = design(runs, "P@2,nDCG@2", ideal)._replace(predicted_by=ideal)
    document = design_as_json(written, 3, framed(written))
    assert document == {
        "runs": ["first", "second"],
        "depth": 2,
        "seed": 7,
        "measures": ["P@2", "nDCG@2"],
        "question": {"kind": "pair", "runs": ["first", "second"]},
        "ideal_of": {"name": "older", "content_hash": ideal.content_hash},
        "predicted_by": {"name": "older", "content_hash": ideal.content_hash},
        "n": 3,
        "n_drawable": 4,
        "n_frame": 4,
    }
    read = design_from_json(document)
    assert read._replace(measures=tuple(read.measures)) == written


def test_renamed_runs_are_found_among_those_of_the_pool(
    runs: list[Run], alice: User, collection: Collection, topic_set: TopicSet
) -> None:
    written = design(runs, "P@2")
    document = design_as_json(written, 2, framed(written))
    Renaming.objects.create(
        kind="ranking.run", key=runs[0].pk, former_name="first", name="bm25", renamed_by=alice
    )
    Run.objects.filter(pk=runs[0].pk).update(name="bm25")
    make_run("first", collection, topic_set, {"q1": ["a"]})  # another one
    assert design_from_json(document, among=runs).runs == runs


def test_a_design_whose_runs_are_gone_is_refused(runs: list[Run]) -> None:
    written = design(runs, "P@2")
    document = design_as_json(written, 2, framed(written))
    with refused(NotFound, code="run_of_design_gone"):
        design_from_json(document, among=runs[:1])


def test_a_design_whose_ideal_is_gone_is_refused(runs: list[Run], ideal: LabelSet) -> None:
    written = design(runs, "nDCG@2", ideal)
    document = design_as_json(written, 2, framed(written))
    document["ideal_of"]["content_hash"] = "of other labels"
    with refused(NotFound, code="labels_of_design_gone"):
        design_from_json(document)
