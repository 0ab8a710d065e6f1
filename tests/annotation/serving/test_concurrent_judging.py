from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F

from annotation.models import Campaign, Judgment, Membership, Slot, TopicSeat
from annotation.serving.claim import Nothing
from annotation.serving.claim_context import STATEMENTS, fetch, lock_claim_context
from annotation.serving.leases import release_leases
from tests.annotation.answering import claim, judge, waiting_for_adjudication
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

N_THREADS = 16
N_TOPICS, N_PASSAGES, K = 6, 8, 3
PATIENCE_S = 120

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def members() -> list[Membership]:
    texts = {f"d{i}": f"Passage {i}." for i in range(N_PASSAGES)}
    queries = {f"q{i}": f"question {i}" for i in range(N_TOPICS)}
    pool = make_pool(
        collection=make_collection(texts=texts), topic_set=make_topics(queries=queries)
    )
    campaign = make_campaign(pool=pool, judgments_per_pair=K)
    return [make_member(campaign, make_user(f"assessor{i}")) for i in range(N_THREADS)]


def work(membership: Membership) -> list[int]:
    """Claim and judge until all is done, as a hasty client does; returns what was acknowledged."""
    rng = random.Random(membership.pk)
    deadline = time.monotonic() + PATIENCE_S
    acknowledged: list[int] = []
    try:
        while time.monotonic() < deadline:
            claimed = claim(membership, rng.randint(1, 5))
            if claimed.nothing == Nothing.FINISHED:
                break
            for slot in claimed.slots[: rng.randint(1, 5)]:
                acknowledged += answer(membership, slot, rng)
            if not claimed.slots:
                time.sleep(0.05)
    finally:
        connection.close()
    return acknowledged


def answer(membership: Membership, slot: Slot, rng: random.Random) -> Iterator[int]:
    """A grade, now and then sent twice, changed at once, or left out the first time."""
    pair, key = slot.campaign_pair, uuid4()
    first_asked = not pair.judgments.exists()
    grade = None if first_asked and rng.random() < 0.05 else rng.randint(1, 5)
    yield judge(membership, pair, grade, client_key=key).pk
    if rng.random() < 0.2:
        yield judge(membership, pair, grade, client_key=key).pk
    if rng.random() < 0.1:
        yield judge(membership, pair, rng.randint(1, 5)).pk
    if rng.random() < 0.02:
        release_leases()


def test_sixteen_threads_give_every_pair_its_number_and_lose_nothing(
    members: list[Membership],
) -> None:
    with ThreadPoolExecutor(N_THREADS) as threads:
        acknowledged = [pk for pks in threads.map(work, members) for pk in pks]
    assert set(acknowledged) == set(Judgment.objects.values_list("pk", flat=True))
    n_votes = Counter(Judgment.objects.votes().values_list("campaign_pair", flat=True))
    waiting = set(waiting_for_adjudication().values_list("pk", flat=True))
    asked = set(Campaign.objects.get().pairs.values_list("pk", flat=True)) - waiting
    assert {n_votes[pair] for pair in asked} == {K}
    assert max(n_votes.values()) == K
    assert Slot.objects.count() == N_TOPICS * N_PASSAGES * K
    assert not Slot.objects.filter(judgment=None).exclude(holder=None).exists()


def test_two_tabs_of_one_assessor_hold_the_same_pairs(members: list[Membership]) -> None:
    def tab(_: int) -> list[int]:
        try:
            return [slot.pk for slot in claim(members[0], 3).slots]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        claims = list(threads.map(tab, range(8)))
    assert {tuple(slots) for slots in claims} == {tuple(claims[0])}


def test_resends_at_the_same_moment_store_one_judgment(members: list[Membership]) -> None:
    [slot] = claim(members[0], 1).slots
    key = uuid4()

    def send(_: int) -> int:
        try:
            return judge(members[0], slot.campaign_pair, 3, client_key=key).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        stored = set(threads.map(send, range(8)))
    assert (len(stored), Judgment.objects.count()) == (1, 1)


def take_seat(statement: str, membership: Membership) -> int:
    with transaction.atomic():
        context = lock_claim_context(membership.pk)
        [(topic,)] = fetch(statement, context, new_first=True, absent=False, start=0)
    return int(topic)


def test_take_seat_found_free_and_taken_meanwhile_gives_another(
    members: list[Membership], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim is held up between finding a seat and locking it, while another one takes it."""
    held_up = "holder_id IS NULL AND number = 1 AND pg_advisory_xact_lock_shared(1) IS NOT NULL"
    statement = STATEMENTS["take_seat"].replace("holder_id IS NULL AND number = 1", held_up)
    monkeypatch.setitem(STATEMENTS, "held_up", statement)
    TopicSeat.objects.update(order_key=F("topic"))

    def take_late() -> int:
        try:
            return take_seat("held_up", members[0])
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool, connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(1)")
        try:
            late = pool.submit(take_late)
            while not (late.done() or is_waited_for()):
                time.sleep(0.01)
            taken = take_seat("take_seat", members[1])
        finally:
            cursor.execute("SELECT pg_advisory_unlock(1)")
        assert late.result(PATIENCE_S) == taken + 1


def is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT FROM pg_locks
            WHERE locktype = 'advisory' AND objid = 1 AND NOT granted AND database = (
                SELECT oid FROM pg_database WHERE datname = current_database())
            """
        )
        return bool(cursor.fetchall())
