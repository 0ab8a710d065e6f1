"""Our stopping rules on the reviews of the oracles: equal stops, and equal probabilities."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from benchmarks.running.environments import python_apart
from benchmarks.running.places import CHECKOUT, home
from benchmarks.running.tables import Say, Table
from regrade.active.stopping.fixed import batch_precision, half, rule_2399
from regrade.active.stopping.hypergeometric import chm
from regrade.active.stopping.quant import ProbabilitySums, probability_sums, quant
from regrade.active.stopping.review import Review
from regrade.active.stopping.slopes import FLAT, MOST_JUDGED, knee, slope_ratios

REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-stopping-oracles.txt"
N_REVIEWS = 400


class OraclesMissing(Exception):
    """The tools to compare with cannot be installed here."""


class Compared(NamedTuple):
    """A rule on all reviews.

    Attributes:
        n_stopped: reviews in which the oracle stops.
        n_equal: reviews in which ours stops at the same passage, or does not, like the oracle.
        n: reviews.
    """

    rule: str
    n_stopped: int
    n_equal: int
    n: int


class Comparison(NamedTuple):
    """Both tools' rules.

    Attributes:
        rules: those of tarexp, and `chm` of buscarpy.
        furthest_p: greatest difference from buscarpy's p values.
        n_p: p values compared.
        n_certain: looks at which buscarpy's p is not a number.
        p_where_certain: ours there, the greatest.
    """

    rules: list[Compared]
    furthest_p: float
    n_p: int
    n_certain: int
    p_where_certain: float


def compare(say: Say, n_reviews: int = N_REVIEWS) -> Comparison:
    """Compare with the oracles, which are installed first.

    Raises:
        OraclesMissing: they cannot be installed, or do not run.
    """
    stopped, equal, n = Counter[str](), Counter[str](), Counter[str]()
    ours, theirs, certain = list[float](), list[float](), list[float]()
    for given in _read(say, n_reviews):
        review = _review(given)
        mine = _our_stops(review, given)
        for rule, at in _their_stops(given).items():
            n[rule] += 1
            stopped[rule] += at is not None
            equal[rule] += at == mine[rule]
        for end, p in zip(given["ends"], given["p"], strict=True):
            value = chm(_until(review, end), target=given["target"]).value or 0.0
            (certain if p is None else ours).append(value)
            theirs += [] if p is None else [p]
    rules = [Compared(rule, stopped[rule], equal[rule], n[rule]) for rule in n]
    furthest = float(np.abs(np.subtract(ours, theirs)).max())
    return Comparison(rules, furthest, len(ours), len(certain), max(certain, default=0.0))


def table(say: Say) -> Table:
    """The comparison as a table."""
    found = compare(say)
    rows = [(rule.rule, rule.n_stopped, rule.n_equal, rule.n) for rule in found.rules]
    title = f"Stopping rules and their oracles; p within {found.furthest_p:.0e}"
    return Table(title, ("rule", "oracle stops", "equal", "reviews"), rows)


def _read(say: Say, n_reviews: int) -> Iterator[dict[str, Any]]:
    python = python_apart(home() / "stopping-oracles", REQUIREMENTS, say)
    program = [str(python), "-m", "benchmarks.stopping.oracles", str(n_reviews)]
    ran = subprocess.run(program, cwd=CHECKOUT, capture_output=True, text=True)
    if ran.returncode:
        raise OraclesMissing(ran.stderr.strip()[-500:])
    yield from map(json.loads, ran.stdout.splitlines())


def _review(given: Mapping[str, Any]) -> Review:
    is_relevant = np.array([label == "1" for label in given["is_relevant"]])
    return Review(is_relevant, np.array(given["batches"]), is_relevant.size)


def _until(review: Review, end: int) -> Review:
    batches = review.batches[review.judged <= end]
    return Review(review.is_relevant[:end], batches, review.n_passages)


def _our_stops(review: Review, given: Mapping[str, Any]) -> dict[str, int | None]:
    stops = {
        "knee": knee(review).at,
        "budget": _budget_a_batch_late(review),
        "half": half(review).at,
        "rule_2399": rule_2399(review).at,
        "batch_precision": batch_precision(review).at,
        "batch_precision_3": batch_precision(review, precision=0.1, n_batches=3).at,
        "chm": chm(review, target=given["target"]).at,
    }
    if given["scores"]:
        sums = _sums(review, given["scores"])
        stops["quant"] = quant(review, sums, target=given["target"]).at
        stops["quant_ci"] = quant(review, sums, target=given["target"], n_deviations=2.0).at
    return stops


def _their_stops(given: Mapping[str, Any]) -> dict[str, int | None]:
    """buscarpy does not stop once the target cannot be missed, since its p is not a number."""
    certain = [end for end, p in zip(given["ends"], given["p"], strict=True) if p is None]
    below = [
        end for end, p in zip(given["ends"], given["p"], strict=True) if p is not None and p < 0.05
    ]
    return {**given["stops"], "chm": next(iter(sorted(below + certain)), None)}


def _sums(review: Review, scores: list[list[float]]) -> ProbabilitySums:
    places = np.arange(review.n_passages)
    rows = [
        probability_sums(np.array(row), places < end)
        for row, end in zip(scores, review.judged, strict=True)
    ]
    return ProbabilitySums(*map(np.array, zip(*rows, strict=True)))


def _budget_a_batch_late(review: Review) -> int | None:
    """Where Budget stops if its cost is that of the batch before, as in tarexp.

    There, the passages of that batch's end are counted by the mean size of all but one batch.
    """
    ratios, n = slope_ratios(review), review.n_passages
    for s in range(1, ratios.size):
        counted = review.judged[s] // s * (s - 1) + 1
        is_spent = counted * review.found[s - 1] >= 10 * n
        if (ratios[s] >= FLAT and is_spent) or review.judged[s] >= MOST_JUDGED * n:
            return int(review.judged[s])
    return None
