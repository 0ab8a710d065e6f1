"""The least that a test needs, made in the database; every function returns what it made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Grade,
    LabelSet,
    LabelSource,
    Membership,
    Pool,
    PooledPair,
    PoolStrategy,
    ServingPolicy,
    Slot,
    TopicLabels,
    TopicSeat,
)
from ranking.models import Collection, Passage, Ranking, Run, RunSource, RunStatus, Topic, TopicSet
from ranking.variants.making import MadeVariant, begin_collection_variant, make_variant_now
from regrade.serving.draws import draw
from regrade.variants import Recipe

TEXTS = {"d1": "Spruces live long.", "d2": "Firs have cones.", "d3": "Cats sleep."}
QUERIES = {"q1": "how long do spruces live", "q2": "do firs have cones"}


def make_user(username: str, *permissions: str) -> User:
    user = User.objects.create_user(username=username, password=f"{username}-password")
    for permission in permissions:
        app, codename = permission.split(".")
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=app, codename=codename)
        )
    return User.objects.get(pk=user.pk)  # permissions are cached on the instance


def make_administrator(username: str) -> User:
    return User.objects.create_superuser(username=username, password=f"{username}-password")


def make_collection(name: str = "trees", texts: Mapping[str, str | None] = TEXTS) -> Collection:
    collection = Collection.objects.create(
        name=name,
        n_passages=len(texts),
        text_version=1,
        docids_hash=sha256("\n".join(texts).encode()).hexdigest(),
    )
    Passage.objects.bulk_create(
        # An empty text is one below a title that is all there is.
        Passage(
            collection=collection,
            ordinal=i,
            doc_id=doc_id,
            title="A title" if text == "" else "",
            text=text,
        )
        for i, (doc_id, text) in enumerate(texts.items())
    )
    return collection


def make_topics(name: str = "needs", queries: Mapping[str, str] = QUERIES) -> TopicSet:
    topic_set = TopicSet.objects.create(name=name)
    Topic.objects.bulk_create(
        Topic(topic_set=topic_set, ordinal=i, query_id=query_id, query=query)
        for i, (query_id, query) in enumerate(queries.items())
    )
    return topic_set


def make_variant(name: str, topic_set: TopicSet) -> TopicSet:
    """Topics with the parent's ids at the same ordinals, each query in capitals."""
    variant = TopicSet.objects.create(
        name=name, parent=topic_set, recipe={"kind": "capitals"}, seed=1
    )
    Topic.objects.bulk_create(
        Topic(topic_set=variant, ordinal=t.ordinal, query_id=t.query_id, query=t.query.upper())
        for t in topic_set.topics.all()
    )
    return variant


def make_run(
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    rankings: Mapping[str, Sequence[str]],
) -> Run:
    """`rankings` holds doc_ids by query_id, best first; scores count down from their number."""
    run = Run.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        source=RunSource.IMPORTED,
        status=RunStatus.COMPLETE,
        depth=max(map(len, rankings.values()), default=0),
    )
    ordinals = dict(collection.passages.values_list("doc_id", "ordinal"))
    topics = {topic.query_id: topic for topic in topic_set.topics.all()}
    Ranking.objects.bulk_create(
        Ranking(
            run=run,
            topic=topics[query_id],
            ordinals=np.array([ordinals[d] for d in doc_ids], dtype=np.int32),
            scores=np.arange(len(doc_ids), 0, -1, dtype=np.float64),
        )
        for query_id, doc_ids in rankings.items()
    )
    return run


def make_pool(
    name: str = "pool",
    collection: Collection | None = None,
    topic_set: TopicSet | None = None,
    runs: Sequence[Run] = (),
) -> Pool:
    """Every passage with text under every topic."""
    collection = collection or make_collection()
    topic_set = topic_set or make_topics()
    pool = Pool.objects.create(
        name=name, collection=collection, topic_set=topic_set, strategy=PoolStrategy.PAIRS
    )
    pool.runs.set(runs)
    passages = list(collection.passages.with_text())
    PooledPair.objects.bulk_create(
        PooledPair(pool=pool, topic=topic, passage=passage)
        for topic in topic_set.topics.all()
        for passage in passages
    )
    return pool


def make_campaign(
    name: str = "campaign",
    pool: Pool | None = None,
    *,
    judgments_per_pair: int = 3,
    grades: Sequence[int] = (1, 2, 3, 4, 5),
    state: CampaignState = CampaignState.OPEN,
    policy: Mapping[str, Any] = MappingProxyType({}),
    **fields: Any,
) -> Campaign:
    """Every pair of the pool is regular; nobody is asked for consent."""
    pool = pool or make_pool()
    campaign = Campaign.objects.create(
        name=name, pool=pool, state=state, judgments_per_pair=judgments_per_pair, seed=7, **fields
    )
    ServingPolicy.objects.create(campaign=campaign, version=1, seed=7, **policy)
    Grade.objects.bulk_create(Grade(campaign=campaign, value=v, name=str(v)) for v in grades)
    pairs = CampaignPair.objects.bulk_create(
        CampaignPair(
            campaign=campaign, pair=pair, wanted=judgments_per_pair, shuffle_key=draw(pair.pk)
        )
        for pair in pool.pairs.all()
    )
    numbers = range(1, judgments_per_pair + 1)
    Slot.objects.bulk_create(
        Slot(
            campaign_pair=pair,
            campaign=campaign,
            topic_id=pair.pair.topic_id,
            order_key=pair.shuffle_key,
            number=number,
        )
        for pair in pairs
        for number in numbers
    )
    TopicSeat.objects.bulk_create(
        TopicSeat(campaign=campaign, topic=topic, number=1, order_key=topic.ordinal)
        for topic in pool.topic_set.topics.all()
    )
    return campaign


def make_member(
    campaign: Campaign, user: User, kind: AssessorKind = AssessorKind.HUMAN
) -> Membership:
    return Membership.objects.create(
        campaign=campaign, user=user, kind=kind, pseudonym=f"P-{user.username}"
    )


def make_labels(
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    relevances: Mapping[str, Mapping[str, int]],
    *,
    min_relevance: int = 1,
) -> LabelSet:
    """`relevances` holds an integer by doc_id by query_id; the set is frozen."""
    values = sorted({v for labels in relevances.values() for v in labels.values()})
    label_set = LabelSet.objects.create(
        name=name,
        collection=collection,
        topic_set=topic_set,
        source=LabelSource.IMPORTED,
        scale=values,
        min_relevance=min_relevance,
    )
    ordinals = dict(collection.passages.values_list("doc_id", "ordinal"))
    topics = {topic.query_id: topic for topic in topic_set.topics.all()}
    for query_id, labels in relevances.items():
        by_ordinal = sorted((ordinals[doc_id], value) for doc_id, value in labels.items())
        TopicLabels.objects.create(
            label_set=label_set,
            topic=topics[query_id],
            ordinals=np.array([o for o, _ in by_ordinal], dtype=np.int32),
            relevances=np.array([v for _, v in by_ordinal], dtype=np.int16),
        )
    label_set.content_hash, label_set.frozen_at = sha256(name.encode()).hexdigest(), timezone.now()
    label_set.save(update_fields=["content_hash", "frozen_at"])
    return label_set


def make_collection_variant(*, name: str, of: Collection, recipe: Recipe, seed: int) -> MadeVariant:
    """A variant of a collection with all its passages, made in this process."""
    begun = begin_collection_variant(name=name, of=of, recipe=recipe, seed=seed)
    return make_variant_now(collection=begun)
