from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

Bias = Callable[[int], "torch.Tensor"]


def attend(
    qkv: torch.Tensor,
    groups: Sequence[TextGroup],
    *,
    n_heads: int,
    scale: float | None = None,
    bias: Bias | None = None,
) -> torch.Tensor:
    """Self-attention of packed texts, each among its own tokens.

    Letters in the comments: t tokens of all texts, b texts of a group, l tokens of each, h
    heads, e dimensions of a head.

    Args:
        qkv: shape (t, 3 * h * e). Queries, keys and values of each token, one after the other.
        groups: how the t tokens lie.
        n_heads: h.
        scale: of the dot products; by default 1 / sqrt(e).
        bias: what is added to the dot products of a text with l tokens: shape (h, l, l). Only
            where every token is attended to.

    Returns:
        shape (t, h * e).
    """
    from torch.nn.functional import scaled_dot_product_attention as attention

    width = qkv.shape[1] // 3
    attended = qkv.new_empty(len(qkv), width)  # (t, h * e)
    start = 0
    for n_texts, n_tokens, n_attended in groups:
        end = start + n_texts * n_tokens
        # (b, l, 3, h, e) to (3, b, h, l, e)
        parts = qkv[start:end].view(n_texts, n_tokens, 3, n_heads, -1).permute(2, 0, 3, 1, 4)
        # On a CPU, the fast kernels know masks with a dimension for texts only.
        mask = None if bias is None else bias(n_tokens)[None].to(qkv.dtype)  # (1, h, l, l)
        keys, values = parts[1, :, :, :n_attended], parts[2, :, :, :n_attended]
        found = attention(parts[0], keys, values, attn_mask=mask, scale=scale)  # (b, h, l, e)
        attended[start:end] = found.transpose(1, 2).reshape(-1, width)  # (b * l, h * e)
        start = end
    return attended


class TextGroup(NamedTuple):
    """Texts of one length that stand side by side in a batch: n_texts * n_tokens tokens."""

    n_texts: int
    n_tokens: int
    n_attended: int


class EncodedText(NamedTuple):
    """A text, or two joined ones, as a model reads it.

    Attributes:
        token_ids: with the special tokens; at least one.
        n_first: how many of them, from the left, are of the first text; None for all.
        n_attended: how many of them, from the left, the others attend to; None for all.
    """

    token_ids: Sequence[int]
    n_first: int | None = None
    n_attended: int | None = None

    @property
    def segments(self) -> list[int]:
        """By token 1 for the second text, else 0."""
        n, n_first = len(self.token_ids), self.n_first
        return [0] * n if n_first is None else [0] * n_first + [1] * (n - n_first)

    @property
    def group(self) -> TextGroup:
        """The group of its like, as yet of one."""
        n_tokens = len(self.token_ids)
        return TextGroup(1, n_tokens, n_tokens if self.n_attended is None else self.n_attended)


class PackedBatch(NamedTuple):
    """Texts laid one behind the other without padding, those of one length side by side.

    What works token by token takes all of them at once. Attention takes each group as a plain
    (n_texts, n_tokens) batch, so that nothing of a text hangs on the length of another.

    Attributes:
        token_ids: shape (t,), the tokens of all texts.
        positions: shape (t,), each token's index in its text, from 0.
        token_types: shape (t,), 1 for tokens of a second text.
        first_tokens: shape (n_texts,), where each text begins.
        groups: lengths, in the order in which the texts stand.
    """

    token_ids: NDArray[np.int64]
    positions: NDArray[np.int64]
    token_types: NDArray[np.int64]
    first_tokens: NDArray[np.int64]
    groups: tuple[TextGroup, ...]


def pack(texts: Sequence[EncodedText]) -> PackedBatch:
    """Lay texts one behind the other; those of one group should stand together already.

    Raises:
        ValueError: a text without tokens, or one that attends to none or to more than it has.
    """
    ones = [text.group for text in texts]
    lengths = np.array([group.n_tokens for group in ones], dtype=np.int64)
    if not lengths.size or lengths.min() < 1:
        raise ValueError("a batch needs texts of at least one token")
    for _, n_tokens, n_attended in ones:
        if not 1 <= n_attended <= n_tokens:
            raise ValueError(f"a text of {n_tokens} tokens cannot attend to {n_attended} of them")
    n_first = np.array(
        [len(text.token_ids) if text.n_first is None else text.n_first for text in texts]
    )
    starts = np.cumsum(lengths) - lengths
    n_tokens = int(lengths.sum())
    token_ids = np.fromiter(
        chain.from_iterable(text.token_ids for text in texts), dtype=np.int64, count=n_tokens
    )
    positions = np.arange(n_tokens) - np.repeat(starts, lengths)
    token_types = (positions >= np.repeat(n_first, lengths)).astype(np.int64)
    groups = tuple(one._replace(n_texts=sum(1 for _ in same)) for one, same in groupby(ones))
    return PackedBatch(token_ids, positions, token_types, starts, groups)
