from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import FALLBACK_LENGTH, longest_input
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import network_of, tokenizer_of

NO_LIMIT = SimpleNamespace(model_max_length=10**30)


def network(kind: str, **settings: Any) -> Any:
    import transformers

    sizes = {"hidden_size": 4, "num_hidden_layers": 1, "num_attention_heads": 1}
    config = getattr(transformers, f"{kind}Config")(
        **{"vocab_size": 9, "intermediate_size": 4, "max_position_embeddings": 40, **sizes},
        **settings,
    )
    return getattr(transformers, f"{kind}Model")(config).eval()


@pytest.mark.parametrize(
    ("kind", "changes", "longest"),
    [("Bert", {}, 40), ("Roberta", {"pad_token_id": 1}, 38), ("Roberta", {"pad_token_id": 0}, 39)],
)
def test_longest_input_is_the_longest_that_the_network_can_read(
    kind: str, changes: dict[str, int], longest: int
) -> None:
    import torch

    made = network(kind, **changes)
    n_tokens = longest_input(NO_LIMIT, made)
    assert n_tokens == longest
    made(input_ids=torch.full((1, n_tokens), 5))
    with pytest.raises((RuntimeError, IndexError)):
        made(input_ids=torch.full((1, n_tokens + 1), 5))


def test_longest_input_is_what_the_tokenizer_says_where_that_is_less() -> None:
    assert longest_input(SimpleNamespace(model_max_length=30), network("Bert")) == 30


def test_longest_input_of_a_network_without_a_limit_is_512() -> None:
    from transformers import PreTrainedConfig

    unlimited = SimpleNamespace(config=PreTrainedConfig())
    assert longest_input(NO_LIMIT, unlimited) == FALLBACK_LENGTH == 512


@pytest.mark.parametrize("n_positions", [40, 600])
def test_longest_tokens_of_a_folder_is_what_its_loaded_model_reads(
    saved_bert: Saved, n_positions: int
) -> None:
    path = saved_bert("BertModel", max_position_embeddings=n_positions)
    read = longest_input(tokenizer_of(path), network_of(path, "BertModel"))
    assert ModelFolder("tiny", path, "").longest_tokens == read == min(n_positions, 512)


def test_longest_tokens_of_a_folder_that_sets_no_limit_is_none(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"max_position_embeddings": -1}')
    assert ModelFolder("tiny", tmp_path, "").longest_tokens is None
