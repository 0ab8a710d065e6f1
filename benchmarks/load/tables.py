"""The rows of a campaign, as `annotation.pools.pairs` makes them, in bulk.

Whatever changes in the tables of pairs, slots and seats changes here.
"""

from __future__ import annotations

from typing import NamedTuple

from annotation.models import Campaign, CampaignPair, PooledPair, Slot, TopicSeat
from benchmarks.load.bulk import insert_select
from ranking.models import Collection, Passage, Topic, TopicSet

MAX_PASSAGES = 100_000
WORDS_IN_PASSAGE = 80
RANDOM_KEY = "hashint8extended({}, {}) & 9223372036854775807"  # from 0 to 2^63 - 1


class Size(NamedTuple):
    n_pairs: int
    pairs_in_topic: int
    judgments_per_pair: int

    @property
    def n_topics(self) -> int:
        return -(-self.n_pairs // self.pairs_in_topic)

    @property
    def n_passages(self) -> int:
        return min(self.n_pairs, MAX_PASSAGES)


def insert_passages(collection: Collection, size: Size) -> None:
    """Passages of nonsense words; a pool with more pairs has some of them under several topics."""
    word = "substr(md5(i || ' ' || word), 1, 3 + (i + word) % 6)"
    words = f"generate_series(1, {WORDS_IN_PASSAGE}) AS word"
    insert_select(
        Passage,
        {
            "collection": f"{collection.pk}",
            "ordinal": "i",
            "doc_id": "'d' || i",
            "text": f"(SELECT string_agg({word}, ' ') FROM {words})",
        },
        f"FROM generate_series(0, {size.n_passages - 1}) AS i",
    )


def insert_topics(topic_set: TopicSet, size: Size) -> None:
    insert_select(
        Topic,
        {
            "topic_set": f"{topic_set.pk}",
            "ordinal": "i",
            "query_id": "'q' || i",
            "query": "'query ' || md5(i::text)",
        },
        f"FROM generate_series(0, {size.n_topics - 1}) AS i",
    )


def insert_pairs(campaign: Campaign, size: Size) -> None:
    """Pooled pairs, topic by topic, and the campaign's pairs."""
    pool = campaign.pool
    insert_select(
        PooledPair,
        {"pool": f"{pool.pk}", "topic": "topic.id", "passage": "passage.id"},
        f"FROM generate_series(0, {size.n_pairs - 1}) AS i"
        f" JOIN ranking_topic topic ON topic.topic_set_id = {pool.topic_set_id}"
        f" AND topic.ordinal = i / {size.pairs_in_topic}"
        f" JOIN ranking_passage passage ON passage.collection_id = {pool.collection_id}"
        f" AND passage.ordinal = i % {size.n_passages} ORDER BY i",
    )
    insert_select(
        CampaignPair,
        {
            "campaign": f"{campaign.pk}",
            "pair": "pair.id",
            "wanted": f"{size.judgments_per_pair}",
            "shuffle_key": RANDOM_KEY.format("pair.id", campaign.seed),
        },
        f"FROM annotation_pooledpair pair WHERE pair.pool_id = {pool.pk} ORDER BY pair.id",
    )


def insert_slots(campaign: Campaign) -> None:
    """Free slots in random order."""
    insert_select(
        Slot,
        {
            "campaign_pair": "entered.id",
            "campaign": f"{campaign.pk}",
            "topic": "pair.topic_id",
            "order_key": "entered.shuffle_key",
            "number": "number",
        },
        "FROM annotation_campaignpair entered"
        " JOIN annotation_pooledpair pair ON pair.id = entered.pair_id"
        f" CROSS JOIN generate_series(1, {campaign.judgments_per_pair}) AS number"
        f" WHERE entered.campaign_id = {campaign.pk} ORDER BY entered.id, number",
    )


def insert_seats(campaign: Campaign) -> None:
    """The first seat of each topic, topics in random order."""
    insert_select(
        TopicSeat,
        {
            "campaign": f"{campaign.pk}",
            "topic": "topic.id",
            "number": "1",
            "order_key": RANDOM_KEY.format("topic.id", campaign.seed),
        },
        f"FROM ranking_topic topic WHERE topic.topic_set_id = {campaign.pool.topic_set_id}",
    )
