from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from regrade.significance.options import DEFAULTS, PairOptions


class EffectSize(NamedTuple):
    """Standardized size of a difference; the sign is that of run minus baseline.

    Attributes:
        name: the key in EFFECT_SIZES.
        value: None with too few topics.
        interval: None where `note` says why.
        confidence: level of the interval.
        n: topics.
        note: why the value or the interval is what it is; empty when there is nothing to say.
    """

    name: str
    value: float | None
    interval: tuple[float, float] | None
    confidence: float
    n: int
    note: str = ""


class EffectSizeOf(Protocol):
    """Signature of every entry of EFFECT_SIZES."""

    def __call__(
        self,
        baseline: NDArray[np.float64],
        run: NDArray[np.float64],
        *,
        options: PairOptions = DEFAULTS,
    ) -> EffectSize: ...
