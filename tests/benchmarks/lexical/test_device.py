from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.lexical.device import device_rows, n_unlike
from benchmarks.lexical.engines import DEPTHS
from benchmarks.lexical.speed import Surroundings
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import Hits


def hits(*scores: float) -> Hits:
    return Hits(np.arange(len(scores), dtype=np.int32), np.array(scores, np.float32))


def test_n_unlike_counts_rankings_that_differ_in_the_last_bit() -> None:
    above = float(np.nextafter(np.float32(2), np.float32(3)))
    assert n_unlike([hits(2, 1), hits(2, 1)], [hits(2, 1), hits(above, 1)]) == 1


def test_n_unlike_counts_rankings_of_another_length() -> None:
    assert n_unlike([hits(2, 1)], [hits(2)]) == 1


def test_device_rows_copy_the_index_once_and_find_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    upload = DeviceIndex.upload

    def count(index: LexicalIndex, device: str) -> DeviceIndex:
        copied.append(device)
        return upload(index, device)

    monkeypatch.setattr(DeviceIndex, "upload", count)
    monkeypatch.setattr("benchmarks.lexical.corpus.N_QUERIES", 20)
    around = Surroundings(tmp_path, None, None, seed=1, n_rounds=1, say=lambda _: None)

    rows = device_rows(around, 300, "cpu")

    assert (copied, [row[-1] for row in rows]) == (["cpu"], [0] * len(DEPTHS))
