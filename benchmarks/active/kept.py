"""Results of long simulations, kept under REGRADE_HOME so that a cut loses little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.running.places import home

Array = NDArray[Any]


def kept_arrays(name: str, compute: Callable[[], Iterable[Array]]) -> list[Array]:
    """Arrays that are computed once. Delete benchmark-pools there to compute them again."""
    path = home() / "benchmark-pools" / f"{name.replace(' ', '-')}.npz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft.npz")
        np.savez_compressed(draft, *compute())
        draft.rename(path)
    with np.load(path) as stored:
        return [stored[f"arr_{place}"] for place in range(len(stored.files))]
