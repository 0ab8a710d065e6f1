"""What a real campaign asked for: its topics, its pairs, and what came out of them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks.encode import make_passages
from regrade.files.candidates import read_candidates
from regrade.files.errors import BadInput
from regrade.files.judging import read_judgments, read_qrels
from regrade.files.judging.pairs import read_pairs
from regrade.files.topics import read_topics
from regrade.votes.rounding import rounded_median

Key: TypeAlias = tuple[str, str]  # query_id and doc_id

FIRA_SCALE = "0=Wrong,1=Topic,2=Partial*,3=Perfect*"  # a star asks for highlights
ASSESSMENT_SCALE = "1-5"


class Pair(NamedTuple):
    """One pair to judge, with the label that simulated assessors answer around."""

    query_id: str
    doc_id: str
    label: int
    is_overlap: bool = False  # everyone judges it


class TaskList(NamedTuple):
    """Everything that a campaign is set up from; `note` says where it comes from."""

    name: str
    note: str
    scale: str
    queries: Mapping[str, str]
    texts: Mapping[str, str]
    pairs: Sequence[Pair]


def read_fira(folder: Path, *, scale: float, seed: int) -> TaskList:
    """FiRA's whole task list, or a share of its regular pairs; the texts are generated.

    The probe pairs are for everyone, whatever the share. A label is the majority that FiRA
    published.

    Raises:
        BadInput: a file is absent or broken, or a pair has no label.
    """
    labels = {
        (line.query_id, line.doc_id): line.relevance
        for line in read_qrels(folder / "fira-trec19-qrels-snippets.txt.gz")
    }
    probes = {line[:2] for line in read_pairs(folder / "all-probe-pairs.tsv")}
    pairs = _labelled(folder / "judgement-pairs.tsv.gz", labels, probes)
    kept = _share_of_regular(pairs, scale, random.Random(f"{seed} fira"))
    doc_ids = list(dict.fromkeys(pair.doc_id for pair in kept))
    return TaskList(
        name="fira-with-generated-texts",
        note=f"FiRA 2019: {_part(kept, pairs)} pairs of its task list ({len(pairs) + 1:,} lines"
        f" with the header), texts generated from seed {seed}",
        scale=FIRA_SCALE,
        queries={topic.query_id: topic.query for topic in read_topics(folder / "queries.tsv")},
        texts=dict(zip(doc_ids, make_passages(len(doc_ids), seed=seed), strict=True)),
        pairs=kept,
    )


def read_assessment(folder: Path, *, scale: float, seed: int) -> TaskList:
    """The campaign of 125 topics with 20 passages each and real texts, or a share of its topics.

    A label is the median of the grades that were recorded, rounded up; of the few pairs that
    nobody graded it is the lowest grade.

    Raises:
        BadInput: a file is absent or broken.
    """
    grades: defaultdict[Key, list[int]] = defaultdict(list)
    for row in read_judgments(folder / "judgments.tsv"):
        grades[row.query_id, row.doc_id] += [] if row.grade is None else [row.grade]
    labels = {pair: rounded_median(given) if given else 1 for pair, given in grades.items()}
    topics = list(dict.fromkeys(query_id for query_id, _ in labels))
    drawn = set(random.Random(f"{seed} assessment").sample(topics, _n_of(topics, scale)))
    pairs = [Pair(*pair, label) for pair, label in labels.items() if pair[0] in drawn]
    wanted = {(pair.query_id, pair.doc_id) for pair in pairs}
    candidates = [
        line
        for line in read_candidates(folder / "candidates_600x20.jsonl.gz")
        if (line.query_id, line.doc_id) in wanted
    ]
    return TaskList(
        name="ms-marco-125-topics",
        note=f"MS MARCO, judged in 2020: {len(drawn)} of {len(topics)} topics,"
        f" {_part(pairs, list(labels))} pairs, real texts",
        scale=ASSESSMENT_SCALE,
        queries={line.query_id: line.query for line in candidates},
        texts={line.doc_id: line.text or "" for line in candidates},
        pairs=pairs,
    )


def _labelled(path: Path, labels: Mapping[Key, int], probes: Set[Key]) -> list[Pair]:
    pairs = []
    for query_id, doc_id, line in read_pairs(path):
        key = query_id, doc_id
        if key not in labels:
            raise BadInput(path, line, f"no label of passage {doc_id} of topic {query_id}")
        pairs.append(Pair(query_id, doc_id, labels[key], is_overlap=key in probes))
    return pairs


def _share_of_regular(pairs: Sequence[Pair], scale: float, rng: random.Random) -> list[Pair]:
    """All overlap pairs and a random share of the others, in the list's order."""
    regular = [place for place, pair in enumerate(pairs) if not pair.is_overlap]
    drawn = set(rng.sample(regular, _n_of(regular, scale)))
    return [pair for place, pair in enumerate(pairs) if pair.is_overlap or place in drawn]


def _n_of(things: Sequence[object], scale: float) -> int:
    return max(1, round(scale * len(things)))


def _part(kept: Sequence[object], of: Sequence[object]) -> str:
    return f"all {len(of):,}" if len(kept) == len(of) else f"{len(kept):,} of {len(of):,}"
