"""Paired tests of two runs over the same topics, free of Django."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from evaluation.significance.pairs import PairedTest
from evaluation.significance.stars import stars
from evaluation.significance.t import paired_t
from evaluation.significance.wilcoxon import wilcoxon

TESTS: dict[str, Callable[[NDArray[np.float64], NDArray[np.float64]], PairedTest]] = {
    "t": paired_t,
    "wilcoxon": wilcoxon,
}

__all__ = ["TESTS", "PairedTest", "paired_t", "stars", "wilcoxon"]
