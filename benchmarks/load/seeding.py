"""A campaign of any size, its assessors and their accounts, in seconds rather than hours."""

from __future__ import annotations

import contextlib
from itertools import chain

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
from benchmarks.load.bulk import insert_select
from benchmarks.load.tables import (
    PAIRS_IN_TOPIC,
    campaign_rows,
    n_passages,
    n_topics,
    pooled_rows,
)
from ranking.models import Collection, TopicSet

SCALE, GRADES = "0-3", (0, 1, 2, 3)
JUDGMENTS_PER_PAIR, LEASE_S, SEAT_S = 3, 20, 60
N_GOLD, N_OVERLAP = 1_000, 10
# What campaigns ask for: whole topics, gold, overlap that everybody judges, repeats, rotation.
POLICY = PolicyOptions(
    unit=Unit.TOPICS,
    gold_every=10,
    overlap_every=20,
    repeat_every=12,
    repeat_after=5,
    rotates=True,
)


def seed_campaign(n_pairs: int, seed: int) -> Campaign:
    """An open campaign in which nothing has been judged yet."""
    campaign = create_campaign(
        name="load",
        pool=_empty_pool(n_pairs),
        grades=parse_scale(SCALE),
        judgments_per_pair=JUDGMENTS_PER_PAIR,
        guideline="Judge what the passage says, not what you know.",
        policy=POLICY,
        seed=seed,
        lease_s=LEASE_S,
        seat_s=SEAT_S,
    )
    with transaction.atomic():
        # Skips triggers and foreign keys until the transaction ends; without the right, slower.
        _try_to("SET LOCAL session_replication_role = replica")
        for rows in chain(pooled_rows(campaign, n_pairs), campaign_rows(campaign)):
            insert_select(*rows)
    _enter_special(campaign, n_pairs)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    # The planner knows the tables, and the writing is done, before the clock runs.
    _try_to("VACUUM ANALYZE")
    _try_to("CHECKPOINT")
    return Campaign.objects.get(pk=campaign.pk)


def seed_assessors(campaign: Campaign, n: int, *, password: str) -> list[str]:
    """Accounts with one password, all assessors of the campaign; gives their names."""
    hashed = make_password(password)
    users = User.objects.bulk_create(
        User(username=f"assessor-{number}", password=hashed) for number in range(n)
    )
    join_campaign(campaign=campaign, users=users, kind=AssessorKind.HUMAN)
    return [user.username for user in users]


def _enter_special(campaign: Campaign, n_pairs: int) -> None:
    """Overlap under the very first topics, gold under the next ones: passages of later topics."""
    pool = campaign.pool
    topics = pool.topic_set.topics.order_by("ordinal")
    topics = topics[: min(N_OVERLAP + N_GOLD, n_topics(n_pairs) - 1)]
    firsts = [(topic.ordinal + 1) * PAIRS_IN_TOPIC % n_passages(n_pairs) for topic in topics]
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


def _empty_pool(n_pairs: int) -> Pool:
    collection = Collection.objects.create(
        name="load", text_version=1, n_passages=n_passages(n_pairs), docids_hash="0" * 64
    )
    topic_set = TopicSet.objects.create(name="load")
    return Pool.objects.create(
        name="load", collection=collection, topic_set=topic_set, strategy=PoolStrategy.PAIRS
    )


def _try_to(statement: str) -> None:
    """Run a statement for which the account may lack the right."""
    savepoint = transaction.atomic() if connection.in_atomic_block else contextlib.nullcontext()
    with contextlib.suppress(ProgrammingError), savepoint, connection.cursor() as cursor:
        cursor.execute(statement)
