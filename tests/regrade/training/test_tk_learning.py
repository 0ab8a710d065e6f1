"""TK's losses and gradients against torch's own layers, padding and masks, in double precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from regrade.training.examples import Example
from regrade.training.pair_losses import PAIR_LOSSES
from tests.regrade.neural.small_models.tiny_tk import SETTINGS, WORDS, PaddedTk, random_weights

if TYPE_CHECKING:
    import torch

EXAMPLES = [
    Example("the cat", ["a dog sat on the mat", "far away"], [1.0, 0.2]),
    Example("dog", ["the dog ran . the dog sat", "on the mat a b c d e f far away"], [1.0, 0.0]),
    Example("elephants", ["a b c", "the unknown thing"], [0.5, 0.4]),
]
LINES = [  # the words of the examples in the vocabulary; 1 is an unknown one
    ([2, 3], [[15, 8, 4, 5, 2, 6], [10, 11]]),
    ([8], [[2, 8, 9, 7, 2, 8, 4], [5, 2, 6, 15, 16, 17, 18, 19, 20, 10, 11]]),
    ([1], [[15, 16, 17], [2, 1, 1]]),
]


@pytest.fixture
def double() -> Any:
    import torch

    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


@pytest.mark.parametrize("loss", [*PAIR_LOSSES])
@pytest.mark.usefixtures("double")
def test_losses_and_gradients_equal_a_plain_reference(loss: str) -> None:
    import torch

    from regrade.training.tk.module import TkModule
    from regrade.training.tk.training import Encoder

    weights = {name: one.double().requires_grad_() for name, one in random_weights().items()}
    plain = reference_loss(loss, weights)
    wanted = dict(zip(weights, torch.autograd.grad(plain, [*weights.values()]), strict=True))

    module = TkModule(SETTINGS, weights["word_vectors"].detach())
    state = {name: one.detach() for name, one in weights.items()}
    state["word_vectors.weight"] = state.pop("word_vectors")
    module.load_state_dict(state)
    tk = PaddedTk(SETTINGS, random_weights())  # positions are in single precision elsewhere
    module.query_positions = torch.tensor([tk._place(i) for i in range(30)])
    first = SETTINGS.passage_positions_from
    module.passage_positions = torch.tensor([tk._place(first + i) for i in range(30)])
    batch = Encoder({word: line for line, word in enumerate(WORDS)}, SETTINGS)(EXAMPLES)
    scores = module(batch)
    found = PAIR_LOSSES[loss](scores[:, :1] - scores[:, 1:], batch.margins.double())
    found.backward()  # type: ignore[no-untyped-call]

    assert found.item() == pytest.approx(plain.item(), abs=1e-6)
    for name, parameter in module.named_parameters():
        gradient = parameter.grad.to_dense() if parameter.grad is not None else None
        reference = wanted[name.removesuffix(".weight") if "word_vectors" in name else name]
        if "word_vectors" in name:
            reference[0] = 0  # padding has no vector to learn
        assert gradient is not None, name
        torch.testing.assert_close(gradient, reference, atol=1e-6, rtol=1e-6, msg=name)


PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "hinge": lambda margin, _: (1 - margin).clamp(min=0),
    "ranknet": lambda margin, _: (1 + (-margin).exp()).log(),
    "margin-mse": lambda margin, taught: (margin - taught) ** 2,
}


def reference_loss(loss: str, weights: dict[str, torch.Tensor]) -> Any:
    """The mean over all queries of one that is written down by hand."""
    import torch
    from torch.func import functional_call

    tk = PaddedTk(SETTINGS, weights)
    inner = {
        name.removeprefix("contextualizer."): one
        for name, one in weights.items()
        if name.startswith("contextualizer.")
    }
    module = tk.contextualizer
    tk.contextualizer = lambda *a, **k: functional_call(module, inner, a, k)  # type: ignore
    losses = []
    for (query, passages), example in zip(LINES, EXAMPLES, strict=True):
        first, second = (states(tk, query, one) for one in passages)
        margin, taught = first - second, example.targets[0] - example.targets[1]
        losses.append(PLAIN[loss](margin, taught))
    return torch.stack(losses).mean()


def states(tk: PaddedTk, query: list[int], passage: list[int]) -> Any:
    """One pair's score, with its gradient."""
    query_states, query_mask = tk._states([query], 0)
    first = tk.settings.passage_positions_from
    passage_states, passage_mask = tk._states([passage], first)
    return tk._pool(query_states, passage_states, query_mask, passage_mask)[0]
