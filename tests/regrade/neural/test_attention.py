from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from regrade.neural.packing import TextGroup, attend

if TYPE_CHECKING:
    import torch

N_HEADS, HEAD = 3, 4
WIDTH = N_HEADS * HEAD
GROUPS = (TextGroup(2, 5, 5), TextGroup(1, 3, 2), TextGroup(3, 1, 1))


def drawn(n_tokens: int, seed: int = 1) -> torch.Tensor:
    import torch

    return torch.randn(n_tokens, 3 * WIDTH, generator=torch.Generator().manual_seed(seed))


def by_formula(
    qkv: torch.Tensor, n_attended: int, scale: float, bias: torch.Tensor | None = None
) -> torch.Tensor:
    """Softmax of scaled dot products, head by head, for the tokens of one text."""
    import torch

    queries, keys, values = (qkv.double()[:, i * WIDTH : (i + 1) * WIDTH] for i in range(3))
    heads = []
    for head in range(N_HEADS):
        cut = slice(head * HEAD, (head + 1) * HEAD)
        products = queries[:, cut] @ keys[:n_attended, cut].T * scale
        if bias is not None:
            products = products + bias[head]
        heads.append(torch.softmax(products, dim=1) @ values[:n_attended, cut])
    return torch.cat(heads, dim=1).float()


def texts_of(groups: Sequence[TextGroup]) -> list[tuple[slice, int]]:
    found, start = [], 0
    for n_texts, n_tokens, n_attended in groups:
        for _ in range(n_texts):
            found.append((slice(start, start + n_tokens), n_attended))
            start += n_tokens
    return found


def test_attend_is_the_formula_within_each_text() -> None:
    import torch

    qkv = drawn(16)
    by_hand = [by_formula(qkv[text], n, 1 / sqrt(HEAD)) for text, n in texts_of(GROUPS)]
    found = attend(qkv, GROUPS, n_heads=N_HEADS)
    torch.testing.assert_close(found, torch.cat(by_hand), rtol=0, atol=1e-5)


def test_attend_scales_as_asked() -> None:
    import torch

    qkv = drawn(16)
    by_hand = [by_formula(qkv[text], n, 0.7) for text, n in texts_of(GROUPS)]
    found = attend(qkv, GROUPS, n_heads=N_HEADS, scale=0.7)
    torch.testing.assert_close(found, torch.cat(by_hand), rtol=0, atol=1e-5)


def test_attend_adds_the_bias_of_each_length() -> None:
    import torch

    groups = (TextGroup(2, 4, 4), TextGroup(1, 2, 2))
    qkv, biases = drawn(10), {n: drawn(n, seed=n)[:, : 3 * n] for n in (4, 2)}

    def bias(n_tokens: int) -> torch.Tensor:
        return biases[n_tokens].reshape(n_tokens, 3, n_tokens).transpose(0, 1)  # (h, l, l)

    by_hand = [by_formula(qkv[text], n, 1.0, bias(n).double()) for text, n in texts_of(groups)]
    found = attend(qkv, groups, n_heads=N_HEADS, scale=1.0, bias=bias)
    torch.testing.assert_close(found, torch.cat(by_hand), rtol=0, atol=1e-5)


def test_attend_of_a_text_is_the_same_alone() -> None:
    import torch

    qkv = drawn(16)
    together = attend(qkv, GROUPS, n_heads=N_HEADS)
    for place, n_attended in texts_of(GROUPS):
        n_tokens = place.stop - place.start
        alone = attend(qkv[place], [TextGroup(1, n_tokens, n_attended)], n_heads=N_HEADS)
        torch.testing.assert_close(together[place], alone, rtol=0, atol=1e-6)
