"""The labels of a qrels file: read line by line, and packed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import COMMENT, checker, splitter
from regrade.files.json_lines import refuse_json
from regrade.files.judging.label_layouts import layout_of
from regrade.files.judging.qrels import read_qrels
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.streams import Progress
from regrade.measures import JudgedTopics
from regrade.measures.labels import Ints
from regrade.measures.packing import SubtopicLines, pack_subtopics, round_down

N_COLUMNS = 4
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.0+)?")
DECIMAL_NUMBER = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?")


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


class LabelLine(NamedTuple):
    """One label of a qrels file; `subtopic` is "" where column 2 is not looked at."""

    query_id: str
    doc_id: str
    subtopic: str
    relevance: float


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


def read_label_lines(
    path: Path, progress: Progress | None, reads: Set[str], *, blanks_in_ids: bool = False
) -> Iterator[LabelLine]:
    """Yield the labels of a qrels file in its order.

    Args:
        path: TREC's four columns; three, where neither of the following is asked for.
        progress: see `streams`.
        reads: what measures look at: never subtopics and preferences at once. With "subtopics"
            column 2 names the subtopic, and a passage may stand once under each; otherwise that
            column is ignored, as trec_eval does. With "preferences" a relevance may be a
            fraction.
        blanks_in_ids: as `read_qrels` has it.

    Raises:
        BadInput: whatever `read_qrels` refuses.
    """
    by_subtopic, may_be_fractions = "subtopics" in reads, "preferences" in reads
    if not by_subtopic and not may_be_fractions:
        for plain in read_qrels(path, progress, blanks_in_ids=blanks_in_ids):
            yield LabelLine(plain.query_id, plain.doc_id, "", plain.relevance)
        return
    first_lines: dict[tuple[str, str, str], int] = {}
    labels = _parse(path, progress, by_subtopic=by_subtopic, blanks_in_ids=blanks_in_ids)
    for number, label in at_least_one(labels, path, "labels"):
        first = first_lines.setdefault(label[:3], number)
        if first != number:
            under = f" under subtopic {label.subtopic}" if by_subtopic else ""
            reason = f"passage {label.doc_id} of topic {label.query_id} appears twice{under}"
            raise BadInput(path, number, f"{reason}, first on line {first}", code="passage_twice")
        yield label


def _parse(
    path: Path, progress: Progress | None, *, by_subtopic: bool, blanks_in_ids: bool
) -> Iterator[tuple[int, LabelLine]]:
    split = splitter(blanks_in_ids=blanks_in_ids)
    check = checker(blanks_in_ids=blanks_in_ids)
    is_first = True
    for line in read_lines(path, progress):
        fields = split(line.text)
        if not fields or line.text.startswith(COMMENT):
            continue
        if is_first and (layout := layout_of(fields)):
            layout.refuse_sample(path, line.number)
        is_first = False
        if len(fields) != N_COLUMNS:
            refuse_json(path, line, f"labels for these measures have {N_COLUMNS} columns")
            reason = f"{counted(len(fields), 'column')}; labels for these measures have {N_COLUMNS}"
            raise BadInput(path, line.number, reason, code="column_count")
        query_id, subtopic, doc_id, relevance = fields
        yield (
            line.number,
            LabelLine(
                check(path, line.number, "query id", query_id),
                check(path, line.number, "doc_id", doc_id),
                subtopic if by_subtopic else "",
                _number(path, line, relevance, whole=by_subtopic),
            ),
        )


def _number(path: Path, line: Line, text: str, *, whole: bool) -> float:
    if not (WHOLE_NUMBER if whole else DECIMAL_NUMBER).fullmatch(text):
        kind = "whole number" if whole else "number"
        raise BadInput(
            path,
            line.number,
            f"relevance {text[:60]!r} is not a {kind}",
            code="not_a_whole_number" if whole else "not_a_number",
        )
    return float(text)
