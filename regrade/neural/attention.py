from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from regrade.neural.packing import TextGroup

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
