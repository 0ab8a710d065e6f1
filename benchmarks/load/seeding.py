"""A campaign of any size, its assessors and their accounts, in seconds rather than hours."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, transaction

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.guidelines.scales import parse_scale
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    PairKind,
    Pool,
    PooledPair,
    PoolStrategy,
    Unit,
)
from annotation.people.joining import join_campaign
from annotation.pools.pairs import Mark, enter_pairs
from benchmarks.load.tables import (
    Size,
    insert_pairs,
    insert_passages,
    insert_seats,
    insert_slots,
    insert_topics,
)
from ranking.models import Collection, TopicSet

UNITS = Unit.values
SCALE, GRADES = "0-3", (0, 1, 2, 3)


# What campaigns ask for: gold, overlap that everybody judges, repeats, texts in rotation.
GOLD_EVERY, OVERLAP_EVERY, REPEAT_EVERY, REPEAT_AFTER = 10, 20, 12, 5
N_GOLD, N_OVERLAP = 1_000, 10


def seed_campaign(
    size: Size, *, policy: PolicyOptions, lease_s: int, seat_s: int, seed: int
) -> Campaign:
    """An open campaign in which nothing has been judged yet; with gold where the policy has any."""
    campaign = create_campaign(
        name="load",
        pool=_empty_pool(size),
        grades=parse_scale(SCALE),
        judgments_per_pair=size.judgments_per_pair,
        guideline="Judge what the passage says, not what you know.",
        policy=policy,
        seed=seed,
        lease_s=lease_s,
        seat_s=seat_s,
    )
    with transaction.atomic():
        trust_what_is_inserted()
        insert_passages(campaign.pool.collection, size)
        insert_topics(campaign.pool.topic_set, size)
        insert_pairs(campaign, size)
        insert_slots(campaign)
        insert_seats(campaign)
    _enter_special(campaign, size)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    _settle()
    return Campaign.objects.get(pk=campaign.pk)


def seed_assessors(
    campaign: Campaign, n: int, *, password: str, kind: AssessorKind = AssessorKind.SIMULATED
) -> list[str]:
    """Accounts with one password, all assessors of the campaign; gives their names."""
    hashed = make_password(password)
    users = User.objects.bulk_create(
        User(username=f"assessor-{number}", password=hashed) for number in range(n)
    )
    join_campaign(campaign=campaign, users=users, kind=kind)
    return [user.username for user in users]


def policy_of(unit: str) -> PolicyOptions:
    return PolicyOptions(
        unit=Unit(unit),
        gold_every=GOLD_EVERY,
        overlap_every=OVERLAP_EVERY,
        repeat_every=REPEAT_EVERY,
        repeat_after=REPEAT_AFTER,
        rotates=True,
    )


def _enter_special(campaign: Campaign, size: Size) -> None:
    """Overlap under the very first topics, gold under the next ones: passages of later topics."""
    pool = campaign.pool
    n_topics = min(N_OVERLAP + N_GOLD, size.n_topics - 1)
    topics = pool.topic_set.topics.order_by("ordinal")[:n_topics]
    firsts = [(topic.ordinal + 1) * size.pairs_in_topic % size.n_passages for topic in topics]
    found = pool.collection.passages.filter(ordinal__in=firsts)
    passages = {passage.ordinal: passage for passage in found}
    pairs = PooledPair.objects.bulk_create(
        PooledPair(pool=pool, topic=topic, passage=passages[first])
        for topic, first in zip(topics, firsts, strict=True)
    )
    gold = Mark(PairKind.GOLD, grade=max(GRADES))
    marks = dict.fromkeys([pair.pk for pair in pairs[N_OVERLAP:]], gold)
    marks |= dict.fromkeys([pair.pk for pair in pairs[:N_OVERLAP]], Mark(PairKind.OVERLAP))
    enter_pairs(campaign=campaign, pairs=pairs, marks=marks)


def _empty_pool(size: Size) -> Pool:
    collection = Collection.objects.create(
        name="load", text_version=1, n_passages=size.n_passages, docids_hash="0" * 64
    )
    topic_set = TopicSet.objects.create(name="load")
    return Pool.objects.create(
        name="load", collection=collection, topic_set=topic_set, strategy=PoolStrategy.PAIRS
    )


def trust_what_is_inserted() -> None:
    """Skip triggers and foreign keys until the transaction ends, where the account may."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
    except ProgrammingError:
        pass  # slower, and as right


def _settle() -> None:
    """Let the planner know the tables, and have the writing done before the clock runs."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    try:
        with connection.cursor() as cursor:
            cursor.execute("CHECKPOINT")
    except ProgrammingError:
        pass  # another account's right; the server does it in its own time
