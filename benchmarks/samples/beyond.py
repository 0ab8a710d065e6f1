"""Samples that older labels help, samples for AP, and other collections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.running.tables import Table
from benchmarks.samples.collections import YEARS, Labelled, Labelling, deep_learning
from benchmarks.samples.computed import COLLECTIONS, small
from benchmarks.samples.simulating import simulate
from benchmarks.samples.tables import (
    ACCURACIES,
    SIZES,
    Panel,
    against_all,
    contrasts,
    covered,
    plain,
    questions,
    saved,
)
from regrade.measures import parse_measure
from regrade.measures.labels import Floats, Ints
from regrade.sampling.average_precision import estimate_average_precision, expected_weights
from regrade.sampling.drawing import drawn_pairs
from regrade.sampling.estimation import Estimated
from regrade.sampling.frame import Frame, frame_of
from regrade.sampling.inclusion import inclusion
from regrade.sampling.intervals import interval_of
from regrade.sampling.prediction import Judged, features_of, predict
from regrade.sampling.question import Question, pair_sizes

AP_SIZES = {20: (200, 500), 100: (500, 2000)}  # judged pairs by the depth of the frame


def older_labels(n_draws: int, seed: int) -> Table:
    """Labels that help to predict: someone else's, of an accuracy; or one relevant passage each."""
    rows: list[Sequence[Any]] = []
    asked = list(questions("DCG@10"))
    for n in SIZES:
        usual = [
            simulate(plain(one), n, n_draws, np.random.default_rng([seed, n, place]))
            for place, one in enumerate(asked)
        ]
        for accuracy in (*ACCURACIES, None):
            helped = [
                simulate(
                    plain(one, _known(one, accuracy, np.random.default_rng([seed, place]))),
                    n,
                    n_draws,
                    np.random.default_rng([seed, n, place]),
                )
                for place, one in enumerate(asked)
            ]
            pairs = zip(helped, usual, strict=True)
            ratio = float(np.median([one.variance / other.variance for one, other in pairs]))
            known = "one relevant passage a topic" if accuracy is None else f"all, {accuracy:.0%}"
            rows.append([known, n, *covered(helped), ratio])
    return Table(
        f"Older labels that help to predict, DCG@10: 56 pairs of runs, {n_draws:,} redraws",
        ("older labels, and how many are right", "judged", "mean coverage", "worst", "variance"),
        rows,
    )


def _known(labelling: Labelling, accuracy: float | None, rng: np.random.Generator) -> Floats:
    """shape (1, n_pairs)."""
    grades = labelling.gains.astype(np.int64)
    if accuracy is not None:
        votes, _ = Panel(grades, accuracy).votes(1)(np.arange(grades.size), rng)
        return np.array([votes])
    known = np.zeros((1, grades.size))
    for topic in range(labelling.frame.n_topics):
        relevant = np.flatnonzero((labelling.frame.topics == topic) & (grades >= 2))
        if relevant.size:
            known[0, rng.choice(relevant)] = 1
    return known


class _OfPrecision:
    """AP of all runs of a year, over what they have down to a depth."""

    def __init__(self, labelled: Labelled, depth: int) -> None:
        self.frame: Frame = frame_of(labelled.runs, depth)
        self.gains = labelled.labelling(parse_measure("P@10"), self.frame).gains
        relevant = [[g >= labelled.relevant for g in one.values()] for one in labelled.grades]
        self.n_relevant = np.array([sum(one) for one in relevant], np.float64)
        question = Question("all", list(range(len(labelled.runs))))
        self.sizes = pair_sizes(question, [expected_weights(self.frame, self.n_relevant)])
        self._features = features_of(self.frame)

    def estimate(self, pairs: Ints, probabilities: Floats) -> Estimated:
        judged = Judged(pairs, probabilities[pairs])
        predicted = predict(self.frame, judged, self.gains[pairs], self._features, self.sizes)
        given = self.frame.ranks, self.n_relevant
        return estimate_average_precision(self.frame, judged, predicted, *given)[0]


def average_precision(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for depth, sizes in AP_SIZES.items():
        for year in YEARS:
            one = _OfPrecision(deep_learning(year), depth)
            for n in sizes:
                rows.append([f"DL{year}", depth, n, *_of_ap(one, n, n_draws, seed)])
    return Table(
        f"AP with the number of relevant passages given: 28 pairs a year, {n_draws:,} redraws",
        (
            "year",
            "depth",
            "judged",
            "mean coverage",
            "worst pair",
            "half-width",
            "largest bias, sd",
        ),
        rows,
    )


def _of_ap(one: _OfPrecision, n: int, n_draws: int, seed: int) -> tuple[float, ...]:
    every = np.arange(one.frame.n_pairs)
    truth = one.estimate(every, np.ones(every.size)).means
    chances, rng = inclusion(one.sizes, n), np.random.default_rng([seed, n])
    rows = list(contrasts(truth.size))
    hits, halves, values = np.zeros(len(rows)), [], []
    for _ in range(n_draws):
        found = one.estimate(drawn_pairs(one.sizes, rng.random(every.size), n), chances)
        values.append(np.array(rows) @ found.means)
        for place, row in enumerate(rows):
            low, high = interval_of(found, row).these_topics
            hits[place] += low <= row @ truth <= high
            halves.append((high - low) / 2)
    off = (np.mean(values, axis=0) - np.array(rows) @ truth) / np.std(values, axis=0)
    shares = hits / n_draws
    return float(shares.mean()), float(shares.min()), float(np.median(halves)), np.abs(off).max()


def small_collections(n_draws: int, seed: int) -> Table:
    """BM25, RM3 and MiniLM on Vaswani and CACM: three pairs of runs each."""
    rows: list[Sequence[Any]] = []
    for name in COLLECTIONS:
        of = small(name)
        for measure in ("DCG@10", "P@10"):
            samplers = [plain(of.question(measure, pair, 10)) for pair in of.pairs_of_runs]
            for n in SIZES:
                found = [
                    simulate(one, n, n_draws, np.random.default_rng([seed, n, place]))
                    for place, one in enumerate(samplers)
                ]
                rows.append([name, measure, n, *covered(found), *saved(samplers, n, n_draws, seed)])
    return Table(
        f"Vaswani and CACM with BM25, RM3 and MiniLM: three pairs of runs, {n_draws:,} redraws",
        ("collection", "measure", "judged", "coverage", "worst", "uniform, expanded", "with mean"),
        rows,
    )


def small_shares(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for name in COLLECTIONS:
        of = small(name)
        samplers = [plain(of.question("DCG@10", pair, 10)) for pair in of.pairs_of_runs]
        for share in (0.1, 0.3, 0.5):
            found = [
                against_all(one, share, n_draws, np.random.default_rng([seed, place]))
                for place, one in enumerate(samplers)
            ]
            rows.append([name, f"{share:.0%}", *np.median(found, axis=0).tolist()])
    return Table(
        f"Share of two runs' union judged on Vaswani and CACM, DCG@10: medians of 3, {n_draws:,}"
        " redraws",
        ("collection", "judged", "interval for topics like these / all labels", "SE / topics' SE"),
        rows,
    )
