from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

KEY_BYTES = 16


class Sampling(NamedTuple):
    """How queries are drawn for a passage; the defaults are docTTTTTquery's.

    Source:
        Nogueira and Lin, From doc2query to docTTTTTquery, 2019: 40 queries a passage, drawn from
        the 10 likeliest tokens of each step; 512 tokens of input, 64 of output.
    """

    n_queries: int = 40
    top_k: int = 10
    seed: int = 1
    max_input_tokens: int = 512
    max_output_tokens: int = 64

    def checked(self) -> Sampling:
        """Return it if it can be used.

        Raises:
            ValueError: a number below 1, the seed excepted, or below 2 for the input tokens.
        """
        for name, value in self._asdict().items():
            # A text's end is a token as well.
            least = 2 if name == "max_input_tokens" else 1
            if name != "seed" and value < least:
                raise ValueError(f"{name} must be at least {least}; it is {value}")
        return self


def draw_numbers(sampling: Sampling, doc_id: str) -> NDArray[np.float64]:
    """Random numbers for drawing a passage's queries, independent of its batch.

    They depend on the seed, the doc_id and the greatest number of output tokens. With more
    queries a passage, the first ones stay what they were.

    Returns:
        shape (n_queries, max_output_tokens). In [0, 1).
    """
    digest = sha256(f"{sampling.seed} {doc_id}".encode()).digest()[:KEY_BYTES]
    generator = np.random.Generator(np.random.Philox(key=int.from_bytes(digest, "little")))
    return generator.random((sampling.n_queries, sampling.max_output_tokens))


def draw_tokens(logits: torch.Tensor, numbers: torch.Tensor, top_k: int) -> torch.Tensor:
    """Draw a token for each row from its `top_k` likeliest ones, at temperature 1.

    The probabilities of those are scaled to 1 and stacked in the order of the tokens' ids: a
    row draws the token in whose part its number falls. Rounding in the scores moves a draw only
    where a number lies that close to a border, or two tokens that close at rank `top_k`.

    Args:
        logits: shape (r, v). A score for each token of the vocabulary.
        numbers: shape (r,), float64. In [0, 1).
        top_k: as many tokens as there are, when it is more.

    Returns:
        shape (r,). Tokens' ids.

    Raises:
        ValueError: a score is not a finite number.
    """
    import torch

    scores, tokens = logits.topk(min(top_k, logits.shape[1]), dim=1)  # (r, k)
    if not bool(torch.isfinite(scores[:, 0]).all()):
        raise ValueError("the model's scores are not finite numbers")
    tokens, order = tokens.sort(dim=1)  # (r, k)
    likelihoods = scores.gather(1, order).double().softmax(dim=1)  # (r, k)
    borders = likelihoods.cumsum(dim=1)  # (r, k)
    chosen = (borders <= numbers[:, None] * borders[:, -1:]).sum(dim=1)  # (r,)
    chosen = chosen.clamp(max=tokens.shape[1] - 1)
    return tokens.gather(1, chosen[:, None])[:, 0]  # (r,)
