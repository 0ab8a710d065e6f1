from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from regrade.active import building
from regrade.active.building import build_features
from regrade.active.features import ARRAYS, DenseFeatures, Features
from regrade.active.row_kernel import Rows
from regrade.bm25.lexical_index import IndexDamaged
from tests.regrade.active.plain_pairwise import dense, plain_features
from tests.small_collections import load

TEXTS = ["green tea and tea", "black tea", "", "green house", "dog"]


def numbers_of(features: Features, terms: Sequence[str]) -> list[int]:
    return [int(number) for number in features._numbers_of(terms)]


def row(features: Features, passage: int) -> dict[int, float]:
    return as_dict(features.rows(np.array([passage])))


def as_dict(rows: Rows) -> dict[int, float]:
    return dict(zip(rows.terms.tolist(), rows.weights.tolist(), strict=True))


def test_features_are_as_by_hand() -> None:
    features = build_features(TEXTS)
    tea, green = numbers_of(features, ["tea", "green"])

    # N is 5, and both words are in 2 texts; the others are in 1.
    idf = math.log(5 / 2)
    twice, length = (1 + math.log(2)) * idf, math.hypot(1 + math.log(2), 1) * idf
    assert features.n_terms == 2
    assert row(features, 0) == pytest.approx({tea: twice / length, green: idf / length})
    assert [row(features, 1), row(features, 3)] == [{tea: 1.0}, {green: 1.0}]
    assert [row(features, 2), row(features, 4)] == [{}, {}]


def test_a_topic_is_weighted_by_the_same_words_and_not_lengthened() -> None:
    features = build_features(TEXTS)
    tea, green = numbers_of(features, ["tea", "green"])
    idf = math.log(5 / 2)

    assert as_dict(features.topic("Teas, dogs!")) == pytest.approx({tea: idf})
    assert as_dict(features.topic("green tea")) == pytest.approx(
        {tea: math.sqrt(0.5), green: math.sqrt(0.5)}
    )


@pytest.mark.parametrize("text", ["", "dog", "unheard-of"])
def test_a_topic_without_a_known_word_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=repr(text)):
        build_features(TEXTS).topic(text)


def test_a_topic_of_words_that_all_texts_have_is_refused() -> None:
    with pytest.raises(ValueError, match="'tea'"):
        build_features(["tea", "tea"]).topic("tea")


def test_features_of_no_texts_are_empty() -> None:
    features = build_features([])
    assert (features.n_passages, features.n_terms, features.scores(np.zeros(0)).size) == (0, 0, 0)


def test_real_texts_give_what_plain_counting_does(
    real_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [*load(real_data, "Cranfield").texts.values()][:300]
    monkeypatch.setattr(building, "WORDS_AT_ONCE", 5_000)
    features = build_features(iter(texts))

    wanted = plain_features(texts)
    for passage, weights in enumerate(wanted):
        numbers = numbers_of(features, [*weights])
        expected = dict(zip(numbers, weights.values(), strict=True))
        assert row(features, passage) == pytest.approx(expected, rel=1e-6)


def test_the_order_of_texts_only_permutes_rows() -> None:
    order = [3, 0, 4, 2, 1]
    features, other = build_features(TEXTS), build_features([TEXTS[i] for i in order])

    assert [row(other, at) for at in range(5)] == [row(features, i) for i in order]
    assert features.content != other.content


def test_doubling_the_words_of_a_text_adds_ln_2_to_each() -> None:
    doubled = build_features([f"{TEXTS[0]} {TEXTS[0]}", *TEXTS[1:]])
    tea, green = numbers_of(doubled, ["tea", "green"])

    weights = row(doubled, 0)
    assert weights[tea] / weights[green] == pytest.approx((1 + math.log(4)) / (1 + math.log(2)))


def test_rows_come_in_the_order_asked_for() -> None:
    features = build_features(TEXTS)
    together = dense(features.rows(np.array([3, 2, 0, 3])), features.n_terms)
    apart = [dense(features.rows(np.array([i])), features.n_terms)[0] for i in (3, 2, 0, 3)]
    np.testing.assert_array_equal(together, apart)


def test_scores_are_dot_products() -> None:
    features, weights = build_features(TEXTS), np.array([0.25, -2.0])
    rows = dense(features.rows(np.arange(5)), 2)
    np.testing.assert_allclose(features.scores(weights, 0.5), rows @ weights + 0.5)


def test_saved_features_are_the_same_when_opened(tmp_path: Path) -> None:
    features = build_features(TEXTS)
    features.save(tmp_path / "kept")
    opened = Features.open(tmp_path / "kept")

    for name in (*ARRAYS, "content"):
        np.testing.assert_array_equal(getattr(opened, name), getattr(features, name))
    assert opened.content == build_features(TEXTS).content
    assert as_dict(opened.topic("tea")) == as_dict(features.topic("tea"))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    build_features(TEXTS).save(tmp_path / "kept")
    np.save(tmp_path / "kept" / "idf.npy", np.zeros(1))
    with pytest.raises(IndexDamaged) as refused:
        Features.open(tmp_path / "kept")
    assert refused.value.code == "other_size"


def test_files_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    features = build_features(TEXTS)
    replace(features, idf=features.idf[:1]).save(tmp_path / "kept")
    with pytest.raises(IndexDamaged) as refused:
        Features.open(tmp_path / "kept")
    assert refused.value.code == "files_contradict"


def test_a_folder_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Features.open(tmp_path / "none")


def test_dense_vectors_are_rows_as_given() -> None:
    vectors = np.array([[1, 0], [3, 4], [0, 0]], np.float32)
    features = DenseFeatures(vectors)

    np.testing.assert_array_equal(dense(features.rows(np.array([1, 0])), 2), vectors[[1, 0]])
    np.testing.assert_array_equal(features.scores(np.array([1.0, 2.0]), 1.0), [2, 12, 1])
    assert as_dict(features.topic(vectors[1])) == {0: 3.0, 1: 4.0}


@pytest.mark.parametrize(("vector", "named"), [([0, 0], "zero"), ([1, 2, 3], "3")])
def test_a_topics_vector_that_does_not_fit_is_refused(vector: list[float], named: str) -> None:
    features = DenseFeatures(np.ones((1, 2), np.float32))
    with pytest.raises(ValueError, match=named):
        features.topic(np.array(vector, np.float32))
