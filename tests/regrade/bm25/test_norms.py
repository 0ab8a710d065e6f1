from __future__ import annotations

import numpy as np
import pytest

from regrade.bm25.norms import LENGTHS, inverse_norms, norms_of
from tests.regrade.bm25.plain_bm25 import lossy


def test_norms_of_short_texts_are_exact() -> None:
    lengths = np.arange(41)
    assert LENGTHS[norms_of(lengths)].tolist() == lengths.tolist()


@pytest.mark.parametrize(
    ("length", "kept"), [(41, 40), (43, 42), (57, 56), (63, 60), (100, 96), (100_000, 98_328)]
)
def test_norms_of_long_texts_are_rounded_down(length: int, kept: int) -> None:
    assert LENGTHS[norms_of(np.array([length]))] == kept


def test_norms_of_any_length_keep_four_bits_beyond_the_exact_start() -> None:
    lengths = np.arange(70_000)
    assert LENGTHS[norms_of(lengths)].tolist() == [lossy(n) for n in range(70_000)]


def test_inverse_norms_without_k1_are_infinite() -> None:
    assert np.isinf(inverse_norms(0.0, 0.5, 10.0)).all()


def test_inverse_norms_at_the_mean_length_are_one_by_k1() -> None:
    assert inverse_norms(0.5, 0.7, 20.0)[20] == np.float32(2)


def test_inverse_norms_of_a_k1_beyond_float32_are_0() -> None:
    assert (inverse_norms(1e300, 0.5, 10.0) == 0).all()
