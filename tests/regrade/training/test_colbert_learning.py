"""ColBERT's losses and gradients against loops over tokens, in double precision."""

from __future__ import annotations

import math
from typing import Any

import pytest

N, M, QUERY_TOKENS, PASSAGE_TOKENS, WIDTH = 3, 2, 4, 6, 5


@pytest.mark.parametrize("loss", ["in-batch", "hinge", "margin-mse"])
def test_losses_and_gradients_equal_a_plain_reference(loss: str) -> None:
    import torch

    from regrade.training.library.colbert import loss_of

    drawn = torch.Generator().manual_seed(8)

    def unit(*shape: int) -> Any:
        vectors = torch.randn(shape, generator=drawn, dtype=torch.float64)
        return torch.nn.functional.normalize(vectors, dim=-1).requires_grad_()

    queries, passages = unit(N, QUERY_TOKENS, WIDTH), unit(N * M, PASSAGE_TOKENS, WIDTH)
    is_counted = torch.rand(N * M, PASSAGE_TOKENS, generator=drawn) < 0.7
    is_counted[:, 0] = True
    taught = torch.rand(N, M - 1, generator=drawn, dtype=torch.float64)
    plain = reference(loss, queries, passages, is_counted.tolist(), taught)
    wanted = torch.autograd.grad(plain, [queries, passages])
    found = loss_of(loss, queries, passages, is_counted, taught)
    gradients = torch.autograd.grad(found, [queries, passages])
    torch.testing.assert_close(found, plain, atol=1e-6, rtol=0)
    for one, other in zip(gradients, wanted, strict=True):
        torch.testing.assert_close(one, other, atol=1e-6, rtol=0)


def reference(loss: str, queries: Any, passages: Any, is_counted: Any, taught: Any) -> Any:
    import torch

    def score(query: int, passage: int) -> Any:
        total: Any = 0.0
        for token in queries[query]:
            near = [
                token @ other
                for other, counts in zip(passages[passage], is_counted[passage], strict=True)
                if counts
            ]
            total = total + torch.stack(near).max()
        return total

    losses = []
    for query in range(N):
        own = [score(query, query * M + place) for place in range(M)]
        margin = own[0] - own[1]
        if loss == "in-batch":
            among = torch.stack([score(query, passage) for passage in range(N * M)])
            losses.append(among.exp().sum().log() - own[0])
        elif loss == "hinge":
            losses.append(torch.clamp(1 - margin, min=0))
        else:
            losses.append((margin - taught[query, 0]) ** 2)
    return torch.stack(losses).sum() / N


def test_untrained_in_batch_loss_is_that_of_a_guess() -> None:
    import torch

    from regrade.training.library.colbert import loss_of

    same = torch.ones(N, 1, 1)
    counted = torch.ones(N * M, 1, dtype=torch.bool)
    found = loss_of("in-batch", same, torch.ones(N * M, 1, 1), counted, torch.zeros(N, 1))
    assert float(found) == pytest.approx(math.log(N * M))
