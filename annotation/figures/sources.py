"""What the figures of a campaign are counted from, each read once, when the first asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from django.db.models import BigIntegerField, QuerySet
from django.db.models.functions import Cast
from numpy.typing import NDArray

from annotation.figures.figure import Column
from annotation.models import VOTING_KINDS, Campaign, CampaignPair, LabelSet, TopicLabels
from annotation.votes.stored import StoredVotes, keys_of, places_among, stored_votes, without_models
from ranking.models import Passage, Topic
from ranking.storage.copying import copied_columns
from regrade.text.answer_types import AnswerType, classify_query
from regrade.text.word_counts import count_words
from regrade.votes.counts import Shares, shares_of
from regrade.votes.packed import PackedVotes, Places, present

PASSAGES_AT_A_TIME = 2000


class Topics(NamedTuple):
    """Those with a pair to judge, in the order of the topic set; all that follows counts places
    among them."""

    keys: Places
    query_ids: Sequence[str]
    queries: Sequence[str]


class Pairs(NamedTuple):
    topics: Places  # shape (n_pairs,)
    passages: Places  # ordinals in the collection


class Labels(NamedTuple):
    """What a label set says on the campaign's topics, judged here or not: parallel arrays."""

    name: str
    topics: Places
    passages: Places
    is_relevant: NDArray[np.bool_]


class Group(NamedTuple):
    """Topics that are counted in a column of their own."""

    name: str
    labels: str | None
    is_kept: NDArray[np.bool_]  # shape (n_topics,)


@dataclass(frozen=True, eq=False)
class Ground:
    campaign: Campaign
    label_sets: Sequence[LabelSet]

    @cached_property
    def topics(self) -> Topics:
        keys = np.unique(self._pairs_by_key.topics).tolist()
        rows = Topic.objects.filter(pk__in=keys).order_by("ordinal")
        found = list(rows.values_list("pk", "query_id", "query"))
        return Topics(keys_of(found), [row[1] for row in found], [row[2] for row in found])

    @cached_property
    def pairs(self) -> Pairs:
        """The regular and overlap pairs: those whose answers are votes."""
        keys, passages = self._pairs_by_key
        return Pairs(places_among(keys, self.topics.keys), passages)

    @cached_property
    def stored(self) -> StoredVotes:
        """The answers of people that count, graded or not."""
        return without_models(stored_votes(self.campaign))

    @cached_property
    def votes(self) -> PackedVotes:
        """The same, with the places of their topics among all."""
        votes, place = self.stored.packed, {q: n for n, q in enumerate(self.topics.query_ids)}
        places = np.array([place[query_id] for query_id in votes.topics], dtype=np.int64)
        topics = places[votes.pair_topics] if places.size else votes.pair_topics
        return replace(votes, topics=self.topics.query_ids, pair_topics=topics)

    @cached_property
    def shares(self) -> Shares:
        return shares_of(self.votes)

    @cached_property
    def labels(self) -> list[Labels]:
        """Of each label set, in their order."""
        place = {key: n for n, key in enumerate(self.topics.keys.tolist())}
        rows = TopicLabels.objects.filter(label_set__in=self.label_sets, topic__in=list(place))
        columns = ("label_set", "topic", "ordinals", "relevances")
        read: dict[int, list[tuple[int, Places, Places]]] = {one.pk: [] for one in self.label_sets}
        for label_set, topic, ordinals, relevances in rows.order_by().values_list(*columns):
            read[label_set].append((place[topic], ordinals, relevances))
        return [_labels(one, read[one.pk]) for one in self.label_sets]

    @cached_property
    def answer_types(self) -> list[AnswerType]:
        """Of each topic."""
        return [classify_query(query) for query in self.topics.queries]

    @cached_property
    def groups(self) -> list[Group]:
        """All topics, and those that each label set says anything of."""
        n = len(self.topics.query_ids)
        kept = [Group(one.name, one.name, present(one.topics, n)) for one in self.labels]
        return [Group("all", None, np.ones(n, dtype=np.bool_)), *kept]

    @property
    def group_columns(self) -> list[Column]:
        return [Column(group.name, "counts", group.labels) for group in self.groups]

    @cached_property
    def pair_words(self) -> Places:
        """How many words each pair's passage has, shape (n_pairs,); -1 where it has no text."""
        asked = Passage.objects.filter(pk__in=self._voting_pairs.values("pair__passage"))
        texts = asked.with_text().exclude(text="").order_by().values_list("ordinal", "text")
        found = [
            (ordinal, count_words(text or ""))
            for ordinal, text in texts.iterator(chunk_size=PASSAGES_AT_A_TIME)
        ]
        ordinals = self.pairs.passages
        words = np.full(int(ordinals.max(initial=-1)) + 1, -1, dtype=np.int64)
        words[keys_of(found)] = [n for _, n in found]
        return words[ordinals]

    @cached_property
    def _pairs_by_key(self) -> Pairs:
        rows = self._voting_pairs.order_by("pk").values_list(
            "pair__topic", Cast("pair__passage__ordinal", BigIntegerField())
        )
        return Pairs(*copied_columns(rows))

    @property
    def _voting_pairs(self) -> QuerySet[CampaignPair]:
        return self.campaign.pairs.filter(kind__in=VOTING_KINDS)


def _labels(label_set: LabelSet, read: Sequence[tuple[int, Places, Places]]) -> Labels:
    empty = np.empty(0, dtype=np.int64)
    topics = [np.full(ordinals.size, place) for place, ordinals, _ in read]
    relevances = np.concatenate([empty, *(values for _, _, values in read)])
    return Labels(
        label_set.name,
        np.concatenate([empty, *topics]),
        np.concatenate([empty, *(ordinals for _, ordinals, _ in read)]),
        relevances >= label_set.min_relevance,
    )
