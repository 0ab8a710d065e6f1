from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from regrade.neural.batches import TokenBudget
from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import ComputeDevice, find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from regrade.neural.tk.network import KernelPooling
from regrade.neural.tk.tk import DEFAULTS, Tk, TkOptions, load_tk
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_t5 import one_thread
from tests.regrade.neural.small_models.tiny_tk import (
    SETTINGS,
    WORDS,
    PaddedTk,
    make_tk,
    random_weights,
)

if TYPE_CHECKING:
    import torch

DRIFT = 1e-4


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tk(tmp_path_factory.mktemp("tk"))


@pytest.fixture
def tk(path: Path) -> Tk:
    return load(path)


def load(path: Path, options: TkOptions = DEFAULTS, n_tokens: int = 1024) -> Tk:
    compute = find_compute_device("cpu")
    budgeted = ComputeDevice(compute.device, compute.dtype, TokenBudget(n_tokens))
    return load_tk(ModelFolder("tiny", path, ""), budgeted, options)


def topics(n_topics: int = 6, n_passages: int = 9) -> list[Candidates]:
    """Texts of many lengths, with words that the vocabulary lacks; some passages in two topics."""
    drawn = random.Random(7)
    words = [*(word for word in WORDS[2:] if word.isalpha()), "zebra", "lion"]

    def text(longest: int) -> str:
        return " ".join(drawn.choices(words, k=drawn.randint(1, longest)))

    shared = PassageText("", text(40))
    return [
        Candidates(text(9), [shared, *(PassageText("", text(60)) for _ in range(n_passages - 1))])
        for _ in range(n_topics)
    ]


def alone(query: str, passage: str) -> list[Candidates]:
    return [Candidates(query, [PassageText("", passage)])]


def ids(text: str) -> list[int]:
    return [WORDS.index(word) if word in WORDS else 1 for word in text.split()]


def padded(candidates: Sequence[Candidates], **weights: torch.Tensor) -> list[float]:
    model = PaddedTk(SETTINGS, {**random_weights(), **weights})
    pairs = [(one.query, passage.text) for one in candidates for passage in one.passages]
    scores = model.score([ids(query) for query, _ in pairs], [ids(text) for _, text in pairs])
    return [float(score) for score in scores]


def test_score_is_that_of_padded_modules_of_torch(tk: Tk) -> None:
    candidates = topics()
    np.testing.assert_allclose(
        np.concatenate(tk.score(candidates)), padded(candidates), rtol=0, atol=DRIFT
    )


def test_score_where_nothing_is_mixed_in_is_that_of_padded_modules(tmp_path: Path) -> None:
    import torch

    candidates, mixer = topics(2), torch.tensor([0.0])
    scores = np.concatenate(load(make_tk(tmp_path, mixer=mixer)).score(candidates))
    np.testing.assert_allclose(scores, padded(candidates, mixer=mixer), rtol=0, atol=DRIFT)


@pytest.mark.parametrize("n_tokens", [1, 50, 100_000])
def test_score_does_not_hang_on_what_else_is_scored(path: Path, tk: Tk, n_tokens: int) -> None:
    candidates = topics()
    alone = [tk.score([Candidates(q, [p])])[0] for q, passages in candidates for p in passages]
    together = np.concatenate(load(path, n_tokens=n_tokens).score(candidates))
    np.testing.assert_allclose(together, np.concatenate(alone), rtol=0, atol=DRIFT)


def test_encode_gives_ids_of_words_by_hand(tk: Tk) -> None:
    pairs = [("The cat", "A dog's MAT."), ("The cat", "zebra wasn't far")]
    queries, passages = tk.encode(pairs)
    assert queries.word_ids == [[2, 3]]
    assert passages.word_ids == [[15, 8, 12, 6, 7], [1, 14, 13, 10]]
    assert (queries.of_pair.tolist(), passages.of_pair.tolist()) == ([0, 0], [0, 1])


def test_encode_cuts_at_30_and_200_words(tk: Tk) -> None:
    queries, passages = tk.encode([("cat " * 31, "dog " * 201)])
    assert (queries.lengths.tolist(), passages.lengths.tolist()) == ([30], [200])


def test_encode_cuts_where_options_say(path: Path) -> None:
    tk = load(path, TkOptions(max_query_words=2, max_passage_words=3))
    queries, passages = tk.encode([("a b c d", "a b c d")])
    assert (queries.word_ids, passages.word_ids) == ([[15, 16]], [[15, 16, 17]])


def test_encode_takes_each_text_once(tk: Tk) -> None:
    queries, passages = tk.encode([(query, text) for query in "ab" for text in "cdef"])
    assert (len(queries.word_ids), len(passages.word_ids)) == (2, 4)


def test_score_reads_the_title_before_the_text(tk: Tk) -> None:
    titled = [Candidates("cat", [PassageText("the dog", "sat on a mat")])]
    assert tk.score(titled)[0] == tk.score(alone("cat", "the dog sat on a mat"))[0]


def test_score_of_an_empty_passage_counts_nothing(tk: Tk) -> None:
    weights = random_weights()["kernel_bin_weights.weight"]
    expected = 2 * log(1e-10) * weights.sum().item()
    [[score]] = tk.score(alone("the cat", " "))
    assert score == pytest.approx(expected, abs=1e-4)


def test_score_of_an_empty_passage_leaves_the_others_as_they_are(tk: Tk) -> None:
    one = Candidates("the cat", [PassageText("", text) for text in ("dog", "", "mat")])
    [scores] = tk.score([one])
    [without] = tk.score([one._replace(passages=one.passages[::2])])
    np.testing.assert_allclose(scores[::2], without, rtol=0, atol=DRIFT)


def test_score_for_an_empty_query_is_0(tk: Tk) -> None:
    assert tk.score(alone("", "the cat"))[0].tolist() == [0.0]


def test_score_for_a_query_of_unknown_words_takes_the_vector_for_those(tk: Tk) -> None:
    unknown = alone("zebra lion", "the cat ran")
    np.testing.assert_allclose(tk.score(unknown)[0], padded(unknown), rtol=0, atol=DRIFT)


def test_score_without_passages_is_empty(tk: Tk) -> None:
    assert [part.shape for part in tk.score([Candidates("cat", [])])] == [(0,)]
    assert tk.score([]) == []


def limited(monkeypatch: pytest.MonkeyPatch, n_pairs: int) -> None:
    """Memory for the kernels of so many pairs and no more."""
    import torch

    whole = KernelPooling.scores

    def scores(self: KernelPooling, queries: Any, passages: Any) -> Any:
        if len(queries) > n_pairs:
            raise torch.OutOfMemoryError
        return whole(self, queries, passages)

    monkeypatch.setattr(KernelPooling, "scores", scores)


def test_score_short_of_memory_for_kernels_goes_on_with_smaller_parts(
    tk: Tk, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Candidates("the cat", [PassageText("", f"{a} {b}") for a in "abcdef" for b in "abcdef"])
    [before] = tk.score([one])
    limited(monkeypatch, n_pairs=2)
    [after] = tk.score([one])
    np.testing.assert_allclose(before, after, rtol=0, atol=DRIFT)
    assert tk.compute.budget.n_tokens < 1024


def test_score_without_memory_for_one_pair_says_so(tk: Tk, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(monkeypatch, n_pairs=0)
    with pytest.raises(MemoryError, match="too small for one pair of 1 and 2 words"):
        tk.score(alone("cat", "the dog"))


def test_load_tk_in_bfloat16_is_refused(path: Path) -> None:
    with refused(UnusableModel, "precision_unsupported"):
        load_tk(ModelFolder("tiny", path, ""), find_compute_device("cpu", "bfloat16"))


@pytest.mark.parametrize("options", [TkOptions(0), TkOptions(None, 0)])
def test_load_tk_with_a_cut_below_1_word_is_refused(path: Path, options: TkOptions) -> None:
    with pytest.raises(ValueError, match="at least 1 word, not 0"):
        load(path, options)
