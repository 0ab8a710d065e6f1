from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import ANY

import pytest

from annotation.datasheets.facts import facts_of
from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import probabilities_by_topic, relevances_by_topic
from annotation.labels.deriving import OtherSets, aggregate_votes, derive_labels
from annotation.labels.drawn import FirstUnlabelled, KeptLabels, kept_labels
from annotation.models import LabelSet
from annotation.pairs.deciding import decide
from annotation.pools.by_design import drawn_further
from annotation.pools.designs import design_from_json, framed
from ranking.models import Passage, Ranking
from regrade.aggregation import AggregationPolicy
from tests.annotation.drawn import DrawnCampaign, drawn_campaign
from tests.annotation.voting import cast_votes, grade_as_expert, pair_of, whole
from tests.factories import make_labels, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

MEDIAN = AggregationPolicy(aggregate="median")
Labels = dict[tuple[str, str], tuple[int, float]]


@pytest.fixture
def drawn(db: None) -> DrawnCampaign:
    return drawn_campaign()


def derive(drawn: DrawnCampaign, policy: AggregationPolicy = MEDIAN) -> LabelSet:
    return derive_labels(name="new", campaign=drawn.campaign, policy=whole(policy)).label_set


def stored(label_set: LabelSet) -> Labels:
    probabilities = probabilities_by_topic(label_set)
    doc_ids = dict(label_set.collection.passages.values_list("ordinal", "doc_id"))
    return {
        (query_id, doc_ids[ordinal]): (value, probability)
        for query_id, labels in relevances_by_topic(label_set).items()
        for ordinal, value, probability in zip(
            labels.ordinals.tolist(),
            labels.values.tolist(),
            probabilities[query_id].tolist(),
            strict=True,
        )
    }


def test_labels_of_a_campaign_by_design_are_a_sample_of_its_first_pairs(
    drawn: DrawnCampaign,
) -> None:
    drawn.judge([4, 1, 2, None, 5])
    label_set = derive(drawn)
    recipe = drawn.campaign.pool.recipe["design"]
    assert label_set.design == recipe | {"n": 3}
    frame = framed(design_from_json(recipe))
    probabilities = frame.drawn(3, 7).probabilities[frame.drawn(3, 7).pairs].tolist()
    first = zip([4, 1, 2], probabilities, strict=True)
    assert stored(label_set) == dict(zip(drawn.pairs[:3], first, strict=True))
    report = label_set.report
    left_out = report["n_drawn"], report["n_drawn_out_of_order"], report["n_not_drawn"]
    assert left_out == (5, 1, 0)
    outcome = aggregate_votes(campaign=drawn.campaign, policy=whole(MEDIAN))
    end = FirstUnlabelled(*drawn.pairs[3])
    assert kept_labels(drawn.campaign, outcome.labels_with_known) == KeptLabels(
        ANY, [4, 1, 2], 5, 1, end
    )
    assert relevances_by_topic(label_set)["q3"].values.size == 0
    assert "q3" in report["topics_without_drawn"]


def test_a_known_grade_of_a_drawn_pair_is_its_label_whatever_the_policy_says(
    drawn: DrawnCampaign,
) -> None:
    drawn.judge([None, 1, 2, None, None])
    for place in (0, 4):
        grade_as_expert(pair_of(drawn.campaign, *drawn.pairs[place]), 5)
    label_set = derive(drawn, AggregationPolicy(aggregate="median", gold="none"))
    assert (len(stored(label_set)), label_set.report["n_gold"]) == (3, 1)
    assert label_set.policy["gold"] == "expert"


def test_a_decision_in_a_topic_where_nobody_judged_is_a_label_where_decisions_override(
    drawn: DrawnCampaign,
) -> None:
    first, anton = drawn.pairs[0][0], make_user("anton")
    drawn.judge([4 if query_id == first else None for query_id, _ in drawn.pairs])
    for pair in drawn.pairs:
        if pair[0] != first:
            decide(pair=pair_of(drawn.campaign, *pair), adjudicator=anton, grade=1)
    override = AggregationPolicy(aggregate="median", decisions="override")
    labels = {pair: value for pair, (value, _) in stored(derive(drawn, override)).items()}
    assert labels == {pair: 4 if pair[0] == first else 1 for pair in drawn.pairs}
    pool = drawn.campaign.pool
    other = make_labels("other", pool.collection, pool.topic_set, {first: {"a": 1}})
    for policy, others, topics in (
        (override, OtherSets(only_topics_of=other), [first]),
        (replace(override, min_assessors=2), OtherSets(), []),
    ):
        found = aggregate_votes(campaign=drawn.campaign, policy=whole(policy), others=others)
        assert [*found.labels_with_known] == topics


def test_no_relevant_label_among_those_of_the_sample_is_refused(drawn: DrawnCampaign) -> None:
    drawn.judge([4, 1, 2, None, 5])
    policy = whole(MEDIAN, min_relevance=5)
    with refused(LabelsRefused, "none_relevant"):
        derive_labels(name="new", campaign=drawn.campaign, policy=policy)


def test_labels_of_all_that_can_be_drawn_are_plain() -> None:
    drawn = drawn_campaign(n=10)
    drawn.judge([1] * 10)
    label_set = derive(drawn)
    assert label_set.design["n"] == 10
    assert not label_set.is_sample


def test_rules_that_end_the_sample_by_grades_are_refused(drawn: DrawnCampaign) -> None:
    others = [{"bob": 4}, {"bob": 1}, {"bob": 5}, {"mallory": 5}, {"mallory": 1}]
    drawn.judge([4, 1, 2, 3, 5])
    cast_votes(drawn.campaign, dict(zip(drawn.pairs, others, strict=True)))
    with refused(LabelsRefused, "sample_ends_by_grades", says="unjudged ties"):
        derive(drawn, AggregationPolicy(aggregate="plurality"))
    # Without mallory, who disagrees, the last two pairs have too few votes.
    agreeing = AggregationPolicy(aggregate="median", min_agreement=-0.5)
    with refused(LabelsRefused, "sample_ends_by_grades", says="min agreement, min votes"):
        derive(drawn, replace(agreeing, min_votes=2))
    assert derive(drawn, agreeing).design["n"] == 5


def test_of_a_shared_pool_only_the_pairs_of_the_campaign_count(drawn: DrawnCampaign) -> None:
    drawn.judge([4, 1, 2, 3, 5])
    drawn_further(pool=drawn.campaign.pool, n=8)  # for another campaign
    label_set = derive(drawn)
    assert (label_set.design["n"], label_set.report["n_drawn"]) == (5, 5)
    facts = facts_of(drawn.campaign)
    assert "5 of 10 pairs" in facts["drawn"]


@pytest.mark.parametrize("role", OtherSets._fields)
def test_a_sample_stands_in_for_no_other_labels(role: str, drawn: DrawnCampaign) -> None:
    drawn.judge([4, 1, 2, 3])
    others = OtherSets(**{role: derive(drawn)})
    with refused(LabelsRefused, "labels_are_a_sample", field=role):
        aggregate_votes(campaign=drawn.campaign, policy=whole(MEDIAN), others=others)


def test_what_a_policy_leaves_out_ends_the_sample_and_the_rule_is_named(
    drawn: DrawnCampaign,
) -> None:
    drawn.judge([4, 1, 2])
    cast_votes(drawn.campaign, {drawn.pairs[0]: {"bob": 4}, drawn.pairs[2]: {"bob": 2}})
    policy = AggregationPolicy(aggregate="median", min_votes=2)
    with refused(LabelsRefused, "too_few_drawn", says="min votes"):
        derive(drawn, policy)
    assert not LabelSet.objects.exists()


def without_a_text(drawn: DrawnCampaign) -> None:
    """Of a passage that was not drawn so far: the same pairs are drawn, from fewer."""
    first = {doc_id for _, doc_id in drawn.pairs[:3]}
    other = Passage.objects.exclude(doc_id__in=first).order_by("pk")[0]
    Passage.objects.filter(pk=other.pk).update(text=None)


def ranked_otherwise(_: DrawnCampaign) -> None:
    """The same pairs can be drawn, with other sizes."""
    for ranking in Ranking.objects.filter(run__name="first"):
        ranking.ordinals = ranking.ordinals[::-1]
        ranking.save()


@pytest.mark.parametrize("change", [without_a_text, ranked_otherwise])
def test_labels_of_pairs_that_the_design_no_longer_draws_are_refused(
    change: Callable[[DrawnCampaign], None], drawn: DrawnCampaign
) -> None:
    drawn.judge([4, 1, 2])
    change(drawn)
    with refused(LabelsRefused, "other_draw"):
        derive(drawn)
