from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget
from regrade.neural.model_folder import ModelFolder, UnusableModel, find_model
from regrade.neural.networks import ComputeDevice, find_compute_device
from regrade.neural.reranker import Candidates, PassageText
from regrade.neural.t5 import mono_t5
from regrade.neural.t5.loading import load_t5
from regrade.neural.t5.mono_t5 import MonoT5, MonoT5Options, load_mono_t5
from tests.regrade.neural.tiny_t5 import PROMPT_PIECES, TEXTS, first_logits, make_t5, one_thread

TOPICS = [
    Candidates("how long do spruces live", [PassageText("", text) for text in TEXTS.values()]),
    Candidates("why do cats sleep", [PassageText("cats", TEXTS["d3"]), PassageText("", "cats")]),
]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> ModelFolder:
    return find_model(str(make_t5(tmp_path_factory.mktemp("model"), pieces=PROMPT_PIECES)))


@pytest.fixture(scope="module")
def ranker(folder: ModelFolder) -> MonoT5:
    return load_mono_t5(folder, find_compute_device("cpu"))


def with_budget(folder: ModelFolder, n_tokens: int) -> MonoT5:
    compute = find_compute_device("cpu")
    return load_mono_t5(folder, ComputeDevice(compute.device, compute.dtype, TokenBudget(n_tokens)))


def by_transformers(folder: ModelFolder, topic: Candidates) -> NDArray[np.float32]:
    """log p(true) of prompts that are written out and tokenized as they are."""
    import torch

    t5 = load_t5(folder, find_compute_device("cpu"))
    words = t5.tokenizer.convert_tokens_to_ids(["▁true", "▁false"])
    prompts = [
        f"Query: {topic.query} Document: {passage.title} {passage.text} Relevant:"
        for passage in topic.passages
    ]
    logits = first_logits(t5, t5.tokenizer(prompts)["input_ids"])[:, words]
    found: NDArray[np.float32] = torch.from_numpy(logits).log_softmax(dim=1)[:, 0].numpy()
    return found


def score(ranker: MonoT5, query: str, *texts: str) -> Sequence[float]:
    passages = [PassageText("", text) for text in texts]
    scores: list[float] = ranker.score([Candidates(query, passages)])[0].tolist()
    return scores


def test_score_is_the_log_probability_of_true(ranker: MonoT5, folder: ModelFolder) -> None:
    for topic, scores in zip(TOPICS, ranker.score(TOPICS), strict=True):
        np.testing.assert_allclose(scores, by_transformers(folder, topic), rtol=0, atol=1e-5)


@pytest.mark.parametrize("n_tokens", [1, 60, 9999])
def test_score_does_not_depend_on_batch_mates(
    ranker: MonoT5, folder: ModelFolder, n_tokens: int
) -> None:
    query, passages = TOPICS[0]
    alone = [ranker.score([Candidates(query, [passage])])[0][0] for passage in passages]
    together = with_budget(folder, n_tokens).score([*TOPICS[1:], *TOPICS])[1]
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-5)


def test_score_in_several_windows_is_that_in_one(
    ranker: MonoT5, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = np.concatenate(ranker.score(TOPICS))
    monkeypatch.setattr(mono_t5, "PAIRS_PER_WINDOW", 4)
    parts = ranker.score(TOPICS)
    assert [len(part) for part in parts] == [4, 2]
    np.testing.assert_allclose(np.concatenate(parts), whole, rtol=0, atol=1e-5)


def test_score_of_topics_without_passages_is_empty(ranker: MonoT5) -> None:
    empty = Candidates("why", [])
    assert [len(scores) for scores in ranker.score([empty, TOPICS[1], empty])] == [0, 2, 0]


def test_score_of_no_topics_is_empty(ranker: MonoT5) -> None:
    assert ranker.score([]) == []


def test_score_of_an_empty_passage_is_a_number(ranker: MonoT5) -> None:
    assert score(ranker, "why", "")[0] < 0


def test_score_of_a_passage_of_100_000_words_reads_its_beginning(ranker: MonoT5) -> None:
    start = "old stone bridge in winter " * 200
    long, longer = score(ranker, "why", start, start + "cats sleep " * 50_000)
    assert long == longer < 0


def test_encode_of_a_long_passage_keeps_the_prompt(ranker: MonoT5) -> None:
    (text,) = ranker.encode([("old bridge", "cats sleep " * 999)])
    tokens = ranker._t5.tokenizer.convert_ids_to_tokens(text.token_ids)
    assert len(tokens) == 512
    assert tokens[:6] == ["▁Query", ":", "▁old", "▁bridge", "▁Document", ":"]
    assert tokens[-4:] == ["▁cats", "▁Relevant", ":", "</s>"]


def test_encode_cuts_at_the_length_asked_for(folder: ModelFolder) -> None:
    short = load_mono_t5(folder, find_compute_device("cpu"), MonoT5Options(max_tokens=20))
    (text,) = short.encode([("old bridge", "cats sleep " * 999)])
    assert len(text.token_ids) == 20


def test_score_that_is_not_a_number_names_the_query(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    file = make_t5(tmp_path, pieces=PROMPT_PIECES) / "model.safetensors"
    weights = load_file(file)
    weights["decoder.final_layer_norm.weight"][:] = np.nan
    file.unlink()
    save_file(weights, file, metadata={"format": "pt"})
    broken = load_mono_t5(find_model(str(tmp_path)), find_compute_device("cpu"))
    with pytest.raises(ValueError, match=r"not a finite number .*'why do cats sleep'"):
        broken.score(TOPICS[1:])


def test_load_mono_t5_of_words_in_several_pieces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableModel, match="▁true is not one piece of its tokenizer"):
        load_mono_t5(find_model(str(make_t5(tmp_path))), find_compute_device("cpu"))
