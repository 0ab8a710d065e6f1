"""Data behind a campaign's figures, each read once, when the first figure needs it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from django.db.models import Count, QuerySet
from numpy.typing import NDArray

from annotation.figures.figure import Column
from annotation.models import (
    VOTING_KINDS,
    AssessorKind,
    Campaign,
    CampaignPair,
    Judgment,
    LabelSet,
    TopicLabels,
)
from ranking.models import Passage, Topic
from regrade.text.answer_types import AnswerType, classify_query
from regrade.text.word_counts import count_words

PASSAGES_AT_A_TIME = 2000


class Labelled(NamedTuple):
    """Passages of a topic by ordinal, shape (n,), and whether each is relevant."""

    ordinals: NDArray[np.integer]
    is_relevant: NDArray[np.bool_]

    def among(self, wanted: Collection[int]) -> dict[int, bool]:
        kept = np.isin(self.ordinals, list(wanted))
        ordinals, is_relevant = self.ordinals[kept].tolist(), self.is_relevant[kept].tolist()
        return dict(zip(ordinals, is_relevant, strict=True))


@dataclass(frozen=True, eq=False)
class Ground:
    """A campaign and the label sets that figures compare. Topics are named by their keys."""

    campaign: Campaign
    label_sets: Sequence[LabelSet]

    @cached_property
    def topics(self) -> list[Topic]:
        """Those with a pair to judge, in the order of the topic set."""
        asked = self._pairs.values("pair__topic")
        return list(Topic.objects.filter(pk__in=asked).order_by("ordinal"))

    @cached_property
    def answer_types(self) -> list[AnswerType]:
        """Of each topic, in their order."""
        return [classify_query(topic.query) for topic in self.topics]

    @cached_property
    def n_graded(self) -> list[tuple[int, int, int]]:
        """Topic, membership, and how many pairs of the topic it graded; without zeros."""
        graded = self._judgments.filter(grade__isnull=False)
        rows = graded.values_list("campaign_pair__pair__topic", "assessor").annotate(Count("pk"))
        return list(rows.order_by())

    @cached_property
    def n_of_grades(self) -> dict[tuple[int, int | None], int]:
        """How many rows of a topic have this value; None is not judged."""
        rows = self._judgments.values_list("campaign_pair__pair__topic", "grade__value")
        return {row[:2]: row[2] for row in rows.annotate(Count("pk")).order_by()}

    @cached_property
    def lengths(self) -> list[tuple[int, int, int]]:
        """Topic, ordinal of the passage and its number of words, of each pair with a text."""
        texts = Passage.objects.filter(pk__in=self._pairs.values("pair__passage")).with_text()
        shown = texts.exclude(text="").order_by().values_list("ordinal", "text")
        n_words = {
            ordinal: count_words(text or "")
            for ordinal, text in shown.iterator(chunk_size=PASSAGES_AT_A_TIME)
        }
        pairs = self._pairs.order_by().values_list("pair__topic", "pair__passage__ordinal")
        return [(topic, at, n_words[at]) for topic, at in pairs if at in n_words]

    @cached_property
    def labels(self) -> Mapping[str, Mapping[int, Labelled]]:
        """Labels by label set and topic, those outside the pool as well."""
        return {one.name: self._labels_of(one) for one in self.label_sets}

    def _labels_of(self, label_set: LabelSet) -> dict[int, Labelled]:
        topics = [topic.pk for topic in self.topics]
        rows = TopicLabels.objects.filter(label_set=label_set, topic__in=topics).order_by()
        least = label_set.min_relevance
        return {
            row.topic_id: Labelled(row.ordinals, row.relevances >= least)
            for row in rows
            if row.ordinals.size
        }

    @cached_property
    def groups(self) -> list[Collection[int]]:
        """All topics, and those that each label set says anything of."""
        return [{topic.pk for topic in self.topics}, *self.labels.values()]

    def label_columns(self) -> list[Column]:
        return [Column(name, "counts", name) for name in self.labels]

    def group_columns(self) -> list[Column]:
        return [Column("all", "counts"), *self.label_columns()]

    def n_relevant(self) -> list[dict[int, int]]:
        """Of each label set: its topics, with their numbers of relevant passages."""
        return [
            {topic: int(known.is_relevant.sum()) for topic, known in topics.items()}
            for topics in self.labels.values()
        ]

    @property
    def _pairs(self) -> QuerySet[CampaignPair]:
        """The regular and overlap pairs: those whose answers are votes."""
        return self.campaign.pairs.filter(kind__in=VOTING_KINDS)

    @property
    def _judgments(self) -> QuerySet[Judgment]:
        """The answers of people that count, graded or not."""
        recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=self.campaign)
        return recorded.exclude(assessor__kind=AssessorKind.MODEL)
