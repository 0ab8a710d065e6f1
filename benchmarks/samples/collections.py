"""Runs and full labels that samples are simulated on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.running.places import data
from regrade.files.judging.qrels import read_qrels
from regrade.files.runs import read_run
from regrade.measures import Measure, Rankings, parse_measure
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.labels import Floats, Ints
from regrade.sampling.frame import Frame, frame_of, ranks_in, run_weights
from regrade.whatif.ideals import ideal_gains

DEPTH = 100  # ranks of a run that are read
TOP = 3.0  # the highest grade
YEARS = ("19", "20")


@dataclass(frozen=True)
class Labelled:
    """Runs over the same topics, and the grade of every pair; unjudged pairs have grade 0.

    Attributes:
        grades: by topic, the grade of each passage that has one.
        relevant: from this grade on, for binary measures.
    """

    name: str
    runs: Sequence[Rankings]
    run_names: Sequence[str]
    grades: Sequence[Mapping[int, int]]
    relevant: int

    @property
    def pairs_of_runs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.runs)), 2))

    def question(self, measure: str, runs: Sequence[int], depth: int) -> Labelling:
        """A measure over the union of these runs' first ranks."""
        frame = frame_of([self.runs[run] for run in runs], depth)
        return self.labelling(parse_measure(measure), frame)

    def labelling(self, measure: Measure, frame: Frame) -> Labelling:
        grades = np.array(
            [
                self.grades[topic].get(passage, 0)
                for topic, passage in zip(
                    frame.topics.tolist(), frame.passages.tolist(), strict=True
                )
            ],
            dtype=np.int64,
        )
        ideals = self._ideals(measure) if isinstance(measure, Ndcg) else None
        weights = run_weights(measure, frame, ideals)
        return Labelling(frame, weights, self.gains(measure, grades))

    def gains(self, measure: Measure, grades: NDArray[np.int64]) -> Floats:
        if isinstance(measure, Dcg | Ndcg):
            return measure.gain(grades)
        return (grades >= self.relevant).astype(np.float64)

    def beside(self, labelling: Labelling, others: Sequence[int]) -> Labelling:
        """The same question, with the ranks of other runs to predict by."""
        frame = labelling.frame
        ranks = [frame.ranks, np.array([ranks_in(frame, self.runs[run]) for run in others])]
        zeros = np.zeros((len(others), frame.n_pairs))
        wider = frame._replace(ranks=np.concatenate(ranks))
        return Labelling(wider, np.concatenate([labelling.weights, zeros]), labelling.gains)

    def _ideals(self, measure: Ndcg) -> Floats:
        """By all labels there are: of the pool's other passages as well as of the frame's."""
        topics = np.repeat(np.arange(len(self.grades)), [len(one) for one in self.grades])
        grades = np.array([grade for one in self.grades for grade in one.values()])
        return ideal_gains(measure, topics, measure.gain(grades), len(self.grades))


@dataclass(frozen=True)
class Labelling:
    """A frame with the weights of its runs and what each pair gains.

    Attributes:
        weights: shape (n_runs, n_pairs).
        gains: shape (n_pairs,).
    """

    frame: Frame
    weights: Floats
    gains: Floats

    @property
    def apart(self) -> Floats:
        """shape (n_pairs,). Weights of the first run less the second."""
        difference: Floats = self.weights[0] - self.weights[1]
        return difference

    def of_topics(self, topics: Ints) -> Labelling:
        """The same over these topics; one may come several times."""
        starts = np.searchsorted(self.frame.topics, np.arange(self.frame.n_topics + 1))
        sizes = np.diff(starts)[topics]
        ends = np.cumsum(sizes)
        chosen = (
            np.arange(ends[-1]) - np.repeat(ends - sizes, sizes) + np.repeat(starts[topics], sizes)
        )
        renumbered = np.repeat(np.arange(topics.size), sizes)
        frame = Frame(renumbered, np.arange(chosen.size), self.frame.ranks[:, chosen], topics.size)
        return Labelling(frame, self.weights[:, chosen], self.gains[chosen])


class Scored(NamedTuple):
    """A run: by topic, scores with doc_ids in any order."""

    name: str
    by_topic: Mapping[str, Sequence[tuple[float, str]]]


@cache
def deep_learning(year: str) -> Labelled:
    """Eight runs on a TREC Deep Learning Track, with NIST's labels."""
    folder = data() / "trec_dl"
    files = sorted((folder / "runs").glob(f"*_dl{year}.txt.gz"))
    runs = [read_scored(path) for path in files]
    return labelled(f"DL{year}", runs, folder / f"qrels.dl{year}-passage.txt", relevant=2)


def read_scored(path: Path) -> Scored:
    by_topic = defaultdict[str, list[tuple[float, str]]](list)
    for line in read_run(path):
        by_topic[line.query_id].append((line.score, line.doc_id))
    return Scored(path.name.partition(".")[0], by_topic)


def labelled(name: str, runs: Sequence[Scored], qrels: Path, *, relevant: int) -> Labelled:
    """Runs on the topics that have labels."""
    by_topic = defaultdict[str, dict[str, int]](dict)
    for line in read_qrels(qrels):
        by_topic[line.query_id][line.doc_id] = line.relevance
    numbers: dict[str, int] = {}
    rankings = [_rankings(run, [*by_topic], numbers) for run in runs]
    grades = [
        {numbers.setdefault(doc_id, len(numbers)): grade for doc_id, grade in labels.items()}
        for labels in by_topic.values()
    ]
    return Labelled(name, rankings, [run.name for run in runs], grades, relevant)


def _rankings(run: Scored, topics: Sequence[str], numbers: dict[str, int]) -> Rankings:
    """In the scorer's order: by score, ties by doc_id, both falling."""
    lists = [sorted(run.by_topic.get(topic, ()), reverse=True)[:DEPTH] for topic in topics]
    passages = [numbers.setdefault(doc_id, len(numbers)) for one in lists for _, doc_id in one]
    starts = np.concatenate(([0], np.cumsum([len(one) for one in lists])))
    return Rankings(starts, np.array(passages, dtype=np.int64))
