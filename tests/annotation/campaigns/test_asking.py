"""Ask more about chosen pairs of a campaign: one more judgment, or an adjudicator."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from annotation.adjudication.rules import left_for
from annotation.campaigns import asking
from annotation.campaigns.asking import Asked, PairIds, ask_more, send_to_adjudication
from annotation.exceptions import DecisionRefused, PoolRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    DecisionReason,
    EventKind,
    PairKind,
    Unit,
)
from annotation.pairs.deciding import decide
from annotation.pools.building import build_pool_from_runs
from annotation.votes.stored import stored_votes
from ranking.models import Run
from tests.annotation.answering import judge
from tests.annotation.assessing import answer, crew, serve, small_campaign, work_off
from tests.annotation.voting import cast_votes, grade_as_expert, member_named, pair_of
from tests.factories import (
    make_campaign,
    make_collection,
    make_run,
    make_topics,
    make_user,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db

TEXTS = {"d1": "one", "d2": "two", "d3": "three", "d4": "four", "d5": None}
DONE = {"ann": 3, "bob": 3}


@pytest.fixture
def olga(db: None) -> User:
    return make_user("olga", "annotation.may_organize")


@pytest.fixture
def runs(db: None) -> list[Run]:
    ground = make_collection(texts=TEXTS), make_topics(queries={"q1": "a", "q2": "b", "q3": "c"})
    first = make_run("first", *ground, {"q1": ["d1", "d2"], "q2": ["d1", "d2", "d3"]})
    other = {"q1": ["d3", "d1"], "q2": ["d2", "d1", "d4", "d3"]}
    return [first, make_run("second", *ground, other)]


@pytest.fixture
def campaign(runs: list[Run]) -> Campaign:
    """Over the top two of both runs, q1 d1-d3 and q2 d1-d2; q1 d1 and d2 have all they want."""
    pool = build_pool_from_runs(name="pool", runs=runs, depth=2).pool
    campaign = make_campaign("live", pool, judgments_per_pair=2)
    return cast_votes(campaign, {("q1", "d1"): DONE, ("q1", "d2"): DONE})


def ids(*names: str) -> list[PairIds]:
    return [PairIds(*name.split()) for name in names]


def slots(pair: CampaignPair) -> tuple[int | None, int, int]:
    """Wanted judgments, slots, and those of them that are open."""
    pair.refresh_from_db()
    return pair.wanted, pair.slots.count(), pair.slots.filter(judgment=None).count()


@pytest.mark.parametrize("unit", Unit)
def test_a_finished_pair_is_served_to_one_more_assessor(unit: Unit, olga: User) -> None:
    campaign = small_campaign(1, 2, k=1, unit=unit)
    first, second = crew(campaign, 2)
    work_off(first)
    pair = pair_of(campaign, "q0", "d1")
    assert serve(second) == []
    assert ask_more(campaign=campaign, pairs=ids("q0 d1"), actor=olga) == Asked(1, n_judgments=1)
    assert slots(pair) == (2, 2, 1)
    assert serve(first) == []
    [served] = serve(second)
    assert served.name == "q0 d1"
    answer(second, served, 5)
    assert stored_votes(campaign).is_further.tolist() == [False, False, True]
    event = campaign.events.get(kind=EventKind.JUDGMENTS_ASKED)
    assert (event.actor, event.details) == (olga, {"n_asked": 1, "n_added": 0})


def test_a_repeated_request_adds_nothing_until_the_first_is_answered(campaign: Campaign) -> None:
    pairs = ids("q1 d1", "q1 d2", "q1 d1")
    assert ask_more(campaign=campaign, pairs=pairs).n_asked == 2
    assert ask_more(campaign=campaign, pairs=pairs) == Asked(n_waiting=2)
    assert campaign.events.filter(kind=EventKind.JUDGMENTS_ASKED).count() == 1
    cast_votes(campaign, {("q1", "d1"): {"cat": 3}})
    assert ask_more(campaign=campaign, pairs=pairs) == Asked(1, n_judgments=1, n_waiting=1)


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_moment_ask_and_add_once(campaign: Campaign) -> None:
    def ask(_: int) -> Asked:
        try:
            return ask_more(campaign=campaign, pairs=ids("q1 d1", "q1 d4"))
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        asked = list(threads.map(ask, range(6)))
    assert sum(one.n_asked for one in asked) == 1
    assert sum(one.n_added for one in asked) == 1
    assert slots(pair_of(campaign, "q1", "d1")) == (3, 3, 1)
    assert slots(pair_of(campaign, "q1", "d4")) == (2, 2, 2)


def test_a_surplus_grade_is_taken_at_once(campaign: Campaign) -> None:
    pair = pair_of(campaign, "q1", "d1")
    late = judge(member_named(campaign, "cat"), pair, 4)
    assert not hasattr(late, "slot")
    assert ask_more(campaign=campaign, pairs=ids("q1 d1")).n_asked == 1
    assert slots(pair) == (3, 3, 0)


def test_decided_pairs_those_of_other_kinds_and_those_that_wait_are_left(
    campaign: Campaign, olga: User
) -> None:
    decide(pair=pair_of(campaign, "q1", "d1"), adjudicator=olga, grade=4)
    grade_as_expert(pair_of(campaign, "q2", "d1"), 4)
    pairs = ids("q1 d1", "q2 d1", "q2 d2", "q1 d5")
    before = campaign.slots.count()
    left = Asked(n_waiting=1, n_decided=1, n_other_kind=1, n_textless=1)
    assert ask_more(campaign=campaign, pairs=pairs) == left
    assert campaign.slots.count() == before
    assert not campaign.events.filter(kind=EventKind.JUDGMENTS_ASKED).exists()


def test_a_pair_that_was_not_pooled_enters_with_what_the_pools_runs_say(
    campaign: Campaign,
) -> None:
    """Below the pool's depth, both runs rank d3 for q2; none ranks d4 for q1."""
    campaign.pool.pairs.update(stratum="high")
    asked = ask_more(campaign=campaign, pairs=ids("q1 d4", "q2 d3"))
    assert asked == Asked(n_added=2, n_judgments=4)
    alone, ranked = pair_of(campaign, "q1", "d4"), pair_of(campaign, "q2", "d3")
    assert (alone.pair.n_runs, alone.pair.best_rank, alone.pair.stratum) == (0, None, "high")
    assert (ranked.pair.n_runs, ranked.pair.best_rank) == (2, 3)
    assert slots(alone) == slots(ranked) == (2, 2, 2)
    assert ask_more(campaign=campaign, pairs=ids("q1 d4")) == Asked(n_waiting=1)


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ("q9 d1", "unknown_topic"),
        ("q1 d9", "unknown_passage"),
        ("q3 d1", "topic_not_in_campaign"),
    ],
)
def test_pairs_out_of_reach_are_refused_and_nothing_is_asked(
    campaign: Campaign, pair: str, code: str
) -> None:
    with refused(PoolRefused, code, field="pairs", says=pair[:2] if "q1" not in pair else "d9"):
        ask_more(campaign=campaign, pairs=ids("q1 d1", "q1 d4", pair))
    assert slots(pair_of(campaign, "q1", "d1")) == (2, 2, 0)
    assert campaign.pairs.count() == 5


def test_a_campaign_that_is_over_and_too_many_pairs_are_refused(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_PAIRS", 1)
    with refused(PoolRefused, "too_many_at_once", field="pairs"):
        ask_more(campaign=campaign, pairs=ids("q1 d1", "q1 d2"))
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.CLOSED)
    with refused(PoolRefused, "campaign_over"):
        ask_more(campaign=campaign, pairs=ids("q1 d1"))


def test_pairs_sent_to_adjudication_are_in_the_queue(campaign: Campaign, olga: User) -> None:
    decide(pair=pair_of(campaign, "q1", "d1"), adjudicator=olga, grade=4)
    grade_as_expert(pair_of(campaign, "q2", "d1"), 4, PairKind.QUALIFICATION)
    pairs = ids("q1 d1", "q1 d2", "q2 d1", "q2 d2")
    sent = send_to_adjudication(campaign=campaign, pairs=pairs, actor=olga)
    assert sent == Asked(2, n_decided=1, n_other_kind=1)
    queue = left_for(make_user("ada"), campaign, [DecisionReason.CHOSEN])
    assert list(queue) == [pair_of(campaign, "q1", "d2"), pair_of(campaign, "q2", "d2")]
    again = send_to_adjudication(campaign=campaign, pairs=pairs, actor=make_user("otto"))
    assert again == Asked(n_waiting=2, n_decided=1, n_other_kind=1)
    assert set(campaign.chosen_pairs.values_list("chosen_by", flat=True)) == {olga.pk}


def test_what_cannot_be_decided_is_not_sent(campaign: Campaign, olga: User) -> None:
    sent = send_to_adjudication(campaign=campaign, pairs=ids("q1 d1", "q1 d4"), actor=olga)
    assert sent == Asked(1, n_absent=1)
    campaign.state = CampaignState.ARCHIVED
    with refused(DecisionRefused, "campaign_archived"):
        send_to_adjudication(campaign=campaign, pairs=ids("q1 d1"), actor=olga)


def test_the_page_asks_and_sends(campaign: Campaign, olga: User, client: Client) -> None:
    client.force_login(olga)
    address = f"/api/campaigns/{campaign.pk}/pairs/ask"
    pairs = [{"query_id": "q1", "doc_id": "d1"}]
    for action in ("judgment", "adjudication"):
        body = {"action": action, "pairs": pairs}
        seen = client.post(address, body, content_type="application/json")
        assert (seen.status_code, seen.json()["n_asked"]) == (200, 1)
    pairs = [{"query_id": "q9", "doc_id": "d1"}]
    seen = client.post(
        address, {"action": "judgment", "pairs": pairs}, content_type="application/json"
    )
    assert (seen.status_code, seen.json()["code"]) == (400, "unknown_topic")
