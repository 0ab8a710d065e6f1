"""The rows of a campaign, as `annotation.pools.pairs` makes them, in bulk.

Whatever changes in the tables of pairs, slots and seats changes here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db import models

from annotation.models import Campaign, CampaignPair, PooledPair, Slot, TopicSeat
from ranking.models import Passage, Topic

PAIRS_IN_TOPIC, MAX_PASSAGES, WORDS_IN_PASSAGE = 20, 100_000, 80
RANDOM_KEY = "hashint8extended({}, {}) & 9223372036854775807"  # from 0 to 2^63 - 1


class Rows(NamedTuple):
    """Rows of a table: SQL by field name, and where to select it from."""

    model: type[models.Model]
    columns: Mapping[str, str]
    source: str


def n_topics(n_pairs: int) -> int:
    return -(-n_pairs // PAIRS_IN_TOPIC)


def n_passages(n_pairs: int) -> int:
    return min(n_pairs, MAX_PASSAGES)


def pooled_rows(campaign: Campaign, n_pairs: int) -> Iterator[Rows]:
    """Passages of nonsense words, topics, and pairs topic by topic.

    A pool with more pairs than passages has some of them under several topics.
    """
    pool = campaign.pool
    collection, topic_set = pool.collection_id, pool.topic_set_id
    word = "substr(md5(i || ' ' || word), 1, 3 + (i + word) % 6)"
    words = f"generate_series(1, {WORDS_IN_PASSAGE}) AS word"
    text = f"(SELECT string_agg({word}, ' ') FROM {words})"
    yield Rows(
        Passage,
        {"collection": f"{collection}", "ordinal": "i", "doc_id": "'d' || i", "text": text},
        f"FROM generate_series(0, {n_passages(n_pairs) - 1}) AS i",
    )
    query = "'query ' || md5(i::text)"
    yield Rows(
        Topic,
        {"topic_set": f"{topic_set}", "ordinal": "i", "query_id": "'q' || i", "query": query},
        f"FROM generate_series(0, {n_topics(n_pairs) - 1}) AS i",
    )
    yield Rows(
        PooledPair,
        {"pool": f"{pool.pk}", "topic": "topic.id", "passage": "passage.id"},
        f"FROM generate_series(0, {n_pairs - 1}) AS i"
        f" JOIN ranking_topic topic ON topic.topic_set_id = {topic_set}"
        f" AND topic.ordinal = i / {PAIRS_IN_TOPIC}"
        f" JOIN ranking_passage passage ON passage.collection_id = {collection}"
        f" AND passage.ordinal = i % {n_passages(n_pairs)} ORDER BY i",
    )


def campaign_rows(campaign: Campaign) -> Iterator[Rows]:
    """The campaign's pairs; free slots and the first seat of each topic, both in random order."""
    own, wanted = f"{campaign.pk}", f"{campaign.judgments_per_pair}"
    key = RANDOM_KEY.format("pair.id", campaign.seed)
    yield Rows(
        CampaignPair,
        {"campaign": own, "pair": "pair.id", "wanted": wanted, "shuffle_key": key},
        f"FROM annotation_pooledpair pair WHERE pair.pool_id = {campaign.pool_id} ORDER BY pair.id",
    )
    slot = {"campaign_pair": "entered.id", "campaign": own, "topic": "pair.topic_id"}
    yield Rows(
        Slot,
        slot | {"order_key": "entered.shuffle_key", "number": "number"},
        "FROM annotation_campaignpair entered"
        " JOIN annotation_pooledpair pair ON pair.id = entered.pair_id"
        f" CROSS JOIN generate_series(1, {wanted}) AS number"
        f" WHERE entered.campaign_id = {own} ORDER BY entered.id, number",
    )
    key = RANDOM_KEY.format("topic.id", campaign.seed)
    yield Rows(
        TopicSeat,
        {"campaign": own, "topic": "topic.id", "number": "1", "order_key": key},
        f"FROM ranking_topic topic WHERE topic.topic_set_id = {campaign.pool.topic_set_id}",
    )
