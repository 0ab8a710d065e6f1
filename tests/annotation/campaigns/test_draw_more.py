from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotation.campaigns.asking import PairIds, ask_more
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.drawing_more import Drawn, draw_more
from annotation.campaigns.growing import add_pairs
from annotation.campaigns.planned_work import Crew, Plan, plan_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import parse_scale
from annotation.models import Campaign, CampaignState, EventKind, Order, Pool, Unit
from annotation.pools.asked_design import Asked, ByDesign, Draw
from annotation.pools.building import build_pool_from_runs
from annotation.pools.by_design import build_pool_by_design
from annotation.pools.planned import planned_pool
from ranking.models import Run
from regrade.measures import parse_measures
from tests.annotation.answering import claim, judge
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_run,
    make_topics,
    make_user,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db

DOC_IDS = [f"d{i}" for i in range(12)]
QUERY_IDS = [f"q{i}" for i in range(4)]
N_DRAWABLE = 36
BY = ByDesign(parse_measures("DCG@6"), Asked("pair", ["bm25", "bert"]), seed=5)


@pytest.fixture
def runs(db: None) -> list[Run]:
    """Of each topic nine passages can bear on how far apart the two are."""
    ground = (
        make_collection(texts={one: one for one in DOC_IDS}),
        make_topics(queries={query_id: query_id for query_id in QUERY_IDS}),
    )
    lists = {"bm25": DOC_IDS[:6], "bert": DOC_IDS[3:9]}
    return [
        make_run(name, *ground, dict.fromkeys(QUERY_IDS, doc_ids))
        for name, doc_ids in lists.items()
    ]


def drawn_pool(runs: list[Run], n: int, name: str = "drawn") -> Pool:
    return build_pool_by_design(name=name, runs=runs, depth=6, draw=Draw(n, BY)).pool


def campaign_over(pool: Pool, name: str = "live") -> Campaign:
    grades = parse_scale("0-3")
    return create_campaign(name=name, pool=pool, grades=grades, judgments_per_pair=1, notice="")


@pytest.fixture
def campaign(runs: list[Run]) -> Campaign:
    return campaign_over(drawn_pool(runs, 5))


Row = tuple[str, str, int, float]


def rows_of(pool: Pool) -> list[Row]:
    columns = ("topic__query_id", "passage__doc_id", "draw_place", "probability")
    return list(pool.pairs.order_by("pk").values_list(*columns))


def places_of(campaign: Campaign) -> list[int]:
    rows = campaign.pairs.order_by("pk").values_list("pair__draw_place", flat=True)
    return [place for place in rows if place is not None]


def test_drawing_on_gives_what_one_draw_gives(campaign: Campaign, runs: list[Run]) -> None:
    assert draw_more(campaign=campaign, n=4) == Drawn(4, 4, 9, N_DRAWABLE)
    draw_more(campaign=campaign, n=6)
    pool = Pool.objects.get(pk=campaign.pool_id)
    at_once = drawn_pool(runs, 15, "at-once")
    assert rows_of(pool) == rows_of(at_once)
    assert pool.recipe == at_once.recipe
    assert places_of(campaign) == list(range(1, 16))
    events = campaign.events.filter(kind=EventKind.PAIRS_ADDED).order_by("pk")
    assert events[1].details == {"n_drawn": 6, "n_in_all": 15}


def test_drawn_pairs_are_judged_in_the_order_drawn(campaign: Campaign) -> None:
    policy = campaign.policy()
    assert (policy.unit, policy.order) == (Unit.PAIRS, Order.FIXED)
    Campaign.objects.update(state=CampaignState.OPEN)
    campaign.refresh_from_db()
    member = make_member(campaign, make_user("ann"))
    served = []
    for _ in range(5):
        [slot] = claim(member).slots
        served.append(slot.campaign_pair.pair.draw_place)
        judge(member, slot.campaign_pair)
    draw_more(campaign=campaign, n=3)
    served += [slot.campaign_pair.pair.draw_place for slot in claim(member, 3).slots]
    assert served == list(range(1, 9))


def test_campaigns_over_one_pool_draw_on_from_where_each_is(campaign: Campaign) -> None:
    other = campaign_over(campaign.pool, "other")
    draw_more(campaign=campaign, n=6)
    draw_more(campaign=other, n=2)
    assert places_of(other) == list(range(1, 8))
    assert campaign.pool.pairs.count() == 11
    draw_more(campaign=other, n=6)
    assert (len(places_of(campaign)), len(places_of(other))) == (11, 13)


@pytest.mark.parametrize("n", [0, N_DRAWABLE - 4], ids=["none", "more than there are"])
def test_numbers_that_cannot_be_drawn_are_refused(n: int, campaign: Campaign) -> None:
    code = "too_many_drawn" if n else "too_few_drawn"
    with refused(PoolRefused, code=code, field="n"):
        draw_more(campaign=campaign, n=n)
    assert campaign.pool.pairs.count() == 5


def for_ideal_of(runs: list[Run], *labels: int) -> Draw:
    """A draw for the ideal rankings of imported labels, which have no scale but their values."""
    of_topic = dict(zip(DOC_IDS, labels, strict=False))
    ground = runs[0].collection, runs[0].topic_set
    ideal = make_labels("older", *ground, dict.fromkeys(QUERY_IDS, of_topic))
    return Draw(5, ByDesign(parse_measures("nDCG@6"), Asked("all"), ideal_of=ideal))


def plan_over(runs: list[Run], draw: Draw) -> Plan:
    return plan_campaign(
        pool=planned_pool(runs=runs, depth=6, draw=draw),
        n_pairs=5,
        marks=(),
        scale=(0, 1, 2, 3),
        n_overlap=0,
        judgments_per_pair=1,
        crew=Crew(1, None, 10),
        policy=PolicyOptions(),
    )


def test_grades_below_a_label_of_the_ideal_rankings_are_refused(runs: list[Run]) -> None:
    draw = for_ideal_of(runs, 4, 0)
    pool = build_pool_by_design(name="drawn", runs=runs, depth=6, draw=draw).pool
    with refused(PoolRefused, code="ideal_on_other_scale", field="ideal_of", says="grade is 3"):
        campaign_over(pool)
    with refused(PoolRefused, code="ideal_on_other_scale", field="ideal_of"):
        plan_over(runs, draw)


def test_labels_of_ideal_rankings_need_not_reach_the_highest_grade(runs: list[Run]) -> None:
    draw = for_ideal_of(runs, 2, 0)
    assert plan_over(runs, draw).pairs.regular == 5
    pool = build_pool_by_design(name="drawn", runs=runs, depth=6, draw=draw).pool
    assert campaign_over(pool).pool == pool


def test_a_campaign_that_is_over_draws_no_more(campaign: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.CLOSED)
    with refused(PoolRefused, code="campaign_over"):
        draw_more(campaign=campaign, n=1)


def test_other_pools_are_not_drawn_on(runs: list[Run]) -> None:
    pool = build_pool_from_runs(name="deep", runs=runs, depth=2).pool
    with refused(PoolRefused, code="not_by_design"):
        draw_more(campaign=make_campaign("plain", pool), n=1)


def test_a_pool_whose_passages_changed_is_not_drawn_on(campaign: Campaign) -> None:
    first = campaign.pool.pairs.get(draw_place=1)
    first.topic.rankings.all().delete()
    with refused(PoolRefused, code="design_changed"):
        draw_more(campaign=campaign, n=1)


def test_chosen_pairs_do_not_come_into_a_drawn_pool(campaign: Campaign, runs: list[Run]) -> None:
    with refused(PoolRefused, code="pool_by_design"):
        add_pairs(campaign=campaign, runs=runs, depth=6)
    with refused(PoolRefused, code="pool_by_design"):
        ask_more(campaign=campaign, pairs=[PairIds("q0", "d11")])


def test_more_is_drawn_from_the_command(campaign: Campaign) -> None:
    out = StringIO()
    call_command("add_pairs", "--campaign", "live", "--draw", "4", stdout=out)
    assert "drawn pairs in all" in out.getvalue()
    assert places_of(campaign) == list(range(1, 10))
    with pytest.raises(CommandError):
        call_command("add_pairs", "--campaign", "live", "--draw", "4", "--depth", "2")


@pytest.mark.django_db(transaction=True)
def test_draws_at_once_follow_one_another(campaign: Campaign) -> None:
    def draw(n: int) -> int:
        try:
            return draw_more(campaign=campaign, n=n).n_in_all
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        totals = sorted(threads.map(draw, [4, 4, 4]))
    assert totals == [9, 13, 17]
    assert places_of(campaign) == list(range(1, 18))
