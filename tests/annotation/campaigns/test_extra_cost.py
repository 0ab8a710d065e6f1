from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.campaigns.policy import options_of, set_policy
from annotation.campaigns.policy_cost import extra_judgments_cost, special_cost
from annotation.models import Campaign, PairKind
from tests.annotation.stored_answers import assessors, store_answer
from tests.annotation.voting import grade_as_expert
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


def test_a_pair_that_waits_for_a_further_judgment_is_a_dispute_and_no_unfinished_pair(
    campaign: Campaign,
) -> None:
    """Of 1 and 5 one more is asked for; of another limit it may cost one more after that."""
    options = replace(options_of(campaign.policy()), extra_judgments=1)
    assert set_policy(campaign=campaign, options=options).n_asked_again == 1
    cost = extra_judgments_cost(campaign, 2)
    assert (cost.n_finished, cost.n_disputed, cost.n_open, cost.n_now) == (2, 1, 1, 0)
    assert (cost.n_least, cost.n_most) == (2, 1 + 2 * 2)


@pytest.mark.parametrize(
    ("every", "n_gold", "n_repeats"), [(None, 0, 0), (1, 2, 5), (3, 2, 3), (8, 1, 1)]
)
def test_gold_and_repeats_come_with_what_is_left(
    campaign: Campaign, every: int | None, n_gold: int, n_repeats: int
) -> None:
    """Five judgments are left; of three assessors one has had the only gold pair."""
    assessors(campaign, 1)
    gold = campaign.pairs.all()[5]
    grade_as_expert(gold, 3)
    gold.refresh_from_db()
    store_answer(campaign.memberships.all()[0], gold, 3)
    cost = special_cost(campaign, gold_every=every, repeat_every=every)
    assert cost == (5, n_gold, n_repeats)


def test_while_nothing_is_finished_nothing_is_known() -> None:
    cost = extra_judgments_cost(make_campaign(), 2)
    assert (cost.n_finished, cost.n_least, cost.n_most, cost.hours_now) == (0, 0, 12, None)
