"""How PostgreSQL finds what a claim asks for: by index, whatever its statistics say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from psycopg import _queries
from psycopg.adapt import PyFormat, Transformer

from annotation.models import AssessorKind, Campaign, Membership
from annotation.serving.claim_context import STATEMENTS, lock_claim_context, parameters_of
from tests.annotation.answering import claim
from tests.database.shared_rows import MakeShared
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES = 60, 20
QUEUE = ("annotation_slot", "annotation_topicseat", "annotation_judgment")
N_FREE = {"n": 1, "first": 1, "only_spare": False}
GIVEN = {"topic_in_hand": 1, "position_in_hand": 1}
SPECIAL = {
    "source": "marked",
    "marked": "gold",
    "in_pilot": False,
    "occasion": 0,
    "position": 9,
    "start": 5,
    "topic": 1,
    "most": 1000,
    "only_look": False,
}
GIVEN_TO: dict[str, dict[str, Any]] = {
    "count_in_topics": {"topics": [1], "most": 1000},
    "give_back_last": {"n": 1},
    "give_back_personal": GIVEN,
    "give_back_shared": GIVEN,
    "has_more_in_hand": {"topic_in_hand": 1},
    "lease_found": {**N_FREE, "pair": 1},
    "lease_in_order": {**N_FREE, "start": 0},
    "lease_in_own_seats": {**N_FREE, "start": 5},
    "lease_left": N_FREE,
    "lease_special_pair": SPECIAL,
    "lease_spare": N_FREE,
    "mark_due": {"campaign": 1, "topic": 1, "over": ["closed"]},
    "take_seat": {"start": 0, "new_first": True, "absent": False},
    "wait": {"waits": True, "asks_within_s": 60},
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


def plan_of(name: str, member: Membership) -> dict[str, Any]:
    """As claims have it: made once for all values, after the settings of `lock_membership`."""
    values = {**lock_claim_context(member.pk)._asdict(), **GIVEN_TO.get(name, {})}
    with connection.cursor() as cursor:
        types = Transformer(connection.connection)
        names = parameters_of(STATEMENTS[name])
        oids = [types.get_dumper(values[one], PyFormat.AUTO).oid for one in names]
        numbers = {one: f"${number}" for number, one in enumerate(names, start=1)}
        cursor.execute(
            "SELECT oid, format_type(oid, NULL) FROM pg_type WHERE oid = ANY(%s)", [oids]
        )
        type_of = {0: "unknown", **dict(cursor.fetchall())}
        takes = ", ".join(type_of[oid] for oid in oids)
        cursor.execute(f"PREPARE asked ({takes}) AS {STATEMENTS[name] % numbers}")
        cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE asked ({', '.join(['NULL'] * len(names))})")
        [(plan,)] = cursor.fetchall()
        cursor.execute("DEALLOCATE asked")
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


def test_a_claim_reads_no_table_of_the_queue_from_end_to_end(member: Membership) -> None:
    """With statistics and without."""
    without = {name: scanned(plan_of(name, member)) for name in STATEMENTS}
    analyze()
    found = {name: scanned(plan_of(name, member)) for name in STATEMENTS}
    assert without == found == {name: [] for name in STATEMENTS}


@pytest.mark.parametrize(
    ("name", "index", "sorts"),
    [
        ("lease_in_order", "slot_open_in_order", []),
        ("lease_special_pair", "campaign_pair_special", ["Sort"]),  # of the qualification round
    ],
)
def test_pairs_come_from_their_index_in_order(
    name: str, index: str, sorts: list[str], member: Membership
) -> None:
    """Without a sort, so that the first free pair ends the search."""
    analyze()
    plan = plan_of(name, member)
    assert index in indexes(plan)
    assert sorted_or_hashed(plan, index) == sorts


MADE_FOR = {
    "count_special_pairs": {"campaign_pair_special", "slot_personal"},
    "finish_seats": {"slot_open_by_topic"},
    "give_back_personal": {"slot_personal"},
    "give_back_shared": {"slot_in_hand"},
    "has_more_in_hand": {"slot_open_by_topic", "topic_seat_one_per_holder"},
    "in_hand": {"slot_in_hand"},
    "lease_in_own_seats": {"slot_open_by_topic"},
    "lease_left": {"slot_open_by_topic"},
    "lease_spare": {"slot_spare"},
    "left_for_me": {"slot_in_hand"},
    "read_claim_context": {
        "judgment_live_by_assessor",
        "membership_waiting",
        "topic_seat_of_holder",
    },
    "renew_all": {"slot_in_hand", "topic_seat_of_holder"},
    "renew_leases": {"slot_in_hand"},
    "topic_served_last": {"judgment_live_by_assessor", "slot_in_hand"},
    "take_seat": {"topic_seat_free_begun", "topic_seat_free_new", "topic_seat_in_use"},
}


def test_a_claim_goes_by_the_indexes_made_for_it(member: Membership) -> None:
    analyze()
    left = {name: made - indexes(plan_of(name, member)) for name, made in MADE_FOR.items()}
    assert left == {name: set() for name in MADE_FOR}


def test_psycopg_keeps_what_it_made_of_each_statement_but_the_longest(
    member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, read = list[bytes](), _queries._query2pg_nocache

    def noted(query: bytes, encoding: str) -> Any:
        reads.append(query)
        return read(query, encoding)

    monkeypatch.setattr(_queries, "_query2pg_nocache", noted)
    assert claim(make_member(member.campaign, make_user("carol"), AssessorKind.SIMULATED), 5).slots
    assert reads == [STATEMENTS["take_seat"].encode()]
