from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget
from regrade.neural.model_folder import ModelFolder, find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from regrade.neural.t5 import duo_t5
from regrade.neural.t5.duo_t5 import DuoT5, DuoT5Options, load_duo_t5
from regrade.neural.t5.loading import load_t5
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import (
    PROMPT_PIECES,
    TEXTS,
    first_logits,
    make_t5,
    one_thread,
)

PASSAGES = [*(PassageText("", text) for text in TEXTS.values()), PassageText("cats", "why")]
SPRUCES = Candidates("how long do spruces live", PASSAGES)
CATS = Candidates("why do cats sleep", PASSAGES[1:])


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def folder(saved_t5: Saved) -> ModelFolder:
    return find_model(str(saved_t5(pieces=PROMPT_PIECES)))


@pytest.fixture(scope="module")
def ranker(folder: ModelFolder) -> DuoT5:
    return load_duo_t5(folder, find_compute_device("cpu"))


def by_transformers(folder: ModelFolder, topic: Candidates) -> NDArray[np.float64]:
    """p(true) of prompts that are written out and tokenized as they are, one by one."""
    t5 = load_t5(folder, find_compute_device("cpu"))
    words = t5.tokenizer.convert_tokens_to_ids(["▁true", "▁false"])
    n = len(topic.passages)
    found = np.full((n, n), np.nan)
    for i, j in np.ndindex(n, n):
        if i != j:
            first, second = topic.passages[i].joined, topic.passages[j].joined
            prompt = f"Query: {topic.query} Document0: {first} Document1: {second} Relevant:"
            odds = np.exp(first_logits(t5, [t5.tokenizer(prompt)["input_ids"]])[0, words])
            found[i, j] = odds[0] / odds.sum()
    return found


def test_pair_probabilities_are_those_of_true_for_each_ordered_pair(
    ranker: DuoT5, folder: ModelFolder
) -> None:
    spruces, cats = ranker.pair_probabilities([SPRUCES, CATS])
    assert spruces.dtype == np.float32
    np.testing.assert_allclose(spruces, by_transformers(folder, SPRUCES), rtol=0, atol=1e-5)
    np.testing.assert_allclose(cats, by_transformers(folder, CATS), rtol=0, atol=1e-5)


def test_pair_probabilities_depend_on_which_passage_stands_first(ranker: DuoT5) -> None:
    (p,) = ranker.pair_probabilities([SPRUCES])
    np.fill_diagonal(p, 0.5)
    assert np.abs(p + p.T - 1).max() > 0.01


def test_pair_probabilities_of_a_topic_are_the_same_whatever_stands_beside_it(
    ranker: DuoT5,
) -> None:
    (alone,) = ranker.pair_probabilities([SPRUCES])
    _, beside, again = ranker.pair_probabilities([CATS, SPRUCES, SPRUCES])
    np.testing.assert_array_equal(beside, alone)
    np.testing.assert_array_equal(again, alone)


@pytest.mark.parametrize("n_tokens", [1, 99, 9999])
def test_pair_probabilities_do_not_depend_on_batch_mates(
    ranker: DuoT5, folder: ModelFolder, n_tokens: int
) -> None:
    other = load_duo_t5(folder, replace(find_compute_device("cpu"), budget=TokenBudget(n_tokens)))
    (expected,), (found,) = (one.pair_probabilities([SPRUCES]) for one in (ranker, other))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("pairs_per_window", [1, 11, 15])
def test_pair_probabilities_in_several_windows_are_those_in_one(
    ranker: DuoT5, monkeypatch: pytest.MonkeyPatch, pairs_per_window: int
) -> None:
    expected = ranker.pair_probabilities([SPRUCES, CATS])
    monkeypatch.setattr(duo_t5, "PAIRS_PER_WINDOW", pairs_per_window)
    for found, whole in zip(ranker.pair_probabilities([SPRUCES, CATS]), expected, strict=True):
        np.testing.assert_allclose(found, whole, rtol=0, atol=1e-5)


def test_pair_probabilities_of_one_passage_or_none_hold_no_number(ranker: DuoT5) -> None:
    one, none = ranker.pair_probabilities([Candidates("why", PASSAGES[:1]), Candidates("why", [])])
    np.testing.assert_array_equal(one, [[np.nan]])
    assert none.shape == (0, 0)
    assert ranker.pair_probabilities([]) == []


def test_pair_probabilities_of_empty_and_endless_passages_are_numbers(ranker: DuoT5) -> None:
    texts = ["", "stone bridge " * 50_000, "cats sleep"]
    topic = Candidates("why", [PassageText("", text) for text in texts])
    (p,) = ranker.pair_probabilities([topic])
    assert np.isfinite(p[~np.eye(3, dtype=bool)]).all()


def test_pair_probabilities_of_texts_beyond_the_length_are_of_their_beginnings(
    folder: ModelFolder,
) -> None:
    short = load_duo_t5(folder, find_compute_device("cpu"), DuoT5Options(max_tokens=24))
    cut, whole = short.pair_probabilities(
        [
            Candidates("why", [PassageText("", f"{text} {'why ' * n}") for text in ("old", "wet")])
            for n in (50, 70)
        ]
    )
    np.testing.assert_array_equal(cut, whole)


def test_pair_probabilities_that_are_no_numbers_name_the_query(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    file = make_t5(tmp_path, pieces=PROMPT_PIECES) / "model.safetensors"
    weights = load_file(file)
    weights["decoder.final_layer_norm.weight"][:] = np.nan
    file.unlink()
    save_file(weights, file, metadata={"format": "pt"})
    broken = load_duo_t5(find_model(str(tmp_path)), find_compute_device("cpu"))
    with pytest.raises(ValueError, match=r"not a finite number .*'why do cats sleep'"):
        broken.pair_probabilities([CATS])
