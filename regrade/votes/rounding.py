from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Rounding = Literal["up", "down", "half-even"]

_ROUND: Mapping[Rounding, Callable[[float], int]] = MappingProxyType(
    {"up": math.ceil, "down": math.floor, "half-even": round}
)
_ROUND_ALL: Mapping[Rounding, Callable[..., NDArray[Any]]] = MappingProxyType(
    {"up": np.ceil, "down": np.floor, "half-even": np.rint}
)
ROUNDINGS = tuple(_ROUND)


def round_relevance(value: float, rounding: Rounding) -> int:
    """A whole relevance: up to the higher grade, down to the lower, or halves to the even one."""
    return _ROUND[rounding](value)


def rounded_median(grades: Sequence[int], rounding: Rounding = "up") -> int:
    """The median of at least one grade as a whole number; only an even count needs rounding."""
    return round_relevance(median(grades), rounding)


def round_relevances(values: NDArray[np.float64], rounding: Rounding) -> NDArray[np.int64]:
    """Whole relevances, each as `round_relevance` has it."""
    return _ROUND_ALL[rounding](values).astype(np.int64)
