"""A passage that an assessor found is served like any other, and marked in the pool."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from annotation.exceptions import CampaignNotOpen, SearchRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    Membership,
    PairKind,
    PairOrigin,
    PooledPair,
    Role,
    TopicSeat,
)
from annotation.pools.pairs import Mark
from annotation.serving.claim import MAX_LEASED
from annotation.serving.claim_context import read_claim_context
from annotation.serving.gold import count_in_topics
from annotation.serving.tickets import Ticket
from tests.annotation.answering import judge
from tests.annotation.assessing import answer, crew, serve, work_off
from tests.annotation.searching.searched import (
    CATS,
    N_POOLED,
    NEW,
    NEXT,
    TEXTLESS,
    open_passage,
    searched_campaign,
)
from tests.factories import make_run
from tests.refusals import refused

pytestmark = pytest.mark.django_db

GOLD = Mark(PairKind.GOLD, grade=3)


@pytest.fixture
def campaign(db: None) -> Campaign:
    return searched_campaign()


@pytest.fixture
def member(campaign: Campaign) -> Membership:
    return crew(campaign, 1)[0]


@pytest.fixture
def ticket(member: Membership) -> Ticket:
    """Of the first pair of q0, where the member has a seat."""
    return serve(member)[0].ticket


def pair_found(campaign: Campaign, passage: int = NEW) -> CampaignPair:
    return campaign.pairs.select_related("pair").get(pair__passage__ordinal=passage)


def test_what_is_new_comes_into_pool_and_campaign_and_is_served_first(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    topic = campaign.pool.topic_set.topics.get(query_id="q0")
    make_run("run", campaign.pool.collection, campaign.pool.topic_set, {"q0": ["d0", "d3"]})
    campaign.pool.runs.set(campaign.pool.collection.runs.all())
    opened = open_passage(member, ticket)
    pair = pair_found(campaign)
    assert [one.campaign_pair_id for one in opened.claim.leased] == [
        pair.pk,
        ticket.campaign_pair_id,
    ]
    assert (pair.pair.origin, pair.pair.topic_id) == (PairOrigin.SEARCH, topic.pk)
    assert (pair.pair.n_runs, pair.pair.best_rank, pair.wanted) == (1, 2, 1)
    member.refresh_from_db()
    assert (opened.claim.leased[0].position, member.n_served) == (2, 2)


def test_opened_again_it_is_served_as_it_was(member: Membership, ticket: Ticket) -> None:
    first = open_passage(member, ticket)
    assert open_passage(member, ticket).claim.leased == first.claim.leased
    assert PooledPair.objects.filter(origin=PairOrigin.SEARCH).count() == 1


def test_judged_already_it_comes_as_the_own_answer(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    open_passage(member, ticket)
    given = judge(member, pair_found(campaign), 4)
    opened = open_passage(member, ticket)
    assert (opened.judgment, opened.claim.leased) == (given, ())


def test_the_answer_fills_its_slot_and_the_queue_goes_on(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    open_passage(member, ticket)
    served = work_off(member)
    names = [one.name for one in served]
    assert sorted(names[:4]) == ["q0 d0", "q0 d1", "q0 d2", "q0 d3"]
    assert names[4:] == ["q1 d0", "q1 d1", "q1 d2"]
    assert pair_found(campaign).slots.filter(judgment__isnull=False).count() == 1


def test_a_pooled_passage_is_served_before_its_turn(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    [first, *_] = open_passage(member, ticket, passage=2).claim.leased
    assert campaign.pairs.get(pk=first.campaign_pair_id).pair.origin == PairOrigin.POOLED
    assert campaign.pairs.count() == 2 * N_POOLED


def test_others_with_a_seat_get_it_too_where_a_pair_wants_more() -> None:
    campaign = searched_campaign(k=2)
    finder, other = crew(campaign, 2)
    [served, *_] = serve(finder)
    work_off(other)
    assert TopicSeat.objects.get(topic=served.pair.pair.topic_id, holder=other).finished_at
    open_passage(finder, served.ticket)
    assert [one.name for one in serve(other)] == ["q0 d3"]


def test_a_topic_that_was_finished_can_still_be_searched(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    work_off(member)
    assert serve(member) == []
    open_passage(member, ticket)
    assert [one.name for one in serve(member)] == ["q0 d3"]


def test_gold_is_served_like_any_other() -> None:
    campaign = searched_campaign(marks={1: GOLD}, gold_every=2)
    [member] = crew(campaign, 1)
    [first] = serve(member)
    opened = open_passage(member, first.ticket, passage=1)
    gold = campaign.pairs.get(kind=PairKind.GOLD)
    assert opened.claim.leased[0].campaign_pair_id == gold.pk
    assert [one.name for one in work_off(member)].count("q0 d1") == 1


def test_what_was_found_moves_no_gold(member: Membership, ticket: Ticket) -> None:
    topic = CampaignPair.objects.get(pk=ticket.campaign_pair_id).pair.topic_id
    before = count_in_topics(read_claim_context(member.pk), [topic])[topic]
    open_passage(member, ticket)
    after = count_in_topics(read_claim_context(member.pk), [topic])[topic]
    assert after.n_pairs == before.n_pairs + 1
    assert (after.n_regular, after.n_regular_had) == (before.n_regular, before.n_regular_had)


@pytest.mark.django_db(transaction=True)
def test_two_who_find_it_at_once_get_one_pair() -> None:
    campaign = searched_campaign(k=2, new_topic_share=0.0)  # both in one topic
    members = crew(campaign, 2)
    tickets = [serve(member)[0].ticket for member in members]

    def found(place: int) -> int:
        try:
            opened = open_passage(members[place % 2], tickets[place % 2])
            return opened.claim.leased[0].campaign_pair_id
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(found, range(6))) == {pair_found(campaign).pk}
    holders = pair_found(campaign).slots.values_list("holder", flat=True)
    assert sorted(filter(None, holders)) == [member.pk for member in members]


def test_who_holds_as_many_as_they_may_gives_the_last_one_back(campaign: Campaign) -> None:
    campaign.quota = 3
    campaign.save()
    [member] = crew(campaign, 1)
    served = serve(member, 3)
    held = {one.campaign_pair_id for one in open_passage(member, served[0].ticket).claim.leased}
    assert held == {served[0].pair.pk, served[1].pair.pk, pair_found(campaign).pk}
    answer(member, served[0])
    answer(member, served[1])
    open_passage(member, served[0].ticket, NEXT)
    judge(member, pair_found(campaign, NEXT))
    with refused(SearchRefused, "quota_done"):
        open_passage(member, served[0].ticket, CATS)


def test_an_assessor_never_holds_more_than_a_claim_leases(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    [member] = crew(campaign, 1)
    monkeypatch.setattr("annotation.searching.opening.MAX_LEASED", 3)
    served = serve(member, 3)
    for passage in (NEW, NEXT):
        assert len(open_passage(member, served[0].ticket, passage).claim.leased) == 3
    assert MAX_LEASED > 3


def test_a_passage_of_others_and_one_without_a_text_are_refused(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    for passage in (TEXTLESS, 99):
        with refused(SearchRefused, "nothing_to_judge", field="passage"):
            open_passage(member, ticket, passage)
    [other] = crew(campaign, 1)
    judge(other, pair_found_in(ticket, passage=2))
    with refused(SearchRefused, "judged_by_others"):
        open_passage(member, ticket, passage=2)


def pair_found_in(ticket: Ticket, passage: int) -> CampaignPair:
    own = CampaignPair.objects.select_related("pair").get(pk=ticket.campaign_pair_id)
    return own.campaign.pairs.get(pair__topic=own.pair.topic_id, pair__passage__ordinal=passage)


def test_a_pair_of_the_qualification_round_is_refused() -> None:
    round_pair = Mark(PairKind.QUALIFICATION, grade=3)
    campaign = searched_campaign(marks={1: round_pair}, campaign={"pass_share": 1.0})
    [member] = crew(campaign, 1)
    [served] = serve(member)
    with refused(SearchRefused, "round_under_way"):
        open_passage(member, served.ticket)
    answer(member, served)
    [first] = serve(member)
    with refused(SearchRefused, "qualification_pair", field="passage"):
        open_passage(member, first.ticket, passage=1)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"allows_search": False}, "search_not_allowed"),
        ({"state": "pilot"}, "round_under_way"),
    ],
)
def test_a_campaign_without_a_search_now_refuses(
    campaign: Campaign, member: Membership, ticket: Ticket, fields: dict[str, object], code: str
) -> None:
    Campaign.objects.update(**fields)
    with refused(SearchRefused, code):
        open_passage(member, ticket)
    assert campaign.pairs.count() == 2 * N_POOLED


def test_who_may_not_judge_or_has_no_seat_is_refused(
    campaign: Campaign, member: Membership, ticket: Ticket
) -> None:
    Campaign.objects.update(state="paused")
    with refused(CampaignNotOpen, "campaign_not_open"):
        open_passage(member, ticket)
    Campaign.objects.update(state="open")
    Membership.objects.update(role=Role.ADJUDICATOR)
    with refused(CampaignNotOpen, "member_adjudicates"):
        open_passage(member, ticket)
    Membership.objects.update(role=Role.ASSESSOR)
    TopicSeat.objects.filter(holder=member).update(holder=None, taken_at=None, expires_at=None)
    with refused(SearchRefused, "no_seat_in_topic"):
        open_passage(member, ticket)
