"""Test collections with full labels, on which pools are simulated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.running.places import data
from regrade.active.building import build_features
from regrade.active.features import Features
from regrade.files.judging.qrels import read_qrels
from regrade.files.passages import read_passages
from regrade.files.topics import read_topics


class Topic(NamedTuple):
    """A topic with its labels.

    Attributes:
        relevant: ordinals of its relevant passages, at least one.
        grades: relevance by ordinal, of every passage with a label.
        query_id: as labels name it.
    """

    query: str
    relevant: frozenset[int]
    grades: Mapping[int, int] = MappingProxyType({})
    query_id: str = ""


class FullyLabelled(NamedTuple):
    """Passages by ordinal, and topics with labels; a passage without a label is not relevant.

    Attributes:
        least: relevance from which on a passage counts as relevant.
    """

    name: str
    texts: Sequence[str]
    topics: Sequence[Topic]
    doc_ids: Sequence[str] = ()
    least: int = 1


class Files(NamedTuple):
    """Where a test collection is read.

    Attributes:
        least: relevance from which on a passage counts as relevant.
        by_position: labels name topics by their position in the file of topics, from 1.
    """

    passages: str
    topics: str
    qrels: str
    least: int = 1
    by_position: bool = False


DL_PASSAGES = "trec_dl/passages.tsv.gz"
FILES = {
    "Vaswani": Files("vaswani/doc-text.trec.gz", "vaswani/query-text.trec", "vaswani/qrels"),
    "CACM": Files("cacm/cacm.tar.gz", "cacm/topics.cacm.txt", "cacm/qrels.cacm.txt"),
    "Cranfield": Files(
        "cranfield/cran.all.1400.xml.gz",
        "cranfield/cran.qry.xml",
        "cranfield/cranqrel.trec.txt",
        by_position=True,
    ),
    "DL19": Files(
        DL_PASSAGES, "trec_dl/topics.dl19-passage.txt", "trec_dl/qrels.dl19-passage.txt", 2
    ),
    "DL20": Files(DL_PASSAGES, "trec_dl/topics.dl20.txt", "trec_dl/qrels.dl20-passage.txt", 2),
}


@cache
def collection_named(name: str) -> FullyLabelled:
    files = FILES[name]
    texts = _texts(files.passages)
    ordinals = {doc_id: ordinal for ordinal, doc_id in enumerate(texts)}
    grades = _grades(data() / files.qrels, ordinals)
    topics = []
    for position, record in enumerate(read_topics(data() / files.topics), start=1):
        named = str(position) if files.by_position else record.query_id
        own = grades.get(named, {})
        relevant = frozenset(one for one, grade in own.items() if grade >= files.least)
        if relevant:
            topics.append(Topic(record.query, relevant, own, named))
    return FullyLabelled(name, [*texts.values()], topics, [*texts], files.least)


@cache
def word_features(name: str) -> Features:
    """The words of a collection's passages."""
    return build_features(collection_named(name).texts)


@cache
def _texts(file: str) -> Mapping[str, str]:
    """Texts with their titles by doc_id, in the file's order, as rankers read them."""
    return {
        record.doc_id: f"{record.title} {record.text}".strip()
        for record in read_passages(data() / file)
        if record.text
    }


def _grades(qrels: Path, ordinals: Mapping[str, int]) -> Mapping[str, Mapping[int, int]]:
    """By topic, the relevance of each passage that has a label and a text."""
    found = defaultdict[str, dict[int, int]](dict)
    for line in read_qrels(qrels):
        if line.doc_id in ordinals:
            found[line.query_id][ordinals[line.doc_id]] = line.relevance
    return found
