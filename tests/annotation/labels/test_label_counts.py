from __future__ import annotations

import pytest

from annotation.labels.arrays import LabelCounts, ValueCount, counts_of, stored_counts
from annotation.labels.deriving import derive_labels
from annotation.models import LabelSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.factories import make_collection, make_labels, make_topics

pytestmark = pytest.mark.django_db


def test_labels_are_counted_before_and_after_they_are_stored_alike() -> None:
    campaign = voted_campaign(
        {("q1", "d1"): {"alice": 5}, ("q1", "d2"): {"alice": 3}, ("q2", "d1"): {"alice": 3}}
    )
    done = derive_labels(
        name="new", campaign=campaign, policy=whole(AggregationPolicy(aggregate="median"))
    )
    values = [ValueCount(1, 0), ValueCount(2, 0), ValueCount(3, 2), ValueCount(4, 0)]
    expected = LabelCounts(2, 3, 3, [*values, ValueCount(5, 1)])
    assert counts_of(done.aggregation, 3) == expected
    assert stored_counts([done.label_set]) == {done.label_set.pk: expected}


def test_each_set_has_its_own_counts() -> None:
    ground = make_collection(), make_topics()
    make_labels("one", *ground, {"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 2}}, min_relevance=2)
    make_labels("other", *ground, {"q1": {"d1": -1}})
    counts = stored_counts(LabelSet.objects.all())
    fields = {LabelSet.objects.get(pk=pk).name: count for pk, count in counts.items()}
    assert fields == {
        "one": LabelCounts(2, 3, 2, [ValueCount(0, 1), ValueCount(2, 2)]),
        "other": LabelCounts(1, 1, 0, [ValueCount(-1, 1)]),
    }
