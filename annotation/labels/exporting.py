from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np

from annotation.labels.arrays import relevances_by_topic
from annotation.labels.documents import Documents, document_labels
from annotation.models import LabelSet
from ranking.collections.docid_maps import docid_map
from regrade.exceptions import ExportRefused
from regrade.files.judging.qrels import write_qrels
from regrade.files.outputs import writing


class LabelExport(NamedTuple):
    """Result of an export; `level` is the `trec_eval -l` under which the same labels are relevant.

    It is None where a map gives a relevant value and another one the same or the wrong order, and
    where labels of passages were added up.
    """

    n_topics: int
    n_pairs: int
    n_negative: int
    level: int | None


def export_labels(
    *,
    label_set: LabelSet,
    path: Path,
    mapping: Mapping[int, int],
    documents: Documents | None = None,
) -> LabelExport:
    """Export the labels as TREC qrels; the file is created or replaced completely or not at all.

    With `documents` they are labels of documents, made of those of their passages.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
        LabelsRefused: a labelled passage is of no document.
    """
    try:
        with writing(path) as stream:
            return write_labels(
                stream=stream, label_set=label_set, mapping=mapping, documents=documents
            )
    except ValueError as error:
        raise ExportRefused(f"{label_set.name} cannot be written as qrels: {error}.") from error


def write_labels(
    *,
    stream: TextIO,
    label_set: LabelSet,
    mapping: Mapping[int, int],
    documents: Documents | None = None,
) -> LabelExport:
    """Write the labels as TREC qrels: topics in their order, doc_ids in byte order.

    Values that `mapping` does not name stay as they are.
    """
    found = _lines(label_set, mapping)
    if documents is not None:
        found = iter(document_labels(label_set, documents, mapping))
    lines = list(found)
    is_sum = documents is not None and documents.by == "sum"
    return LabelExport(
        n_topics=len({query_id for query_id, _, _ in lines}),
        n_pairs=write_qrels(stream, lines),
        n_negative=sum(value < 0 for _, _, value in lines),
        level=None if is_sum else _level(label_set, mapping),
    )


def _lines(label_set: LabelSet, mapping: Mapping[int, int]) -> Iterator[tuple[str, str, int]]:
    docids = docid_map(label_set.collection)
    for query_id, (ordinals, values) in relevances_by_topic(label_set).items():
        order = np.argsort(docids.docid_rank[ordinals])
        doc_ids = docids.doc_ids_of(ordinals[order])
        for doc_id, value in zip(doc_ids, values[order].tolist(), strict=True):
            yield query_id, doc_id.decode(), mapping.get(value, value)


def _level(label_set: LabelSet, mapping: Mapping[int, int]) -> int | None:
    if not mapping:
        return label_set.min_relevance
    mapped = {value: mapping.get(value, value) for value in label_set.scale}
    relevant = [new for value, new in mapped.items() if value >= label_set.min_relevance]
    others = [new for value, new in mapped.items() if value < label_set.min_relevance]
    lowest = min(relevant, default=max(others, default=0) + 1)
    return None if others and max(others) >= lowest else lowest
