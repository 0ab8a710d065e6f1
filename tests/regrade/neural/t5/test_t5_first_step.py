from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget, gather
from regrade.neural.model_folder import find_model
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.packing import EncodedText
from regrade.neural.t5.first_step import first_step_of
from regrade.neural.t5.loading import T5, load_t5
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import TEXTS, first_logits, make_t5, one_thread

TOKENS = [10, 4, 30]
GATED: dict[str, Any] = {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("T5", {}),
    ("T5", GATED),
    ("T5", {"num_decoder_layers": 3, "d_kv": 4}),
    ("T5", {"decoder_start_token_id": 2}),
    ("MT5", {}),
    ("UMT5", {}),
]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


def load(folder: Path, precision: Precision = "float32") -> T5:
    return load_t5(find_model(str(folder)), find_compute_device("cpu", precision))


def texts_of(t5: T5) -> list[list[int]]:
    texts: list[list[int]] = t5.tokenizer(list(TEXTS.values()) * 2)["input_ids"]
    return texts


def logits(t5: T5, texts: Sequence[Sequence[int]], budget: int = 500) -> NDArray[np.float32]:
    import torch

    return gather(
        [EncodedText(ids) for ids in texts],
        first_step_of(t5.network, start=t5.start, token_ids=TOKENS).logits,
        budget=TokenBudget(budget),
        device=torch.device("cpu"),
    )


@pytest.mark.parametrize(("kind", "config"), KINDS)
def test_first_step_agrees_with_transformers(
    saved_t5: Saved, kind: str, config: dict[str, Any]
) -> None:
    t5 = load(saved_t5(kind, **config))
    texts = texts_of(t5)
    theirs = first_logits(t5, texts)[:, TOKENS]
    np.testing.assert_allclose(logits(t5, texts), theirs, rtol=0, atol=1e-5)


def test_first_step_with_an_output_layer_of_its_own_agrees_with_transformers(
    tmp_path: Path,
) -> None:
    from safetensors.torch import load_file, save_file

    file = make_t5(tmp_path, **GATED) / "model.safetensors"
    weights = load_file(file)
    weights["lm_head.weight"] = weights["shared.weight"].flip(0).contiguous()
    file.unlink()
    save_file(weights, file, metadata={"format": "pt"})
    t5 = load(tmp_path)
    texts = texts_of(t5)
    theirs = first_logits(t5, texts)[:, TOKENS]
    np.testing.assert_allclose(logits(t5, texts), theirs, rtol=0, atol=1e-5)


@pytest.mark.parametrize("budget", [1, 20, 1000])
def test_first_step_does_not_depend_on_the_batch(saved_t5: Saved, budget: int) -> None:
    t5 = load(saved_t5("T5"))
    texts = texts_of(t5)
    alone = np.concatenate([logits(t5, [ids]) for ids in texts])
    np.testing.assert_allclose(logits(t5, texts, budget), alone, rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", ["T5", "MT5"])
def test_first_step_in_bfloat16_stays_as_near_to_float32_as_transformers(
    saved_t5: Saved, kind: str
) -> None:
    folder = saved_t5(kind)
    exact, half = load(folder), load(folder, "bfloat16")
    texts = texts_of(exact)
    wanted = first_logits(exact, texts)[:, TOKENS]
    theirs = np.abs(first_logits(half, texts)[:, TOKENS] - wanted).max()
    ours = np.abs(logits(half, texts) - wanted).max()
    assert ours < 2 * theirs
