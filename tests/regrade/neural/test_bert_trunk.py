from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from regrade.neural.batches import TokenBudget, run_in_batches
from regrade.neural.bert_trunk import BertTrunk, PlainTrunk, Trunk, trunk_of
from regrade.neural.model_folder import UnusableModel
from regrade.neural.packing import EncodedText
from tests.refusals import refused

if TYPE_CHECKING:
    import torch

DRIFT = 1e-5
N_TOKENS = 60
LIKE_BERT = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
}
SIZES = {
    "Bert": LIKE_BERT,
    "Electra": {**LIKE_BERT, "embedding_size": 8},
    "DistilBert": {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24},
    # Its positions begin behind that of padding.
    "Roberta": {**LIKE_BERT, "max_position_embeddings": 41, "pad_token_id": 0},
}
OURS = ("Bert", "DistilBert", "Electra")
WITH_TYPES = ("Bert", "Electra")


def network(kind: str, **settings: Any) -> Any:
    """One of transformers' own modules, its weights random and far from those it begins with."""
    import torch
    import transformers

    config = getattr(transformers, f"{kind}Config")(
        vocab_size=N_TOKENS, **{**SIZES[kind], **settings}
    )
    with torch.random.fork_rng():
        torch.manual_seed(4)
        made = getattr(transformers, f"{kind}Model")(config).eval()
        for name, weight in made.named_parameters():
            is_scale = "norm" in name.lower() and name.endswith("weight")
            torch.nn.init.normal_(weight, mean=float(is_scale), std=0.3)
    return made


def texts(*, with_types: bool, shares: Sequence[float] = (1.0,)) -> list[EncodedText]:
    """Texts of 1 to 40 tokens, some of one length; shares are of tokens that are attended to."""
    drawn = np.random.default_rng(5)
    made = []
    for number, length in enumerate((7, 3, 40, 7, 1, 12, 3, 25, 7)):
        ids = drawn.integers(3, N_TOKENS, size=length).tolist()
        n_first = int(drawn.integers(1, length + 1)) if with_types else None
        share = shares[number % len(shares)]
        made.append(EncodedText(ids, n_first, max(1, int(length * share))))
    return made


def packed_states(trunk: Trunk, texts: Sequence[EncodedText], n_tokens: int) -> list[torch.Tensor]:
    """Each text's states, in the order of the texts."""
    import torch

    found: dict[int, torch.Tensor] = {}
    batches = run_in_batches(
        texts, trunk.states, budget=TokenBudget(n_tokens), device=torch.device("cpu")
    )
    for places, states in batches:
        lengths = [len(texts[place].token_ids) for place in places]
        found.update(zip(places.tolist(), torch.split(states, lengths), strict=True))
    return [found[place] for place in range(len(texts))]


def padded_states(made: Any, texts: Sequence[EncodedText]) -> list[torch.Tensor]:
    """What the module makes of all texts in one padded batch."""
    import torch

    shape = len(texts), max(len(text.token_ids) for text in texts)
    ids, mask, types = (torch.zeros(shape, dtype=torch.int64) for _ in range(3))
    for row, text in enumerate(texts):
        n_tokens = len(text.token_ids)
        ids[row, :n_tokens] = torch.tensor(text.token_ids)
        mask[row, : text.group.n_attended] = 1
        if text.n_first is not None:
            types[row, text.n_first : n_tokens] = 1
    given = {"token_type_ids": types} if any(text.n_first is not None for text in texts) else {}
    with torch.inference_mode():
        states = made(input_ids=ids, attention_mask=mask, **given).last_hidden_state
    return [states[row, : len(text.token_ids)] for row, text in enumerate(texts)]


def assert_same(found: list[torch.Tensor], expected: list[torch.Tensor]) -> None:
    import torch

    torch.testing.assert_close(torch.cat(found), torch.cat(expected), rtol=0, atol=DRIFT)


@pytest.mark.parametrize("kind", OURS)
@pytest.mark.parametrize("n_tokens", [1, 30, 1000])
def test_states_are_those_of_transformers(kind: str, n_tokens: int) -> None:
    made, given = network(kind), texts(with_types=kind in WITH_TYPES)
    assert_same(packed_states(trunk_of(made), given, n_tokens), padded_states(made, given))


@pytest.mark.parametrize("kind", OURS)
def test_states_with_unattended_tokens_are_those_of_transformers(kind: str) -> None:
    made = network(kind)
    given = texts(with_types=kind in WITH_TYPES, shares=(1.0, 0.5, 0.8))
    assert_same(packed_states(trunk_of(made), given, 30), padded_states(made, given))


@pytest.mark.parametrize("activation", ["relu", "gelu_new"])
def test_states_with_another_activation_are_those_of_transformers(activation: str) -> None:
    made, given = network("Bert", hidden_act=activation), texts(with_types=True)
    assert_same(packed_states(trunk_of(made), given, 30), padded_states(made, given))


def test_states_with_another_epsilon_are_those_of_transformers() -> None:
    made, given = network("Electra", layer_norm_eps=0.1), texts(with_types=True)
    assert_same(packed_states(trunk_of(made), given, 30), padded_states(made, given))


def test_states_of_an_electra_as_wide_as_its_embeddings_are_those_of_transformers() -> None:
    made, given = network("Electra", embedding_size=16), texts(with_types=True)
    assert_same(packed_states(trunk_of(made), given, 30), padded_states(made, given))


@pytest.mark.parametrize("n_tokens", [1, 20, 1000])
def test_states_of_a_text_are_the_same_alone(n_tokens: int) -> None:
    trunk, given = trunk_of(network("Bert")), texts(with_types=True)
    alone = [packed_states(trunk, [text], 1)[0] for text in given]
    assert_same(packed_states(trunk, given, n_tokens), alone)


def test_states_of_another_encoder_are_its_own() -> None:
    made = network("Roberta")
    given = texts(with_types=False, shares=(1.0, 0.5))
    assert_same(packed_states(trunk_of(made), given, 30), padded_states(made, given))


@pytest.mark.parametrize(
    ("kind", "trunk"), [*((kind, BertTrunk) for kind in OURS), ("Roberta", PlainTrunk)]
)
def test_trunk_of_a_module_is_ours_where_we_know_it(kind: str, trunk: type) -> None:
    assert isinstance(trunk_of(network(kind)), trunk)


@pytest.mark.parametrize("kind", ["Bert", "Electra"])
def test_trunk_of_a_decoder_is_refused(kind: str) -> None:
    with refused(UnusableModel, "not_an_encoder"):
        trunk_of(network(kind, is_decoder=True))
