from __future__ import annotations

from unittest.mock import ANY

import pytest

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import probabilities_by_topic, relevances_by_topic
from annotation.labels.deriving import aggregate_votes, derive_labels
from annotation.labels.drawn import KeptLabels, SampleEnd, kept_labels
from annotation.models import LabelSet
from annotation.pools.designs import design_from_json, framed
from ranking.models import Passage
from regrade.aggregation import AggregationPolicy
from tests.annotation.drawn import DrawnCampaign, drawn_campaign
from tests.annotation.voting import cast_votes, grade_as_expert, pair_of, whole
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
    aggregation = aggregate_votes(campaign=drawn.campaign, policy=whole(MEDIAN)).aggregation
    end = SampleEnd(*drawn.pairs[3])
    assert kept_labels(drawn.campaign, aggregation) == KeptLabels(ANY, [4, 1, 2], 5, 1, end)
    assert relevances_by_topic(label_set)["q3"].values.size == 0
    assert "q3" in report["topics_without_drawn"]


def test_a_grade_of_an_expert_for_a_drawn_pair_is_its_label() -> None:
    drawn = drawn_campaign(n=9)
    drawn.judge([None, *[1] * 8])
    grade_as_expert(pair_of(drawn.campaign, *drawn.pairs[0]), 5)
    label_set = derive(drawn, AggregationPolicy(aggregate="median", gold="expert"))
    assert (len(stored(label_set)), label_set.report["n_gold"]) == (9, 1)


def test_what_a_policy_leaves_out_ends_the_sample_and_the_rule_is_named(
    drawn: DrawnCampaign,
) -> None:
    drawn.judge([4, 1, 2])
    cast_votes(drawn.campaign, {drawn.pairs[0]: {"bob": 4}, drawn.pairs[2]: {"bob": 2}})
    policy = AggregationPolicy(aggregate="median", min_votes=2)
    with refused(LabelsRefused, "too_few_drawn", says="min votes"):
        derive(drawn, policy)
    assert not LabelSet.objects.exists()


def test_labels_of_pairs_that_the_design_no_longer_draws_are_refused(
    drawn: DrawnCampaign,
) -> None:
    drawn.judge([4, 1, 2])
    _, doc_id = drawn.pairs[4]
    Passage.objects.filter(doc_id=doc_id).update(text=None)
    with refused(LabelsRefused, "other_draw"):
        derive(drawn)
