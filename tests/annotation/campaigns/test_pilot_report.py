from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.campaigns.pilot_report import PilotAssessor, pilot_report
from annotation.models import Campaign, CampaignPair, PairKind, Reason, Role
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Three pilot pairs of one topic among six."""
    campaign = make_campaign()
    first = campaign.pairs.all()[:3]
    campaign.slots.filter(campaign_pair__in=first).delete()
    campaign.pairs.filter(pk__in=[pair.pk for pair in first]).update(
        kind=PairKind.OVERLAP, wanted=None, in_pilot=True
    )
    return campaign


@pytest.fixture
def pairs(campaign: Campaign) -> list[CampaignPair]:
    return list(campaign.pairs.filter(in_pilot=True))


@pytest.fixture
def judged(campaign: Campaign, pairs: list[CampaignPair]) -> Campaign:
    """P-1 and P-2 graded all, P-3 graded one and left one out; P-4 has not begun."""
    one, two, three, _ = assessors(campaign, 4)
    for pair, first, second in zip(pairs, (1, 3, 5), (1, 4, 5), strict=True):
        store_answer(one, pair, first, active_ms=1000 * first)
        store_answer(two, pair, second)
    store_answer(three, pairs[0], 3)
    store_answer(three, pairs[1], None, reason_not_judged=Reason.LANGUAGE)
    return campaign


def assessor(campaign: Campaign, pseudonym: str) -> PilotAssessor:
    return next(row for row in pilot_report(campaign).assessors if row.pseudonym == pseudonym)


def test_it_says_what_the_pilot_is(judged: Campaign) -> None:
    report = pilot_report(judged)
    assert (report.n_pairs, report.n_topics) == (3, 1)


def test_agreement_is_of_the_pilot_pairs(judged: Campaign) -> None:
    outside = judged.pairs.filter(in_pilot=False)[0]
    outside.slots.all().delete()
    outside.kind, outside.wanted = PairKind.OVERLAP, None
    outside.save()
    store_answer(judged.memberships.get(pseudonym="P-1"), outside, 5)
    store_answer(judged.memberships.get(pseudonym="P-2"), outside, 1)
    agreement = pilot_report(judged).agreement
    assert (agreement.n_pairs, agreement.n_votes) == (3, 7)
    assert (agreement.fleiss_votes, agreement.fleiss_rule) == (3, "chosen")
    # couples that agree: 1 of 3 on the first pair, 0 of 1 on the second, 1 of 1 on the third
    assert agreement.percent_agreement == pytest.approx((1 / 3 + 0 + 1) / 3)


def test_an_assessor_is_held_against_the_others(judged: Campaign) -> None:
    two = assessor(judged, "P-2")
    assert (two.n_judged, two.n_not_judged, two.n_shared) == (3, 0, 3)
    assert two.agreement == pytest.approx((1 / 2 + 0 + 1) / 3)
    assert two.mean_difference == pytest.approx(((1 - 2) + (4 - 3) + (5 - 5)) / 3)


def test_kappa_is_with_the_median_of_the_others(judged: Campaign) -> None:
    # P-1 gave 1, 3, 5; the others' middles 1 and 2, 4, 5: 1.5 apart, by chance
    # (own in rows, others in columns) as the table of halves has it.
    assert assessor(judged, "P-1").kappa_quadratic == pytest.approx(0.8)


def test_every_grade_of_the_scale_is_counted(judged: Campaign) -> None:
    assert assessor(judged, "P-1").grades == {1: 1, 2: 0, 3: 1, 4: 0, 5: 1}


def test_time_is_the_median_of_what_was_recorded(judged: Campaign) -> None:
    times = [assessor(judged, name).median_active_ms for name in ("P-1", "P-2")]
    assert times == [3000.0, None]


def test_reasons_are_counted(judged: Campaign) -> None:
    store_answer(judged.memberships.get(pseudonym="P-4"), judged.pairs.all()[0], None)
    assert pilot_report(judged).reasons == {"language": 1, "other": 1}
    assert assessor(judged, "P-3").reasons == {"language": 1}


def test_every_assessor_at_work_is_to_answer_every_pair(judged: Campaign) -> None:
    report = pilot_report(judged)
    assert (report.n_answers, report.n_expected) == (8, 12)
    assert report.verdict.sentence.startswith("Too few judgments yet: 3 pairs have two grades")


def test_only_assessors_are_listed_and_others_who_answered(judged: Campaign) -> None:
    judged.memberships.filter(pseudonym="P-4").update(role=Role.ADJUDICATOR)
    judged.memberships.filter(pseudonym="P-3").update(withdrawn_at=timezone.now())
    report = pilot_report(judged)
    assert [row.pseudonym for row in report.assessors] == ["P-1", "P-2", "P-3"]
    assert (report.n_answers, report.n_expected) == (6, 6)


def test_who_has_not_begun_stands_there(judged: Campaign) -> None:
    four = assessor(judged, "P-4")
    assert (four.n_judged, four.agreement, four.kappa_quadratic) == (0, None, None)


def test_a_pilot_without_answers_is_empty(campaign: Campaign) -> None:
    report = pilot_report(campaign)
    assert (report.n_pairs, report.agreement.n_votes, report.assessors) == (3, 0, [])
    assert report.agreement.fleiss_rule == "chosen"


@pytest.mark.parametrize("n", [2, 50])
def test_it_costs_the_same_for_many_assessors(
    n: int,
    campaign: Campaign,
    pairs: list[CampaignPair],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for member in assessors(campaign, n):
        store_answer(member, pairs[0])
    with django_assert_num_queries(5):
        pilot_report(campaign)
