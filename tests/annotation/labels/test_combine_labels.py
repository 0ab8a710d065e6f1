from __future__ import annotations

from typing import Any

import pytest

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import relevances_by_topic
from annotation.labels.combining import Combination, Part, combine_labels
from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, LabelSet, LabelSource
from ranking.exceptions import NameTaken
from ranking.models import Collection, TopicSet
from regrade.aggregation import AggregationPolicy
from regrade.labels import Rule
from tests.annotation.voting import cast_votes, voted_campaign, whole
from tests.factories import make_collection, make_labels, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ground(db: None) -> tuple[Collection, TopicSet]:
    return make_collection(), make_topics()


@pytest.fixture
def old(ground: tuple[Collection, TopicSet]) -> LabelSet:
    return make_labels("old", *ground, {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}})


@pytest.fixture
def new(ground: tuple[Collection, TopicSet]) -> LabelSet:
    """Graded, and of a passage that the old labels lack."""
    graded = {"q1": {"d2": 3, "d3": 1}, "q2": {"d1": 0}}
    return make_labels("new", *ground, graded, min_relevance=2)


def combined(*parts: LabelSet | Part, rule: Rule = "precedence", **options: Any) -> Combination:
    found = [one if isinstance(one, Part) else Part(one) for one in parts]
    return combine_labels(name="both", parts=found, rule=rule, **options)


def stored(label_set: LabelSet) -> dict[str, dict[int, int]]:
    return {
        query_id: dict(zip(ordinals.tolist(), values.tolist(), strict=True))
        for query_id, (ordinals, values) in relevances_by_topic(label_set).items()
    }


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("precedence", {"q1": {0: 2, 1: 3, 2: 1}, "q2": {0: 0}}),
        ("union", {"q1": {0: 2, 1: 3, 2: 1}, "q2": {0: 2}}),
        ("intersection", {"q1": {1: 0}, "q2": {0: 0}}),
    ],
)
def test_sets_become_one_that_knows_what_it_came_of(
    rule: Rule, expected: dict[str, dict[int, int]], old: LabelSet, new: LabelSet
) -> None:
    done = combined(new, Part(old, {1: 2}), rule=rule)
    label_set = done.label_set
    assert stored(label_set) == expected
    assert (done.n_shared, done.n_disagreeing) == (2, 2)
    assert (label_set.source, label_set.min_relevance) == (LabelSource.COMBINED, 2)
    assert label_set.scale == [0, 1, 2, 3]
    assert [row.parent for row in label_set.parents.all()] == [new, old]
    assert label_set.policy["rule"] == rule
    assert label_set.policy["parents"][1] == {
        "name": "old",
        "content_hash": old.content_hash,
        "min_relevance": 1,
        "map": {"1": 2},
    }


def test_what_is_relevant_may_be_said(old: LabelSet, new: LabelSet) -> None:
    with refused(LabelsRefused, "no_common_threshold") as caught:
        combined(old, new)
    assert "(in old 1, in new 3)" in str(caught.value)
    assert combined(old, new, min_relevance=1).label_set.min_relevance == 1


def test_votes_of_simulated_assessors_stay_known() -> None:
    campaign = voted_campaign({})
    cast_votes(campaign, {("q1", "d1"): {"sim": 4}}, AssessorKind.SIMULATED)
    pool, policy = campaign.pool, whole(AggregationPolicy(aggregate="mean"), kinds=["simulated"])
    made = derive_labels(name="made", campaign=campaign, policy=policy).label_set
    other = make_labels("other", pool.collection, pool.topic_set, {"q2": {"d1": 5}})
    label_set = combined(other, made, min_relevance=3).label_set
    assert (label_set.is_simulated, other.is_simulated) == (True, False)


def test_bad_parts_are_refused_and_nothing_is_made(
    old: LabelSet, new: LabelSet, ground: tuple[Collection, TopicSet]
) -> None:
    other = make_labels("far", make_collection("far"), ground[1], {"q1": {"d1": 1}})
    queries = make_labels("else", ground[0], make_topics("else"), {"q1": {"d1": 1}})
    alone = make_labels("alone", *ground, {"q2": {"d3": 1}})
    cases: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
        ((old,), {}, "too_few_sets"),
        ((old, other), {}, "other_collection"),
        ((old, queries), {}, "other_topic_set"),
        ((old, old), {}, "named_twice"),
        ((old, Part(alone, {7: 1})), {}, "unknown_value"),
        ((old, alone), {"rule": "intersection"}, "nothing_left"),
        ((old, alone), {"min_relevance": 4}, "none_relevant"),
    ]
    for parts, options, code in cases:
        with refused(LabelsRefused, code):
            combined(*parts, **options)
    assert not LabelSet.objects.filter(source=LabelSource.COMBINED).exists()
    combined(old, alone)
    with pytest.raises(NameTaken):
        combined(old, alone)
