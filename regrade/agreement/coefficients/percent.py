from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio


@dataclass(frozen=True)
class PercentAgreement:
    """Mean over pairs of the share of their couples of votes that agree; a share, not times 100.

    Every pair with at least two votes weighs the same, whatever their number. Rows are `Counts`.
    In [0, 1]; not defined where no pair has two votes.
    """

    def sums(self, rows: Rows) -> Sums:
        sizes = rows.sum(axis=1)  # (n_pairs,)
        table, sizes = rows[sizes >= 2], sizes[sizes >= 2]
        agreeing = (table * (table - 1)).sum(axis=1) / (sizes * (sizes - 1))  # (n_pairable,)
        return np.array([agreeing.sum(), sizes.size], dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        return ratio(sums[..., 0], sums[..., 1])
