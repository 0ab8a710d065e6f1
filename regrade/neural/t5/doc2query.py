from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.model_folder import ModelFolder, find_model
from regrade.neural.networks import Precision, find_compute_device
from regrade.neural.t5.loading import T5, load_t5
from regrade.neural.token_ids import first_token_ids

if TYPE_CHECKING:
    import torch

KEY_BYTES = 16


# Queries in the making at once. Already those of one passage keep a CPU busy, and then nothing
# of what a passage gets hangs on another one; a GPU wants work at hand.
ROWS_CPU, ROWS_GPU = 40, 1280
# A batch is full, too, when it holds this many tokens for each passage that it may hold: each
# query in the making keeps as much of every token of its passage as the model has layers.
USUAL_TOKENS = 128


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


class TokenizedPassage(NamedTuple):
    """A passage as the model reads it, truncated to the set length."""

    doc_id: str
    token_ids: list[int]


@dataclass(frozen=True, slots=True)
class QueryGenerator:
    """A T5 that samples queries which a passage might answer.

    Letters in the comments: b passages in a batch, t tokens of input, n queries a passage, s
    tokens of output, r queries in the making, v tokens in the vocabulary, d dimensions.
    """

    folder: ModelFolder
    sampling: Sampling
    precision: Precision
    device: torch.device
    _t5: T5

    @property
    def batch_size(self) -> int:
        """Number of passages per batch that suits the device."""
        rows = ROWS_CPU if self.device.type == "cpu" else ROWS_GPU
        return max(1, rows // self.sampling.n_queries)

    @property
    def versions(self) -> dict[str, str]:
        """Versions of the computing libraries, which affect rounding."""
        import torch
        import transformers

        return {"torch": torch.__version__, "transformers": transformers.__version__}

    def tokenize(self, passages: Sequence[tuple[str, str]]) -> list[TokenizedPassage]:
        """Tokenize passages, given as doc_id and text, for the model."""
        most = self.sampling.max_input_tokens - 1  # and the end token
        texts = [text for _, text in passages]
        ids = zip(passages, first_token_ids(self._t5.tokenizer, texts, most), strict=True)
        return [
            TokenizedPassage(doc_id, [*token_ids, self._t5.end]) for (doc_id, _), token_ids in ids
        ]

    def batches(
        self, passages: Sequence[TokenizedPassage], batch_size: int | None = None
    ) -> Iterator[list[TokenizedPassage]]:
        """Batch all passages, longest first, to minimize padding.

        Args:
            passages: in any order.
            batch_size: passages per batch, fewer of those over 128 tokens; by default what suits
                the device.

        Raises:
            ValueError: batch_size below 1.
        """
        if batch_size is None:
            batch_size = self.batch_size
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1; it is {batch_size}")
        remaining = sorted(passages, key=lambda passage: -len(passage.token_ids))
        while remaining:
            n_fit = batch_size * USUAL_TOKENS // len(remaining[0].token_ids)
            n_passages = min(batch_size, max(1, n_fit))
            yield remaining[:n_passages]
            del remaining[:n_passages]

    def generate(self, batch: Sequence[TokenizedPassage]) -> list[list[str]]:
        """Generate n_queries queries for each passage; a query can be empty.

        Apart from rounding they depend only on the model, the sampling, and the passage's text and
        doc_id. On one machine the same batch gives the same queries; in another batch the last
        digits of a score differ, which occasionally changes a draw (hardly ever in float32, more
        often in bfloat16).

        Raises:
            ValueError: the model's scores are not finite numbers.
            MemoryError: a GPU's memory is too small for the batch.
        """
        import torch

        try:
            drawn = self._draw_batch(batch)
        except torch.OutOfMemoryError as error:
            raise MemoryError(str(error)) from error
        texts = self._t5.tokenizer.batch_decode(drawn, skip_special_tokens=True)
        queries = [" ".join(text.replace("\0", " ").split()) for text in texts]
        n = self.sampling.n_queries
        return [queries[start : start + n] for start in range(0, len(queries), n)]

    def _draw_batch(self, batch: Sequence[TokenizedPassage]) -> torch.Tensor:
        import torch

        ids, mask = pad([passage.token_ids for passage in batch], self._t5.padding)
        numbers = np.stack([draw_numbers(self.sampling, p.doc_id) for p in batch])  # (b, n, s)
        with torch.inference_mode():
            return self._draw(
                torch.from_numpy(ids).to(self.device),
                torch.from_numpy(mask).to(self.device),
                torch.from_numpy(numbers).to(self.device).flatten(0, 1),  # (b * n, s)
            ).cpu()

    def _draw(self, ids: torch.Tensor, mask: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Token ids of the queries: (b * n, s), padded after a query's end."""
        import torch

        decoder = _Decoder(self._t5.network, ids, mask)
        start = torch.full_like(ids[:, :1], self._t5.start)  # (b, 1)
        # All queries of a passage begin alike: their first step is taken once.
        scores = decoder.step(start)  # (b, v)
        scores = decoder.repeat(scores, self.sampling.n_queries)  # (r, v)
        drawn = ids.new_full(tuple(numbers.shape), self._t5.padding)  # (b * n, s)
        rows = torch.arange(len(drawn), device=self.device)  # (r,)
        for step in range(numbers.shape[1]):
            tokens = draw_tokens(scores, numbers[rows, step], self.sampling.top_k)  # (r,)
            drawn[rows, step] = tokens
            is_open = tokens != self._t5.end  # (r,)
            rows, tokens = rows[is_open], tokens[is_open]
            if not len(rows) or step + 1 == numbers.shape[1]:
                break
            decoder.keep(is_open)
            scores = decoder.step(tokens[:, None])  # (r, v)
        return drawn


class _Decoder:
    """The model's decoder with its cache for the queries in progress."""

    def __init__(self, network: Any, ids: torch.Tensor, mask: torch.Tensor) -> None:
        encoded = network.get_encoder()(input_ids=ids, attention_mask=mask)
        self._states: torch.Tensor = encoded.last_hidden_state  # (b, t, d)
        self._network, self._mask = network, mask
        self._cache: Any = None

    def step(self, tokens: torch.Tensor) -> torch.Tensor:
        """Scores (r, v) of what may follow these tokens (r, 1)."""
        output = self._network(
            encoder_outputs=(self._states,),
            attention_mask=self._mask,
            decoder_input_ids=tokens,
            past_key_values=self._cache,
            use_cache=True,
        )
        self._cache = output.past_key_values
        scores: torch.Tensor = output.logits[:, -1]
        return scores

    def repeat(self, scores: torch.Tensor, n: int) -> torch.Tensor:
        """Continue with n queries per passage; returns their scores."""
        self._cache.batch_repeat_interleave(n)
        self._mask = self._mask.repeat_interleave(n, dim=0)  # (r, t)
        self._refer(len(self._mask))
        return scores.repeat_interleave(n, dim=0)  # (r, v)

    def keep(self, is_open: torch.Tensor) -> None:
        """Keep only these queries."""
        if not bool(is_open.all()):
            self._cache.batch_select_indices(is_open)
            self._mask = self._mask[is_open]  # (r, t)
            self._refer(len(self._mask))

    def _refer(self, n_rows: int) -> None:
        # Keys and values of the passages are in the cache by now: only this shape is read.
        self._states = self._states[:1].expand(n_rows, -1, -1)  # (r, t, d)


def load_query_generator(
    model: str,
    sampling: Sampling,
    *,
    precision: Precision = "float32",
    device: str | None = None,
) -> QueryGenerator:
    """Load a T5 (or mT5, umT5) that was trained to write queries, ready to draw.

    Args:
        model: a local folder, or a name on the hub.
        sampling: how to sample queries.
        precision: "float32", or "bfloat16" where a GPU computes it faster.
        device: "cuda" or "cpu"; by default a GPU when there is one.

    Raises:
        UnusableModel: not found, not a T5, or weights or a tokenizer that do not fit it.
        ValueError: invalid sampling options.
    """
    sampling.checked()
    folder, compute = find_model(model), find_compute_device(device, precision)
    return QueryGenerator(folder, sampling, precision, compute.device, load_t5(folder, compute))


def pad(
    token_ids: Sequence[Sequence[int]], pad_token_id: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids of b texts, filled up on the right, and 1 where a token is one of the text.

    Returns:
        Both of shape (b, t), t being the longest text's number of tokens.
    """
    shape = len(token_ids), max(map(len, token_ids))
    ids = np.full(shape, pad_token_id, dtype=np.int64)  # (b, t)
    mask = np.zeros(shape, dtype=np.int64)  # (b, t)
    for row, tokens in enumerate(token_ids):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return ids, mask
