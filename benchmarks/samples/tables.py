"""The tables of docs/benchmarks/sampling.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy.stats import kendalltau

from benchmarks.running.tables import Table
from benchmarks.samples.collections import TOP, YEARS, Labelling, deep_learning
from benchmarks.samples.simulating import (
    Outcome,
    Sampler,
    simulate,
    uniform_variance,
)
from regrade.measures.labels import Floats, Ints
from regrade.sampling.drawing import drawn_pairs
from regrade.sampling.intervals import interval_of
from regrade.sampling.question import Question, pair_sizes
from regrade.sampling.stopping import bet_on_difference, walk_of

SIZES = (50, 100, 200)
MEASURES = {"DCG@10": 10, "P@10": 10, "RBP(p=0.8)": 100, "nDCG@10": 10}  # with the frame's depth
ACCURACIES = (0.9, 0.7, 0.5)


def questions(measure: str, *, with_all: bool = False) -> Iterator[Labelling]:
    """All 56 pairs of runs; with_all: ranks of the year's other runs help to predict."""
    for year in YEARS:
        labelled = deep_learning(year)
        for first, second in labelled.pairs_of_runs:
            others = [run for run in range(len(labelled.runs)) if run not in (first, second)]
            asked = [first, second]
            found = labelled.question(measure, asked, MEASURES[measure])
            yield labelled.beside(found, others) if with_all else found


def plain(labelling: Labelling, covariates: Floats | None = None) -> Sampler:
    return Sampler(labelling, np.abs(labelling.apart), covariates=covariates)


def coverage(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for measure in MEASURES:
        samplers = [plain(one) for one in questions(measure)]
        for n in SIZES:
            found = [
                simulate(one, n, n_draws, np.random.default_rng([seed, n, place]))
                for place, one in enumerate(samplers)
            ]
            rows.append([measure, n, *covered(found), max(abs(one.bias) for one in found)])
    return Table(
        f"Coverage of 95% intervals for these topics: 56 pairs of runs, {n_draws:,} redraws",
        ("measure", "judged", "mean", "worst pair", "largest bias, sd"),
        rows,
    )


def covered(found: Sequence[Outcome]) -> tuple[float, float]:
    shares = [one.covered for one in found]
    return float(np.mean(shares)), min(shares)


def saving(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for measure in ("DCG@10", "P@10"):
        for with_all in (False, True):
            samplers = [plain(one) for one in questions(measure, with_all=with_all)]
            helped = "of all eight runs" if with_all else "of the two runs"
            for n in SIZES:
                rows.append([measure, helped, n, *saved(samplers, n, n_draws, seed)])
    return Table(
        f"Variance against uniform samples of as many pairs: medians of 56, {n_draws:,} redraws",
        (
            "measure",
            "predicted by ranks",
            "judged",
            "uniform, expanded",
            "uniform, mean as control",
        ),
        rows,
    )


def saved(samplers: Sequence[Sampler], n: int, n_draws: int, seed: int) -> tuple[float, float]:
    ratios = []
    for place, one in enumerate(samplers):
        size = min(n, one.n_drawable)
        found = simulate(one, n, n_draws, np.random.default_rng([seed, n, place]))
        rivals = [uniform_variance(one.labelling, size, with_mean=way) for way in (False, True)]
        ratios.append([found.variance / rival for rival in rivals])
    expanded, controlled = np.median(ratios, axis=0)
    return float(expanded), float(controlled)


def topics_like_these(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for measure in ("DCG@10", "P@10", "nDCG@10"):
        full, sampled = [], {n: list[tuple[float, float]]() for n in SIZES}
        for place, one in enumerate(questions(measure)):
            rng = np.random.default_rng([seed, place])
            of_full, of_sizes = _resampled(one, n_draws, rng)
            full.append(of_full)
            for n in SIZES:
                sampled[n].append(of_sizes[n])
        rows.append([measure, "all", float(np.mean(full)), min(full), 1.0])
        for n in SIZES:
            shares, widths = np.array(sampled[n]).T
            width = float(np.median(widths))
            rows.append([measure, str(n), float(shares.mean()), float(shares.min()), width])
    return Table(
        f"Coverage for topics like these: 56 pairs of runs, {n_draws:,} resamplings of topics",
        ("measure", "judged", "mean", "worst pair", "width against all labels"),
        rows,
    )


def _resampled(
    labelling: Labelling, n_draws: int, rng: np.random.Generator
) -> tuple[float, dict[int, tuple[float, float]]]:
    truth, n_topics = labelling.apart @ labelling.gains, labelling.frame.n_topics
    hits, widths = dict.fromkeys((0, *SIZES), 0), dict.fromkeys((0, *SIZES), 0.0)
    for _ in range(n_draws):
        sampler = plain(labelling.of_topics(rng.integers(0, n_topics, n_topics)))
        order = sampler.order(rng, sampler.n_drawable)
        for n in (0, *SIZES):
            low, high = _like(sampler, order[: n or order.size])
            hits[n] += int(low <= truth <= high)
            widths[n] += high - low
    return hits[0] / n_draws, {n: (hits[n] / n_draws, widths[n] / widths[0]) for n in SIZES}


def _like(sampler: Sampler, pairs: Ints) -> tuple[float, float]:
    found = interval_of(sampler.estimate(pairs), sampler.between).topics_like_these
    assert found is not None
    return found


def shares_of_union(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for with_all in (False, True):
        samplers = [plain(one) for one in questions("DCG@10", with_all=with_all)]
        for share in (0.1, 0.2, 0.3, 0.5):
            found = [
                against_all(one, share, n_draws, np.random.default_rng([seed, place]))
                for place, one in enumerate(samplers)
            ]
            width, errors = np.median(found, axis=0)
            helped = "all eight" if with_all else "the two"
            rows.append([helped, f"{share:.0%}", float(width), float(errors)])
    return Table(
        f"Share of two runs' union judged, DCG@10: medians of 56, {n_draws} redraws",
        ("ranks of", "judged", "interval for topics like these / all labels", "SE / topics' SE"),
        rows,
    )


def against_all(
    sampler: Sampler, share: float, n_draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    n = min(int(share * sampler.labelling.frame.n_pairs), sampler.n_drawable)
    between = sampler.between
    whole = sampler.estimate(sampler.order(rng, sampler.n_drawable))
    full = between @ whole.topics_like_these @ between
    of_sample, both = np.zeros(n_draws), np.zeros(n_draws)
    for number in range(n_draws):
        found = sampler.estimate(sampler.order(rng, n))
        of_sample[number] = between @ found.these_topics @ between
        both[number] = between @ found.topics_like_these @ between
    return float(np.sqrt(both).mean() / np.sqrt(full)), float(np.sqrt(of_sample / full).mean())


def priors(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    asked = list(questions("DCG@10"))
    for n in (50, 100):
        usual = [
            simulate(plain(one), n, n_draws, np.random.default_rng([seed, n, place]))
            for place, one in enumerate(asked)
        ]
        misled = [
            simulate(_misled(one), n, n_draws, np.random.default_rng([seed, n, place]))
            for place, one in enumerate(asked)
        ]
        pairs = zip(misled, usual, strict=True)
        ratio = float(np.median([one.variance / other.variance for one, other in pairs]))
        rows.append([n, *covered(misled), ratio])
    return Table(
        f"A prior that gives relevant pairs 1/30 of the others' weight: {n_draws:,} redraws",
        ("judged", "mean coverage", "worst pair", "variance / without a prior, median"),
        rows,
    )


def _misled(labelling: Labelling) -> Sampler:
    prior = np.where(labelling.gains > 0, 1 / 30, 1.0)
    question = Question("pair", [0, 1])
    drawn_by = pair_sizes(question, [labelling.weights], prior)
    return Sampler(labelling, np.abs(labelling.apart), drawn_by)


def votes(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    asked = list(questions("DCG@10"))
    for accuracy in ACCURACIES:
        for n, n_votes in ((200, 1), (100, 2)):
            found = []
            for place, one in enumerate(asked):
                panel = Panel(one.gains.astype(np.int64), accuracy)
                truth = float(one.apart @ panel.means)
                rng = np.random.default_rng([seed, n, place])
                given = panel.votes(n_votes)
                found.append(simulate(plain(one), n, n_draws, rng, given, truth))
            rows.append([accuracy, f"{n_votes} x {n}", *covered(found)])
    return Table(
        f"What the panel says, from noisy votes, DCG@10: 56 pairs of runs, {n_draws:,} redraws",
        ("accuracy of a vote", "votes x pairs", "mean coverage", "worst pair"),
        rows,
    )


class Panel:
    """People whose grade is the true one with some probability, else another at random."""

    def __init__(self, grades: Ints, accuracy: float) -> None:
        others = (1 - accuracy) / TOP
        self._chances = np.full((int(TOP) + 1, int(TOP) + 1), others)
        np.fill_diagonal(self._chances, accuracy)
        self._grades = grades

    @property
    def means(self) -> Floats:
        """shape (n_pairs,). What the panel says of each pair on average."""
        means: Floats = (self._chances @ np.arange(TOP + 1))[self._grades]
        return means

    def votes(self, n_votes: int) -> Any:
        ends = self._chances.cumsum(axis=1)

        def given(pairs: Ints, rng: np.random.Generator) -> tuple[Floats, Floats]:
            drawn = rng.random((n_votes, pairs.size, 1))
            grades = (drawn > ends[self._grades[pairs]][:, :-1]).sum(axis=2).astype(np.float64)
            if n_votes == 1:
                return grades[0], np.full(pairs.size, np.nan)
            return grades.mean(axis=0), grades.var(axis=0, ddof=1) / n_votes

        return given


def any_time(n_draws: int, seed: int) -> Table:
    """Null pairs are runs that trade places on some topics, so that they are equal."""
    null, real = [], []
    for place, one in enumerate(questions("DCG@10")):
        rng = np.random.default_rng([seed, place])
        swapped = one.apart * _swaps(one, rng)[one.frame.topics]
        null.append(_stopped(one, swapped, n_draws, rng)[0])
        real.append((float(abs(one.apart @ one.gains)), *_stopped(one, one.apart, n_draws, rng)))
    larger = sorted(real, reverse=True)[: len(real) // 2]
    found = np.mean(larger, axis=0)
    rows = [[float(np.mean(null)), max(null), float(found[1]), float(found[2])]]
    return Table(
        f"Betting, looked at after every judgment, at most 200: {n_draws:,} redraws, DCG@10",
        ("type I error, mean", "worst pair", "larger half stopped", "mean judgments"),
        rows,
    )


def _stopped(
    labelling: Labelling, weights: Floats, n_draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Share of draws that stopped, and the mean number of judgments, at most 200."""
    sizes = np.abs(labelling.apart)
    n = min(200, int((sizes > 0).sum()))
    ends = []
    for _ in range(n_draws):
        pairs = drawn_pairs(sizes, rng.random(sizes.size), n)
        walk = walk_of(weights, sizes, pairs, labelling.gains[pairs], TOP)
        ends.append(bet_on_difference(walk, n_most=200).stopped_at)
    return float(np.mean([end is not None for end in ends])), float(
        np.mean([n if end is None else end for end in ends])
    )


def _swaps(labelling: Labelling, rng: np.random.Generator) -> Floats:
    """shape (n_topics,). 1 or -1 each, so that the two runs come out equal."""
    frame = labelling.frame
    by_topic = np.bincount(frame.topics, labelling.apart * labelling.gains, frame.n_topics)
    signs = rng.choice([-1.0, 1.0], frame.n_topics)
    total = signs @ by_topic
    for _ in range(500_000):
        one, other = rng.integers(0, frame.n_topics, 2)
        if one == other:
            continue
        moved = total - 2 * (signs[one] * by_topic[one] + signs[other] * by_topic[other])
        if abs(moved) < abs(total):
            signs[[one, other]] *= -1
            total = moved
        if abs(total) < 1e-5:
            break
    return signs


def eight_runs(n_draws: int, seed: int) -> Table:
    rows: list[Sequence[Any]] = []
    for year in YEARS:
        labelled = deep_learning(year)
        places = list(range(len(labelled.runs)))
        one = labelled.question("DCG@10", places, 10)
        sampler = Sampler(one, pair_sizes(Question("all", places), [one.weights]))
        truth = one.weights @ one.gains
        for share in (0.2, 0.3, 0.5):
            rng = np.random.default_rng([seed, int(100 * share)])
            n = int(share * one.frame.n_pairs)
            rows.append(
                [
                    labelled.name,
                    f"by design, {share:.0%}",
                    *_all_pairs(sampler, truth, n, n_draws, rng),
                ]
            )
        rows += [[labelled.name, *row] for row in _by_depth(one, truth)]
    return Table(
        f"All eight runs, DCG@10, 28 pairs a year: {n_draws:,} redraws",
        ("year", "judged", "SE / topics' SE", "bias / difference", "tau", "mean coverage", "worst"),
        rows,
    )


def _all_pairs(
    sampler: Sampler, truth: Floats, n: int, n_draws: int, rng: np.random.Generator
) -> list[float | None]:
    pairs = list(contrasts(truth.size))
    hits, errors, taus = np.zeros(len(pairs)), np.zeros(len(pairs)), []
    full = sampler.estimate(sampler.order(rng, sampler.n_drawable)).topics_like_these
    of_topics = np.array([row @ full @ row for row in pairs])
    for _ in range(n_draws):
        found = sampler.estimate(sampler.order(rng, n))
        taus.append(kendalltau(found.means, truth).statistic)
        for place, row in enumerate(pairs):
            low, high = interval_of(found, row).these_topics
            hits[place] += low <= row @ truth <= high
            errors[place] += row @ found.these_topics @ row
    ratio = float(np.median(np.sqrt(errors / n_draws / of_topics)))
    shares = hits / n_draws
    return [ratio, None, float(np.mean(taus)), float(shares.mean()), float(shares.min())]


def _by_depth(labelling: Labelling, truth: Floats) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    ranks = labelling.frame.ranks
    for depth in (2, 3, 4):
        pooled = ((ranks > 0) & (ranks <= depth)).any(axis=0)
        means = labelling.weights @ np.where(pooled, labelling.gains, 0.0)
        apart = np.array([[row @ truth, row @ means] for row in contrasts(truth.size)])
        bias = float(np.median(np.abs(apart[:, 1] - apart[:, 0]) / np.abs(apart[:, 0])))
        share = f"depth {depth}, {pooled.mean():.0%}"
        rows.append([share, None, bias, float(kendalltau(means, truth).statistic), None, None])
    return rows


def contrasts(n_runs: int) -> Iterator[Floats]:
    for first in range(n_runs):
        for second in range(first + 1, n_runs):
            row = np.zeros(n_runs)
            row[first], row[second] = 1, -1
            yield row
