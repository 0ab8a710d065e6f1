"""Rules by a model's probabilities: which recall would it expect?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.active.stopping.review import (
    Looks,
    Review,
    Stop,
    check_share,
    first_stop,
    last_of,
)
from regrade.active.strategy import Flags
from regrade.given import explained
from regrade.measures.labels import Floats

FIRST_LOOK = 3  # batches; with fewer, the model has hardly learned


class ProbabilitySums(NamedTuple):
    """Sums over all passages of a topic, by the model trained on each batch and those before.

    Attributes:
        judged: shape (n_batches,). Sum of the probabilities p of the judged passages.
        unjudged: shape (n_batches,). The same of the others.
        judged_variance: shape (n_batches,). Sum of p (1 - p) over the judged passages.
        unjudged_variance: shape (n_batches,). The same over the others.
    """

    judged: Floats
    unjudged: Floats
    judged_variance: Floats
    unjudged_variance: Floats


@explained
def probability_sums(probabilities: Floats, is_judged: Flags) -> tuple[float, float, float, float]:
    """One batch's entry in `ProbabilitySums`, in the order of its fields.

    Args:
        probabilities: shape (n_passages,). That each passage is relevant, by the model.
        is_judged: shape (n_passages,).

    Raises:
        ValueError: a probability outside 0 to 1, or NaN.
    """
    p = np.asarray(probabilities, float)
    if p.size and not (p.min() >= 0 and p.max() <= 1):
        raise ValueError(f"probabilities lie from 0 to 1, not from {p.min()} to {p.max()}")
    variance = p * (1 - p)
    parts = (p[is_judged], p[~is_judged], variance[is_judged], variance[~is_judged])
    judged, unjudged, *variances = (float(part.sum()) for part in parts)
    return judged, unjudged, variances[0], variances[1]


@explained
def quant(
    review: Review, sums: ProbabilitySums, *, target: float, n_deviations: float = 0.0
) -> Stop:
    """Stop once the recall that the model expects, less its deviations, reaches the target.

    recall = K / (K + U), with K and U the sums of probabilities of judged and unjudged passages;
    variance = K^2 / (K + U)^4 V + V_K / (K + U)^2, with V the sum of p (1 - p) over all, and V_K
    over the judged. Labels count only through the model. The first look is after three batches, as
    in tarexp: the seed and two more.

    Args:
        n_deviations: 0 for Quant, 2 for QuantCI.

    Raises:
        ValueError: a target outside (0, 1), or sums of another number of batches.

    Source:
        Yang, Lewis and Frieder, Heuristic stopping rules for technology-assisted review, DocEng
        2021 (arXiv 2106.09871).
    """
    check_share("target", target)
    if len(sums.judged) != review.judged.size:
        raise ValueError(f"sums of {len(sums.judged)} batches, of {review.judged.size} judged")
    values = _expected_recalls(sums, n_deviations)
    values[: FIRST_LOOK - 1] = np.nan
    looks = Looks(values, np.full(values.size, target), values >= target)
    key = "quant_ci" if n_deviations else "quant"
    stop = first_stop(key, review, looks)
    variance = sums.judged_variance + sums.unjudged_variance
    estimate, error = last_of(sums.judged + sums.unjudged), last_of(np.sqrt(variance))
    return stop._replace(estimate=estimate, error=error)


def _expected_recalls(sums: ProbabilitySums, n_deviations: float) -> Floats:
    total = sums.judged + sums.unjudged
    total = np.where(total > 0, total, np.nan)
    variance = sums.judged_variance + sums.unjudged_variance
    spread = np.sqrt(sums.judged**2 / total**4 * variance + 1 / total**2 * sums.judged_variance)
    recalls: Floats = sums.judged / total - n_deviations * spread
    return recalls
