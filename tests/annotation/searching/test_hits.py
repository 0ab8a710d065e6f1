"""Hits of an assessor's search: passages that can be judged, with their own answers alone."""

from __future__ import annotations

import pytest

from annotation.exceptions import SearchRefused
from annotation.models import Campaign, CampaignPair, Membership, PairKind
from annotation.pools.pairs import Mark
from annotation.searching.hits import Hit, Hits, OwnAnswer, search_passages
from annotation.serving.tickets import Ticket
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers import passage_search
from ranking.rankers.indexes import build_lexical_index
from tests.annotation.answering import judge
from tests.annotation.assessing import crew, fresh, serve, work_off
from tests.annotation.searching.searched import NEW, NEXT, searched_campaign
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

ROUND = {"pass_share": 1.0}


@pytest.fixture
def member(db: None) -> Membership:
    return crew(searched_campaign(), 1)[0]


def search(member: Membership, words: str, ticket: Ticket | None = None, page: int = 1) -> Hits:
    ticket = ticket or serve(member)[0].ticket
    return search_passages(membership=fresh(member), ticket=ticket, words=words, page=page)


def test_only_what_can_be_judged_is_found(member: Membership) -> None:
    found = search(member, "spruces")
    assert found.rows == [Hit(NEW, "", "More on spruces.", own=None)]
    assert (found.n, found.words) == (1, ["spruces"])


def test_the_qualification_round_is_left_out() -> None:
    mark = Mark(PairKind.QUALIFICATION, grade=3)
    [member] = crew(searched_campaign(marks={1: mark}, campaign=ROUND), 1)
    work_off(member, most=1)
    assert [row.passage for row in search(member, "passage").rows] == [0, 2]


def test_own_answers_are_shown_and_those_of_others_never(member: Membership) -> None:
    [served] = serve(member)
    campaign = served.pair.campaign
    in_topic = campaign.pairs.filter(pair__topic=served.pair.pair.topic_id)
    mine, theirs, untouched = in_topic.order_by("pair__passage__ordinal")
    judge(member, mine, 4)
    judge(crew(campaign, 1)[0], theirs, 1)
    rows = search(member, "passage", served.ticket).rows
    assert [row.own for row in rows] == [OwnAnswer(4, None), None, None]
    judge(member, untouched, None)
    assert search(member, "passage", served.ticket).rows[2].own == OwnAnswer(None, "other")


def test_gold_looks_like_any_other() -> None:
    gold = Mark(PairKind.GOLD, grade=5)
    [member] = crew(searched_campaign(marks={1: gold}, gold_every=2), 1)
    rows = search(member, "passage").rows
    assert {row._replace(passage=0, snippet="") for row in rows} == {Hit(0, "", "", own=None)}


@thorough  # builds an index
def test_with_an_index_the_best_come_first_and_pages_hold_what_can_be_judged(
    member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage_search, "PAGE", 1)
    campaign = Campaign.objects.get()
    build_lexical_index(collection=campaign.pool.collection, options=PLAIN_INDEX)
    first = search(member, "spruce stands")
    assert ([row.passage for row in first.rows], first.n, first.next) == ([NEXT], 2, 2)
    assert [row.passage for row in search(member, "spruce stands", page=2).rows] == [NEW]


def test_too_many_passages_without_an_index_are_refused(
    member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage_search, "MOST_READ", 2)
    with refused(SearchRefused, "not_searchable", field="words"):
        search(member, "spruces")


def test_a_pair_of_another_topic_has_no_search(member: Membership) -> None:
    campaign = Campaign.objects.get()
    serve(member)
    elsewhere: CampaignPair = campaign.pairs.filter(pair__topic__query_id="q1")[0]
    with refused(SearchRefused, "no_seat_in_topic"):
        search(member, "spruces", Ticket(member.pk, elsewhere.pk, 1, None))
