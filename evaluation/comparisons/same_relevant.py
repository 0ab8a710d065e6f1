from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from annotation.models import LabelSet
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.sides import label_sets_of
from evaluation.scores.judged_runs import ORDINAL, RELEVANCE
from evaluation.scores.kept_scores import selected
from regrade.verdict import reads_relevant_alone

LABELS = """
    SELECT label_set_id, topic_id, ordinals, relevances FROM annotation_topiclabels
    WHERE label_set_id = ANY(%s) AND topic_id = ANY(%s) ORDER BY topic_id
"""


class SameRelevant(NamedTuple):
    """Names of label sets that call the same passages relevant.

    Attributes:
        measures: those of the comparison that cannot differ between them, see
            `reads_relevant_alone`.
    """

    labels: list[str]
    measures: list[str]


def same_relevant(compared: ComparedRuns) -> list[SameRelevant]:
    """Which label sets call the same passages relevant on every topic compared, in their order.

    Each goes by its own threshold. What is not relevant may be judged so under one and carry no
    label under another. All labels are read by one query, and none for a single label set.
    """
    label_sets = label_sets_of(compared)
    if len(label_sets) < 2:
        return []
    alike = defaultdict[tuple[int, bytes], list[str]](list)
    for label_set, digest in zip(label_sets, _digests(label_sets, compared), strict=True):
        alike[label_set.collection_id, digest].append(label_set.name)
    measures = [measure.name for measure in compared.measures if reads_relevant_alone(measure)]
    return [SameRelevant(names, measures) for names in alike.values() if len(names) > 1]


def _digests(label_sets: Sequence[LabelSet], compared: ComparedRuns) -> list[bytes]:
    """Of each label set what it calls relevant: the topic and the passage of each such label."""
    rows = defaultdict[int, list[tuple[int, bytes, bytes]]](list)
    keys = [label_set.pk for label_set in label_sets]
    for key, *row in selected(LABELS, [keys, compared.topics.ids]):
        rows[key].append((row[0], row[1], row[2]))
    return [_digest(rows[each.pk], each.min_relevance) for each in label_sets]


def _digest(rows: Sequence[tuple[int, bytes, bytes]], min_relevance: int) -> bytes:
    is_relevant = np.frombuffer(b"".join(row[2] for row in rows), RELEVANCE) >= min_relevance
    passages = np.frombuffer(b"".join(row[1] for row in rows), ORDINAL)[is_relevant]
    n_labels = np.array([len(row[1]) // ORDINAL.itemsize for row in rows], np.int64)
    topics = np.repeat(np.array([row[0] for row in rows], np.int64), n_labels)[is_relevant]
    return sha256(topics.tobytes() + passages.tobytes()).digest()
