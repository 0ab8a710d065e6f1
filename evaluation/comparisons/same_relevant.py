from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from hashlib import sha256
from typing import NamedTuple

from annotation.models import LabelSet
from evaluation.comparisons.results import ComparedRuns, label_sets_of
from evaluation.scores.judged_runs import labelled_topics
from regrade.verdict import reads_relevant_alone


class SameRelevant(NamedTuple):
    """Names of label sets that call the same passages relevant.

    Attributes:
        measures: the comparison's measures that cannot differ between them, see
            `reads_relevant_alone`.
    """

    labels: list[str]
    measures: list[str]


def same_relevant(compared: ComparedRuns) -> list[SameRelevant]:
    """Groups of label sets with the same relevant passages on every compared topic, in order.

    Each set uses its own threshold. A passage that is not relevant may be judged in one set and
    unlabelled in another. Reads the labels again, unless there is only one set.
    """
    label_sets = label_sets_of(compared)
    if len(label_sets) < 2:
        return []
    topic_ids = frozenset(compared.topics.ids)  # which each of them labels
    alike = defaultdict[tuple[int, bytes], list[str]](list)
    for label_set in label_sets:
        alike[label_set.collection_id, _digest(label_set, topic_ids)].append(label_set.name)
    measures = [measure.name for measure in compared.measures if reads_relevant_alone(measure)]
    return [SameRelevant(names, measures) for names in alike.values() if len(names) > 1]


def _digest(label_set: LabelSet, topic_ids: Collection[int]) -> bytes:
    """Hash of the topics and passages that the label set calls relevant."""
    judged = labelled_topics(label_set, among=topic_ids).judged
    is_relevant = judged.relevances >= judged.min_relevance
    topics, passages = judged.topics[is_relevant], judged.passages[is_relevant]
    return sha256(topics.tobytes() + passages.tobytes()).digest()
