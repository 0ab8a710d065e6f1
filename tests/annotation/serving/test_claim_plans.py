"""How PostgreSQL finds what a claim asks for: by index, whatever its statistics say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from annotation.models import AssessorKind, Campaign, Membership
from annotation.serving import queries as queries
from annotation.serving import special_pairs as special
from annotation.serving.turn import READ, take_turn
from tests.annotation.answering import claim
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)
from tests.shared_rows import MakeShared

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES = 60, 20
QUEUE = ("annotation_slot", "annotation_topicseat", "annotation_judgment")
SEAT = {"tried": [], "start": 0, "end": 2**63 - 1}
GIVEN = {"topic_in_hand": 1, "position_in_hand": 1}
CLAIMS: dict[str, tuple[str, dict[str, Any]]] = {
    "own seats": (queries.LEASE_IN_OWN_SEATS, {"n": 1, "first": 1, "start": 5}),
    "more in hand": (queries.HAS_MORE_IN_HAND, {"start": 5, "topic_in_hand": 1}),
    "give back": (queries.GIVE_BACK_SHARED, GIVEN),
    "give back gold": (queries.GIVE_BACK_PERSONAL, GIVEN),
    "turn": (READ, {}),
    "in order": (queries.LEASE_IN_ORDER, {"n": 1, "first": 1, "start": 0}),
    "new seat": (queries.TAKE_SEAT.format(queries.NEW_SEAT), SEAT),
    "begun seat": (queries.TAKE_SEAT.format(queries.BEGUN_SEAT), SEAT),
    "idle seat": (queries.TAKE_SEAT.format(queries.IDLE_SEAT), SEAT),
    "absent seat": (queries.TAKE_SEAT.format(queries.ABSENT_SEAT), SEAT),
    "spare": (queries.LEASE_SPARE, {"n": 1, "first": 1}),
    "left": (queries.LEASE_LEFT, {"n": 1, "first": 1}),
    "left for me": (queries.LEFT_FOR_ME, {}),
    "deal seat": (queries.DEAL_SEAT, {"topic": 1}),
    "finish": (queries.FINISH_SEATS, {}),
    "renew": (queries.RENEW_LEASES, {}),
    "in hand": (queries.IN_HAND, {}),
}


def campaign() -> Campaign:
    texts = {f"d{i}": f"Passage {i}." for i in range(N_PASSAGES)}
    topics = make_topics(queries={f"q{i}": f"query {i}" for i in range(N_TOPICS)})
    return make_campaign(pool=make_pool(collection=make_collection(texts=texts), topic_set=topics))


def two_who_have_begun() -> Membership:
    """The second of them."""
    where = campaign()
    for name in ("bob", "alice"):
        member = make_member(where, make_user(name), AssessorKind.SIMULATED)
        claim(member, 5)
    return member


@pytest.fixture(scope="module")
def member(make_shared: MakeShared) -> Membership:
    return make_shared(two_who_have_begun)


def analyze() -> None:
    """Statistics of the live rows alone, wherever they lie.

    Dead rows of earlier tests make their indexes dear, and which pages of so small a table have an
    assessor's pairs hangs on ids. The rows that an index leaves to read are what counts here.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in QUEUE:
            cursor.execute(f"CLUSTER {table} USING {table}_pkey")
        cursor.execute("ANALYZE")
        cursor.execute("SET LOCAL random_page_cost = 0; SET LOCAL seq_page_cost = 0")


def plan_of(query: str, member: Membership, **more: Any) -> dict[str, Any]:
    with connection.cursor() as cursor:
        parameters = {**take_turn(member.pk).parameters(), **more}
        cursor.execute(f"EXPLAIN (FORMAT JSON) {query}", parameters)
        [(plan,)] = cursor.fetchall()
    loaded = json.loads(plan) if isinstance(plan, str) else plan
    return dict(loaded[0]["Plan"])


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


def scanned(plan: dict[str, Any]) -> list[str]:
    """Tables of the queue that are read from end to end."""
    return [
        node["Relation Name"]
        for node in nodes(plan)
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in QUEUE
    ]


def sorted_or_hashed(plan: dict[str, Any], index: str) -> list[str]:
    """What stands between the index and the claim and would read it to its end first."""
    kinds = ("Sort", "Incremental Sort", "Hash", "Hash Join")
    above = [node for node in nodes(plan) if index in indexes(node)]
    return [node["Node Type"] for node in above if node["Node Type"] in kinds]


def indexes(plan: dict[str, Any]) -> set[str]:
    return {node["Index Name"] for node in nodes(plan) if "Index Name" in node}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_reads_no_table_of_the_queue_from_end_to_end(name: str, member: Membership) -> None:
    analyze()
    query, more = CLAIMS[name]
    assert scanned(plan_of(query, member, **more)) == []


def test_pairs_come_from_their_index_in_order(member: Membership) -> None:
    """Without a sort, so that the first free pair ends the search."""
    analyze()
    query, more = CLAIMS["in order"]
    plan = plan_of(query, member, **more)
    assert "slot_open_in_order" in indexes(plan)
    assert sorted_or_hashed(plan, "slot_open_in_order") == []


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_reads_by_index_though_there_are_no_statistics(
    name: str, member: Membership
) -> None:
    query, more = CLAIMS[name]
    assert scanned(plan_of(query, member, **more)) == []


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("own seats", "slot_open_by_topic"),
        ("more in hand", "slot_open_by_topic"),
        ("more in hand", "topic_seat_one_per_holder"),
        ("give back", "slot_in_hand"),
        ("give back gold", "slot_personal"),
        ("turn", "topic_seat_of_holder"),
        ("turn", "judgment_live_by_assessor"),
        ("new seat", "topic_seat_free_new"),
        ("begun seat", "topic_seat_free_begun"),
        ("absent seat", "topic_seat_in_use"),
        ("spare", "slot_spare"),
        ("left", "slot_open_by_topic"),
        ("left for me", "slot_in_hand"),
        ("finish", "slot_open_by_topic"),
        ("in hand", "slot_in_hand"),
        ("renew", "slot_in_hand"),
    ],
)
def test_a_claim_goes_by_the_index_made_for_it(name: str, index: str, member: Membership) -> None:
    analyze()
    query, more = CLAIMS[name]
    assert index in indexes(plan_of(query, member, **more))


PLACED = {"in_pilot": False, "occasion": 0, "position": 9, "start": 5, "topic": 1, "most": 1000}
SPECIAL: dict[str, tuple[str, dict[str, Any]]] = {
    "anywhere": (special.ANYWHERE, {"marked": "overlap"}),
    "in topic": (special.MARKED_IN_TOPIC, {"marked": "gold"}),
    "repeated": (special.REPEATED, {}),
    "repeated in topic": (special.REPEATED_IN_TOPIC, {}),
    "qualification": (special.NEXT, {"marked": "qualification"}),
}
OF_SPECIAL = {
    name: special.LEASE_PERSONAL_SLOT.format(query) for name, (query, _) in SPECIAL.items()
}


def plan_of_special(name: str, member: Membership) -> dict[str, Any]:
    return plan_of(OF_SPECIAL[name], member, **PLACED, **SPECIAL[name][1])


@pytest.mark.parametrize("name", SPECIAL)
def test_a_special_pair_is_found_without_reading_the_queue(name: str, member: Membership) -> None:
    assert scanned(plan_of_special(name, member)) == []
    analyze()
    assert scanned(plan_of_special(name, member)) == []


def test_special_pairs_come_from_their_index_in_order(member: Membership) -> None:
    analyze()
    plan = plan_of_special("anywhere", member)
    assert "campaign_pair_special" in indexes(plan)
    assert sorted_or_hashed(plan, "campaign_pair_special") == []


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (special.COUNT_SPECIAL_PAIRS, "campaign_pair_special"),
        (special.COUNT_SPECIAL_PAIRS, "slot_personal"),
        (special.TOPIC_ANSWERED_LAST, "judgment_live_by_assessor"),
        (special.TOPIC_HANDED_OUT_LAST, "slot_in_hand"),
    ],
)
def test_what_came_before_is_read_from_indexes(query: str, index: str, member: Membership) -> None:
    analyze()
    plan = plan_of(query, member)
    assert index in indexes(plan)
    assert scanned(plan) == []
