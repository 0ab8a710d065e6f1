from __future__ import annotations

import pytest

from annotation.campaigns.policy import extra_judgments_cost
from annotation.models import Campaign, PairKind
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Two judgments a pair: 1 and 5, 3 and 3, then 4 alone; three pairs are untouched."""
    campaign = make_campaign(judgments_per_pair=2)
    one, two = assessors(campaign, 2)
    first, second, third = campaign.pairs.all()[:3]
    store_answer(one, first, 1, active_ms=1000)
    store_answer(two, first, 5, active_ms=3000)
    store_answer(one, second, 3, active_ms=3000)
    store_answer(two, second, 3, active_ms=3000)
    store_answer(one, third, 4, active_ms=9000)
    return campaign


def test_finished_pairs_and_their_disputes_are_counted(campaign: Campaign) -> None:
    cost = extra_judgments_cost(campaign, 2)
    assert (cost.n_finished, cost.n_disputed, cost.n_now) == (2, 1, 1)


def test_unfinished_pairs_are_taken_to_be_disputed_as_often(campaign: Campaign) -> None:
    cost = extra_judgments_cost(campaign, 2)
    assert (cost.n_least, cost.n_most) == (1 + 2, 2 + 2 * 2)


def test_hours_go_by_the_median_active_time(campaign: Campaign) -> None:
    assert extra_judgments_cost(campaign, 2).hours_now == pytest.approx(3000 / 3_600_000)


def test_overlap_pairs_and_repeats_cost_nothing(campaign: Campaign) -> None:
    one, two = campaign.memberships.all()
    apart = campaign.pairs.all()[5]
    campaign.slots.filter(campaign_pair=apart).delete()
    campaign.pairs.filter(pk=apart.pk).update(kind=PairKind.OVERLAP, wanted=None)
    apart.refresh_from_db()
    store_answer(one, apart, 1)
    store_answer(two, apart, 5)
    store_answer(one, campaign.pairs.all()[1], 5, occasion=1)
    cost = extra_judgments_cost(campaign, 2)
    assert (cost.n_finished, cost.n_disputed, cost.n_least) == (2, 1, 1 + 2)


def test_a_surplus_grade_is_no_dispute(campaign: Campaign) -> None:
    [three] = assessors(campaign, 1)
    store_answer(three, campaign.pairs.all()[1], 5, is_surplus=True)
    assert extra_judgments_cost(campaign, 2).n_disputed == 1


def test_while_nothing_is_finished_nothing_is_known() -> None:
    cost = extra_judgments_cost(make_campaign(), 2)
    assert (cost.n_finished, cost.n_least, cost.n_most, cost.hours_now) == (0, 0, 12, None)
