from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Rounding = Literal["up", "down", "half-even"]

_ROUND: Mapping[Rounding, Callable[..., NDArray[Any]]] = MappingProxyType(
    {"up": np.ceil, "down": np.floor, "half-even": np.rint}
)
ROUNDINGS = tuple(_ROUND)


def round_relevances(values: NDArray[np.float64], rounding: Rounding) -> NDArray[np.int64]:
    """Whole relevances: up to the higher grade, down to the lower, or halves to the even one."""
    return _ROUND[rounding](values).astype(np.int64)
