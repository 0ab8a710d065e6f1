from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from regrade.neural.batches import TokenBudget, run_in_batches
from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.packing import EncodedText
from regrade.neural.t5.loading import T5, load_t5
from regrade.neural.t5.trunk import t5_trunk_of
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import TEXTS, one_thread

GATED = {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


def alone(t5: T5, ids: list[int]) -> Any:
    """The encoder's states of one text as transformers computes them: shape (l, d)."""
    import torch

    with torch.inference_mode():
        output = t5.network.get_encoder()(
            input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids))
        )
    return output.last_hidden_state[0].numpy()


@pytest.mark.parametrize(
    ("kind", "config"),
    [("T5", {}), ("T5", GATED), ("MT5", {}), ("UMT5", {}), ("T5", {"num_heads": 3, "d_kv": 4})],
)
def test_t5_trunk_agrees_with_transformers(
    saved_t5: Saved, kind: str, config: dict[str, Any]
) -> None:
    compute = find_compute_device("cpu")
    t5 = load_t5(find_model(str(saved_t5(kind, **config))), compute)
    # Two of one length, and one beyond the distances that are distinguished.
    texts = [*t5.tokenizer(list(TEXTS.values()) * 2)["input_ids"], [7, 9] * 90]
    trunk = t5_trunk_of(t5.network)
    batches = run_in_batches(
        [EncodedText(ids) for ids in texts],
        trunk.states,
        budget=TokenBudget(1000),
        device=compute.device,
    )
    for indices, states in batches:
        theirs = np.concatenate([alone(t5, texts[index]) for index in indices])
        np.testing.assert_allclose(states.numpy(), theirs, rtol=0, atol=1e-5)
