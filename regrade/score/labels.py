from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from dataclasses import dataclass

import numpy as np

from regrade.files.packed.packed_ids import PackedIds
from regrade.measures import JudgedTopics
from regrade.measures.labels import Ints
from regrade.measures.packing import SubtopicLines, pack_subtopics, round_down
from regrade.score.label_lines import LabelLine


@dataclass(frozen=True)
class Labels:
    """The labels of a qrels file, packed topic after topic.

    Attributes:
        query_ids: the topics, in the order of their UTF-8 bytes, which is how trec_eval prints.
        judged: their labels.
        doc_ids: (n_labels,). What carries each label; within a topic in the order of their bytes.
    """

    query_ids: tuple[str, ...]
    judged: JudgedTopics
    doc_ids: PackedIds


def pack_label_lines(
    lines: Iterable[LabelLine],
    reads: Set[str],
    *,
    min_relevance: int = 1,
    all_relevant: bool = False,
) -> Labels:
    """Pack the labels of a file.

    Args:
        lines: in any order.
        reads: what measures look at, as it was read; see `read_label_lines`.
        min_relevance: lowest relevance that binary measures call relevant.
        all_relevant: take every line for a relevance of 1 whatever it says, as MS MARCO's script.
    """
    # Strings compare by code points, which is the order of their UTF-8 bytes.
    ordered = sorted(lines)
    labels = _numbered((line.query_id, line.doc_id) for line in ordered)
    firsts = [ordered[index] for index in np.unique(labels, return_index=True)[1].tolist()]
    query_ids = tuple(dict.fromkeys(line.query_id for line in firsts))
    topics = _numbered(line.query_id for line in firsts)
    starts = np.searchsorted(topics, np.arange(len(query_ids) + 1))
    passages = np.arange(topics.size) - starts[topics]
    values = np.array([1.0 if all_relevant else line.relevance for line in ordered])
    relevances = round_down(values)
    if "subtopics" in reads:
        subtopics = _numbered(line.subtopic for line in ordered)
        numbers = passages[labels]
        columns = SubtopicLines(topics[labels], numbers, subtopics, relevances, tie_order=numbers)
        judged = pack_subtopics(columns, n_topics=len(query_ids), min_relevance=min_relevance)
    else:
        top = int(relevances.max(initial=0))
        fractions = values if "preferences" in reads else None
        judged = JudgedTopics(starts, passages, relevances, min_relevance, top, None, fractions)
    return Labels(query_ids, judged, PackedIds.of(line.doc_id for line in firsts))


def _numbered(names: Iterable[Hashable]) -> Ints:
    """Each name's number, from 0 in the order of their first lines."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], np.int64)
