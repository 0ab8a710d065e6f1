from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.db import transaction

from annotation.exceptions import LabelsRefused
from annotation.exchange.label_lines import LabelLines
from annotation.labels.storing import Origin, none_relevant, store_labels
from annotation.models import LabelSet, LabelSource
from annotation.pools.topic_overlap import N_EXAMPLES, TopicOverlap
from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import register_doc_ids
from ranking.lookup import refuse_taken
from ranking.models import Collection, TopicSet
from regrade.aggregation.relevance import count_relevant
from regrade.files.judging.qrels import read_qrels
from regrade.files.streams import Progress

MIN_RELEVANCE = 1


class LabelsReport(NamedTuple):
    """Result of an import of labels.

    `overlap` is a sentence when file and topic set share only part of their query ids, and empty
    otherwise; `n_new_doc_ids` counts passages that the collection got without a text.
    """

    label_set: LabelSet
    n_topics: int
    n_pairs: int
    n_relevant: int
    n_pairs_by_relevance: dict[int, int]
    n_new_doc_ids: int
    n_unknown_topics: int
    n_pairs_of_unknown_topics: int
    unknown_query_ids: Sequence[str]
    n_topics_without_labels: int
    overlap: str


def import_labels(
    *,
    path: Path,
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    min_relevance: int | None = None,
    is_whole: bool = False,
    called: str = "",
    progress: Progress | None = None,
) -> LabelsReport:
    """Import a qrels file, `called` so where it came from, as a label set: all or nothing.

    Query ids that are no topics are left out; doc_ids that the collection has not become passages
    without text. `min_relevance` is 1 by default. With `is_whole` what is not listed is irrelevant.

    Raises:
        NameTaken: there is such a label set already.
        BadInput: no such file, no labels in it or, as `BadFile`, bad lines.
        LabelsRefused: no known topic, or `min_relevance` is above every label.
        RankingError: new doc_ids for a collection that takes none.
    """
    refuse_taken(LabelSet, name)
    lines = _read(path, topic_set, progress)
    overlap, file = lines.overlap(), called or path.name
    fields = {"file": file, "overlap": overlap.sentence(file, topic_set.name)}
    _refuse_useless(lines, overlap, fields["overlap"], min_relevance, is_whole=is_whole)
    with transaction.atomic():
        n_new = int((docid_map(collection).ordinals_of(lines.doc_ids) < 0).sum())
        ordinals = register_doc_ids(collection=collection, doc_ids=lines.doc_ids)
        label_set = store_labels(
            name=name,
            collection=collection,
            topic_set=topic_set,
            origin=Origin(LabelSource.IMPORTED, fields),
            relevances=lines.relevances(ordinals),
            min_relevance=MIN_RELEVANCE if min_relevance is None else min_relevance,
            is_whole=is_whole,
        )
    return _report(label_set, lines, overlap, n_new_doc_ids=n_new)


def _read(path: Path, topic_set: TopicSet, progress: Progress | None) -> LabelLines:
    lines = LabelLines(topic_set.topics.order_by("ordinal").values_list("query_id", flat=True))
    lines.read(read_qrels(path, progress))
    return lines


def _refuse_useless(
    lines: LabelLines, overlap: TopicOverlap, sentence: str, least: int | None, *, is_whole: bool
) -> None:
    if not overlap.in_both:
        raise LabelsRefused(f"Nothing can be labelled: {sentence}", code="no_known_topic")
    if refused := none_relevant(least, max(lines.n_pairs_by_relevance)):
        raise refused
    if is_whole and least is not None and least < MIN_RELEVANCE:
        raise LabelsRefused(
            "What is not listed counts as 0 where every passage was judged: with a min_relevance of"
            f" {least} it would be relevant. Ask for 1 or more.",
            code="all_relevant",
        )


def _report(
    label_set: LabelSet, lines: LabelLines, overlap: TopicOverlap, *, n_new_doc_ids: int
) -> LabelsReport:
    by_relevance = lines.n_pairs_by_relevance
    return LabelsReport(
        label_set=label_set,
        n_topics=len(overlap.in_both),
        n_pairs=by_relevance.total(),
        n_relevant=count_relevant(by_relevance, label_set.min_relevance),
        n_pairs_by_relevance=dict(sorted(by_relevance.items())),
        n_new_doc_ids=n_new_doc_ids,
        n_unknown_topics=len(overlap.only_in_labels),
        n_pairs_of_unknown_topics=lines.n_pairs_by_unknown_topic.total(),
        unknown_query_ids=overlap.only_in_labels[:N_EXAMPLES],
        n_topics_without_labels=len(overlap.only_in_topics),
        overlap=label_set.report["overlap"],
    )
