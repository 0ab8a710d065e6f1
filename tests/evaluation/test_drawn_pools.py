"""Pools by design: what takes the votes on all pairs is refused."""

from __future__ import annotations

import pytest

from evaluation.exceptions import NotComparable
from evaluation.watching.watching import WatchQuestion, watch_runs
from evaluation.whatif.states import State, see
from regrade.aggregation.policy import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from regrade.measures import parse_measure
from tests.annotation.drawn import drawn_campaign
from tests.refusals import refused

MEASURE = parse_measure("P@3")
POLICY = WholePolicy(rules=AggregationPolicy(aggregate="majority", threshold=2, tie="lowest"))


@pytest.mark.django_db
def test_votes_on_a_drawn_pool_are_neither_watched_nor_looked_at_under_other_rules() -> None:
    campaign, _ = drawn_campaign()
    first, second = campaign.pool.runs.order_by("name")
    with refused(NotComparable, "labels_are_a_sample"):
        see(State(campaign, POLICY, [first, second], MEASURE))
    with refused(NotComparable, "labels_are_a_sample"):
        watch_runs(WatchQuestion(campaign, first, second, MEASURE))
