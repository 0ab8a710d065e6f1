"""A campaign from its draft to its archive, through a pilot."""

from __future__ import annotations

import pytest

from annotation.board.board import campaign_board
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.pilot_report import pilot_report
from annotation.campaigns.policy import PolicyOptions
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import parse_scale
from annotation.models import AssessorKind, Campaign, CampaignState, Membership, PairKind, Unit
from annotation.pools.pairs import Mark
from tests.annotation.answering import claim, judge
from tests.annotation.stored_answers import assessors
from tests.factories import make_collection, make_pool, make_topics
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES = 4, 3
N_ASSESSORS = 4


@pytest.fixture(params=[Unit.TOPICS, pytest.param(Unit.PAIRS, marks=thorough)])
def campaign(request: pytest.FixtureRequest, db: None) -> Campaign:
    """A draft of 12 pairs, 2 judgments each; one of them is for everyone."""
    pool = make_pool(
        collection=make_collection(texts={f"d{i}": f"Text {i}." for i in range(N_PASSAGES)}),
        topic_set=make_topics(queries={f"q{i}": f"query {i}" for i in range(N_TOPICS)}),
    )
    return create_campaign(
        name="course",
        pool=pool,
        grades=parse_scale("1-5"),
        judgments_per_pair=2,
        policy=PolicyOptions(unit=request.param),
        marks={pool.pairs.order_by("pk")[0].pk: Mark(PairKind.OVERLAP)},
        seed=1,
    )


@pytest.fixture
def members(campaign: Campaign) -> list[Membership]:
    return assessors(campaign, N_ASSESSORS, kind=AssessorKind.SIMULATED)


def judge_all(members: list[Membership], grade: int | None = None) -> int:
    """Take turns until nobody is served anything more; an assessor's grade is their own."""
    n = 0
    while True:
        before = n
        for number, member in enumerate(members, start=1):
            for slot in claim(member, 2).slots:
                judge(member, slot.campaign_pair, grade or number)
                n += 1
        if n == before:
            return n


def go(campaign: Campaign, state: CampaignState) -> None:
    set_campaign_state(campaign=campaign, state=state)


def test_pilot_then_open_then_closed(campaign: Campaign, members: list[Membership]) -> None:
    drawn = draw_pilot(campaign=campaign, n=2)
    go(campaign, CampaignState.PILOT)
    assert judge_all(members) == drawn.n_pairs * N_ASSESSORS
    report = pilot_report(campaign)
    assert {row.n_judged for row in report.assessors} == {drawn.n_pairs}
    assert report.agreement.n_votes == drawn.n_pairs * N_ASSESSORS

    go(campaign, CampaignState.OPEN)
    n_regular = N_TOPICS * N_PASSAGES - 1 - drawn.n_pairs
    assert judge_all(members, grade=3) == n_regular * 2 + N_ASSESSORS
    totals = campaign_board(campaign).totals
    assert (totals.pairs.regular, totals.n_votes) == (n_regular, n_regular * 2)
    assert totals.n_votes == totals.n_wanted
    assert totals.n_overlap_votes == (drawn.n_pairs + 1) * N_ASSESSORS
    assert (totals.n_surplus, totals.n_further) == (0, 0)

    go(campaign, CampaignState.CLOSED)
    go(campaign, CampaignState.ARCHIVED)
    assert judge_all(members) == 0
