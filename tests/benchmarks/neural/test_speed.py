from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.neural.speed import Contenders, load_contenders, measure
from tests.regrade.neural.small_models.tiny_bert import make_bert
from tests.regrade.neural.small_models.tiny_t5 import one_thread


@pytest.fixture
def contenders(tmp_path: Path) -> Contenders:
    make_bert(tmp_path, "BertForSequenceClassification", num_labels=1)
    with one_thread():
        return load_contenders(tmp_path, "cpu", "float32")


def test_measure_of_equal_weights_finds_scores_equal(contenders: Contenders) -> None:
    assert measure(contenders, np.array([12, 40, 25]), rounds=1).differs_by < 1e-5


def test_measure_sees_any_pair_whose_scores_differ(contenders: Contenders) -> None:
    class OffAtTheLast:
        def predict(self, pairs: list[tuple[str, str]], **how: object) -> object:
            scores = np.asarray(whole.predict(pairs, **how), np.float64)
            scores[10:] += 0.5
            return scores

    whole = contenders.peer
    off = Contenders(contenders.compute, contenders.ours, OffAtTheLast())
    assert measure(off, np.full(11, 12), rounds=1).differs_by == pytest.approx(0.5, abs=1e-5)
