"""A rule by an estimate of the number of relevant passages, from draws of known probability."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from regrade.active.stopping.review import Looks, Review, Stop, check_share, first_stop, last_of
from regrade.given import explained
from regrade.measures.labels import Floats, Ints

MARGINS = {"loose": 0, "strict1": 1, "strict2": 2}  # in standard errors, by condition
LEAST_BATCHES = 5  # that an error is worked out from, where all weigh the same


class Draws(NamedTuple):
    """Draws with replacement, each batch's from a ranking of all passages of the topic.

    Of N passages, one is drawn in proportion to log((N + 1) / rank). One that was drawn before is
    not judged again, but was drawn.

    Attributes:
        sizes: shape (n_batches,). Draws of each batch, 1 or more, repeated ones included.
        ranked: shape (n_batches,). Passages in each batch's ranking.
        ranks: shape (n_found,). Rank, from 1, of each relevant passage found by the end, in the
            order judged: in the ranking of the batch that drew it first.
    """

    sizes: Ints
    ranked: Ints
    ranks: Ints


@explained
def autostop(review: Review, draws: Draws, *, target: float, condition: str = "strict1") -> Stop:
    """Stop once enough of the estimated number of relevant passages are found.

    Each batch estimates the number by itself: b = those found before it + sum of 1 / pi over those
    it drew first, with pi = 1 - (1 - p)^n the chance that one of its n draws took the passage.
    Whatever the ranking has learned so far, b is right on average. So is the mean of b over batches
    by weights that are fixed beforehand, as the sizes of batches are: w = n sqrt(m), with m the
    draws up to and with the batch. The total is that mean, or what was found if that is more.

    Stops where found >= target (total + margin); the value is found / (total + margin). The margin
    is none for loose, one error for strict1, two for strict2. Rules look after each batch, and an
    estimate that happens to be low stops them: where they stop, the total tends to be too low.

    Args:
        review: batches may be shorter than the draws, and end with those of `draws`.
        target: recall.

    Raises:
        ValueError: a target outside (0, 1), an unknown condition, or draws of another review.

    Source:
        The draws and the rule: Li and Kanoulas, When to stop reviewing in technology-assisted
        reviews, TOIS 38(4), 2020. They estimate by sum of 1 / pi over all found, with pi over all
        batches: too low where found passages rise in rankings. Their strict2 has another error.
        The total is R_PURE of Farquhar, Gal and Rainforth, ICLR 2021, over batches, not draws.
    """
    check_share("target", target)
    if condition not in MARGINS:
        raise ValueError(f"a condition is one of {', '.join(MARGINS)}, not {condition}")
    _check(review, draws)
    totals, errors = _estimates(review, draws)
    wanted, found = (
        totals + (MARGINS[condition] * errors if MARGINS[condition] else 0),
        review.found,
    )
    values = found / np.where(wanted > 0, wanted, np.nan)
    looks = Looks(values, np.full(values.size, target), (found > 0) & (found >= target * wanted))
    stop = first_stop(f"autostop_{condition}", review, looks)
    return stop._replace(estimate=last_of(totals), error=last_of(errors))


def _batch_of(review: Review) -> Ints:
    """shape (n_found,). The batch that each relevant passage was found in, from 0."""
    return np.repeat(np.arange(review.found.size), np.diff(review.found, prepend=0))


def _check(review: Review, draws: Draws) -> None:
    n_batches, n_found = review.judged.size, int(review.is_relevant.sum())
    if {draws.sizes.shape, draws.ranked.shape} != {(n_batches,)} or draws.ranks.shape != (n_found,):
        given = f"{draws.sizes.size} sizes, {draws.ranked.size} rankings, {draws.ranks.size} ranks"
        raise ValueError(f"{given}, for {n_batches} batches that found {n_found}")
    if (draws.sizes < np.maximum(review.batches, 1)).any():
        raise ValueError("a batch has at least one draw, and as many as passages judged in it")
    ranked = draws.ranked[_batch_of(review)]
    if ((draws.ranks < 1) | (draws.ranks > ranked)).any():
        raise ValueError("ranks lie from 1 to the number of passages in the ranking")


def _estimates(review: Review, draws: Draws) -> tuple[Floats, Floats]:
    """Totals and standard errors, each of shape (n_batches,); an unknown error is infinite.

    By the differences of batches, error^2 = sum w^2 (b - total)^2 / ((sum w)^2 - sum w^2). It is
    known once (sum w)^2 / sum w^2, the number of batches of one weight that would say as much, is 5
    or more. Where all passages are judged it is 0.
    """
    by_batch = batch_estimates(review, draws)
    weights = draws.sizes * np.sqrt(np.cumsum(draws.sizes, dtype=np.float64))
    sums, squares = np.cumsum(weights), np.cumsum(weights**2)
    totals = np.maximum(np.cumsum(weights * by_batch) / sums, review.found)
    parts = np.cumsum((weights * by_batch) ** 2) - 2 * totals * np.cumsum(weights**2 * by_batch)
    spread = np.maximum(parts + squares * totals**2, 0)
    is_known = sums**2 >= LEAST_BATCHES * squares
    errors = np.full(totals.size, np.inf)
    errors[is_known] = np.sqrt(spread[is_known] / (sums**2 - squares)[is_known])
    is_all = review.judged == review.n_passages
    errors[is_all] = 0
    return np.where(is_all, review.found, totals), errors


def batch_estimates(review: Review, draws: Draws) -> Floats:
    """shape (n_batches,). The number of relevant passages as each batch by itself estimates it.

    Each is right on average, whatever its ranking has learned from the batches before.
    """
    batch = _batch_of(review)
    n = draws.ranked[batch]
    p = np.log1p((n + 1 - draws.ranks) / draws.ranks) / (n * np.log(n + 1) - gammaln(n + 1))
    with np.errstate(divide="ignore"):  # a single passage is drawn for sure
        taken = -np.expm1(draws.sizes[batch] * np.log1p(-p))
    before = np.concatenate(([0], review.found))[:-1]
    estimates: Floats = before + np.bincount(batch, 1 / taken, minlength=before.size)
    return estimates
