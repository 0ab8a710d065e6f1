"""A rule by an estimate of the number of relevant passages, from draws of known probability."""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from regrade.active.stopping.review import Looks, Review, Stop, check_share, first_stop, last_of
from regrade.given import explained
from regrade.measures.labels import Floats, Ints

CONDITIONS = ("loose", "strict1", "strict2")
AT_ONCE = 1_000_000  # pairs of relevant passages in memory
SMALL = 1e-3  # products of probabilities below which a short series is exact
PRECISION = 1e-17


class Draws(NamedTuple):
    """Draws with replacement, each batch's from a ranking of all passages of the topic.

    A passage is drawn in proportion to log((N + 1) / rank). One that was drawn before is not
    judged again, but was drawn.

    Attributes:
        sizes: shape (n_batches,). Draws of each batch, 1 or more, repeated ones included.
        ranks: shape (n_batches, n_found). Rank, from 1, in each batch's ranking of each relevant
            passage found by the end, in the order judged.
    """

    sizes: Ints
    ranks: Ints


class Sample(NamedTuple):
    """Chances of the relevant passages found, each of shape (n_batches, n_found).

    Attributes:
        sizes: shape (n_batches, 1). Draws of each batch.
        odds: p / (1 - p), with p the chance of being taken by one draw of the batch.
        missed: logarithm of the chance that no draw took it, up to this batch.
        inverse: 1 / pi, with pi the chance that one did; 0 until the passage is found.
    """

    sizes: Ints
    odds: Floats
    missed: Floats
    inverse: Floats


@explained
def autostop(review: Review, draws: Draws, *, target: float, condition: str = "strict1") -> Stop:
    """Stop once enough of the estimated number of relevant passages are found.

    total = sum of 1 / pi over the found ones, with pi = 1 - prod over batches of (1 - p)^n, the
    chance that a passage was drawn. It is unbiased if rankings do not depend on what was drawn, and
    too low where found passages rise in them. Stops where found >= target (total + error); the
    value is found / (total + error). The condition names the error:

    - loose: none.
    - strict1: by Horvitz and Thompson's variance, sum of (1 / pi_i^2 - 1 / pi_i) + sum over i != j
      of (1 / (pi_i pi_j) - 1 / pi_ij), with pi_ij = pi_i + pi_j - 1 + prod of (1 - p_i - p_j)^n.
      It can be below 0; the error is then unknown, and the rule does not stop.
    - strict2: by (N - v) / (N v (v - 1)) sum of (v y / pi - total)^2 over the v judged passages.

    Args:
        review: batches may be shorter than the draws, and end with those of `draws`.
        target: recall.

    Raises:
        ValueError: a target outside (0, 1), an unknown condition, or draws of another review.

    Source:
        Li and Kanoulas, When to stop reviewing in technology-assisted reviews, TOIS 38(4), 2020.
        Equal to the authors' code, which takes the error to be 0 after the first batch.
    """
    check_share("target", target)
    if condition not in CONDITIONS:
        raise ValueError(f"a condition is one of {', '.join(CONDITIONS)}, not {condition}")
    _check(review, draws)
    sample = _sample(review, draws)
    totals, found = sample.inverse.sum(axis=1), review.found
    most = np.where(found > 0, found / target - totals, -1.0)
    errors = _errors(review, sample, most, condition)
    wanted = totals + errors
    values = found / np.where(wanted > 0, wanted, np.nan)
    looks = Looks(values, np.full(values.size, target), (found > 0) & (found >= target * wanted))
    stop = first_stop(f"autostop_{condition}", review, looks)
    return stop._replace(estimate=last_of(totals), error=last_of(errors))


def _check(review: Review, draws: Draws) -> None:
    n_batches, n_found = review.judged.size, int(review.is_relevant.sum())
    if draws.sizes.shape != (n_batches,) or draws.ranks.shape != (n_batches, n_found):
        given = f"sizes of shape {draws.sizes.shape} and ranks of shape {draws.ranks.shape}"
        raise ValueError(f"{given}, for {n_batches} batches that found {n_found}")
    if (draws.sizes < np.maximum(review.batches, 1)).any():
        raise ValueError("a batch has at least one draw, and as many as passages judged in it")
    if draws.ranks.size and not 1 <= draws.ranks.min() <= draws.ranks.max() <= review.n_passages:
        found = f"{draws.ranks.min()} to {draws.ranks.max()}"
        raise ValueError(f"ranks lie from 1 to {review.n_passages}, not from {found}")


def _sample(review: Review, draws: Draws) -> Sample:
    n = review.n_passages
    sizes, everything = draws.sizes[:, None], n * np.log(n + 1) - gammaln(n + 1)
    p = np.log1p((n + 1 - draws.ranks) / draws.ranks) / everything
    with np.errstate(divide="ignore"):  # a single passage is drawn for sure
        missed, odds = np.cumsum(sizes * np.log1p(-p), axis=0), p / (1 - p)
        is_found = np.arange(p.shape[1]) < review.found[:, None]
        return Sample(sizes, odds, missed, np.where(is_found, -1 / np.expm1(missed), 0.0))


def _errors(review: Review, sample: Sample, most: Floats, condition: str) -> Floats:
    """shape (n_batches,). Standard errors of the totals; infinite where they are not known.

    strict1 takes long: it is computed up to the first stop, where the rule may stop, and at the
    end.

    Args:
        most: shape (n_batches,). The greatest error with which the rule stops, less than 0 where
            it does not stop with any.
    """
    if condition == "loose":
        return np.zeros(most.size)
    if condition == "strict2":
        return np.sqrt(_simple_variances(review, sample))
    errors = np.full(most.size, np.inf)
    for look in np.flatnonzero(most >= 0).tolist():
        errors[look] = _strict_error(review, sample, look)
        if errors[look] <= most[look]:
            break
    errors[-1:] = [_strict_error(review, sample, look) for look in range(most.size)[-1:]]
    return errors


def _strict_error(review: Review, sample: Sample, look: int) -> float:
    variance = _horvitz_thompson(sample, look, int(review.found[look]))
    return sqrt(variance) if variance >= 0 else inf


def _simple_variances(review: Review, sample: Sample) -> Floats:
    """The sum of (v y / pi - total)^2 is v^2 times the sum of 1 / pi^2, less v total^2."""
    n, v = review.n_passages, review.judged
    totals, squares = sample.inverse.sum(axis=1), (sample.inverse**2).sum(axis=1)
    variances = (n - v) / (n * np.maximum(v - 1, 1)) * (v * squares - totals**2)
    least_zero: Floats = np.maximum(variances, 0.0)
    return least_zero


def _horvitz_thompson(sample: Sample, look: int, n_found: int) -> float:
    """Variance by Horvitz and Thompson, over blocks of pairs of the passages found."""
    inverse = sample.inverse[look, :n_found]
    variance = float((inverse**2 - inverse).sum())
    n_rows = AT_ONCE // max(n_found, 1) + 1
    for begin in range(0, n_found if n_found > 1 else 0, n_rows):
        variance += _pairs(sample, look, n_found, slice(begin, begin + n_rows))
    return variance


def _pairs(sample: Sample, look: int, n_found: int, rows: slice) -> float:
    """Sum over j != i of 1 / (pi_i pi_j) - 1 / pi_ij, for the i in these rows.

    1 - p_i - p_j = (1 - p_i) (1 - p_j) (1 - o_i o_j) with odds o. So, with q the chance of being
    missed, pi_ij - pi_i pi_j = q_i q_j (prod of (1 - o_i o_j)^n - 1), without cancellation.
    """
    inverse, missed = sample.inverse[look, :n_found], np.exp(sample.missed[look, :n_found])
    odds, sizes = sample.odds[: look + 1, :n_found], sample.sizes[: look + 1]
    apart = np.expm1(_log_products(odds, sizes, rows))
    apart *= np.outer((missed * inverse)[rows], missed * inverse)
    apart /= 1 + apart  # (pi_ij - pi_i pi_j) / pi_ij
    own = np.arange(apart.shape[0])
    apart[own, own + rows.start] = 0.0
    return float(inverse[rows] @ apart @ inverse)


def _log_products(odds: Floats, sizes: Ints, rows: slice) -> Floats:
    """shape (n_rows, n_found). Sum over batches of n log(1 - o_i o_j)."""
    greatest = float(odds.max()) ** 2
    if greatest > SMALL:
        with np.errstate(divide="ignore"):  # of two passages, each draw takes one
            parts = (
                n * np.log1p(-np.minimum(np.outer(o[rows], o), 1))
                for n, o in zip(sizes[:, 0], odds, strict=True)
            )
            return np.asarray(sum(parts))
    n_terms = ceil(log(PRECISION) / log(greatest))
    powers = ((k, odds**k) for k in range(1, n_terms + 1))
    return -np.asarray(sum((sizes * o / k)[:, rows].T @ o for k, o in powers))
