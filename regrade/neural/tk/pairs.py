"""Scores of pairs whose queries and passages are encoded separately, once each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import TokenBudget, attempt, run_in_batches
from regrade.neural.networks import ComputeDevice
from regrade.neural.packing import EncodedText
from regrade.neural.tk.network import Contextualizer, KernelPooling, TkNetwork

if TYPE_CHECKING:
    import torch

Ordinals = NDArray[np.int64]


class DistinctTexts(NamedTuple):
    """Texts as word ids, none or more each, and which of them each pair has."""

    word_ids: Sequence[Sequence[int]]
    lengths: Ordinals
    of_pair: Ordinals


class EncodedPairs(NamedTuple):
    """Encoded queries and passages, and for each pair the index of both, in the pairs' order."""

    queries: DistinctTexts
    passages: DistinctTexts


class States(NamedTuple):
    """Unit vectors of texts, concatenated.

    Attributes:
        vectors: shape (t, d).
        starts: shape (n_texts,), where those of a text begin.
    """

    vectors: torch.Tensor
    starts: Ordinals

    def of(self, texts: Ordinals, n_words: int) -> torch.Tensor:
        """Those of texts of one length: shape (n, n_words, d)."""
        import torch

        indices = self.starts[texts][:, None] + np.arange(n_words)  # (n, n_words)
        return self.vectors[torch.from_numpy(indices).to(self.vectors.device)]


class Block(NamedTuple):
    """Pairs of one query length and one passage length, with the states of their texts."""

    pairs: EncodedPairs
    chosen: Ordinals
    queries: States
    passages: States

    @property
    def sizes(self) -> tuple[int, int]:
        """Words of each query and of each passage."""
        first = self.chosen[0]
        n_query, n_passage = (table.lengths[table.of_pair[first]] for table in self.pairs)
        return int(n_query), int(n_passage)


Scored = tuple[Ordinals, "torch.Tensor"]


def score_pairs(
    network: TkNetwork, pairs: EncodedPairs, compute: ComputeDevice
) -> NDArray[np.float32]:
    """One score a pair, in the pairs' order: shape (n_pairs,).

    The vectors of all queries are held, those of passages while their batch is scored. Nothing
    is padded: pairs of one query length and one passage length are scored together.

    Raises:
        MemoryError: the device's memory is too small for one text or one pair.
    """
    import torch

    queries = _all_states(network.of_queries, pairs.queries, compute)
    of_passage = _pairs_of_texts(pairs.passages)
    scored: list[Scored] = []
    for texts, passages in _states(network.of_passages, pairs.passages, compute):
        theirs = np.concatenate([of_passage[text] for text in texts])
        for alike in _of_one_size(pairs, theirs):
            block = Block(pairs, alike, queries, passages)
            scored += _score(network.pooling, block, compute.budget)
    scores = np.empty(len(pairs.queries.of_pair), dtype=np.float32)
    if scored:
        indices = np.concatenate([indices for indices, _ in scored])
        scores[indices] = torch.cat([found for _, found in scored]).cpu().numpy()
    return scores


def _states(
    contextualizer: Contextualizer, texts: DistinctTexts, compute: ComputeDevice
) -> Iterator[tuple[Ordinals, States]]:
    """Texts by batches, those without words last, with their states."""
    lengths, starts = texts.lengths, np.zeros_like(texts.lengths)
    worded = np.flatnonzero(lengths)
    encoded = [EncodedText(texts.word_ids[text]) for text in worded.tolist()]
    for indices, vectors in run_in_batches(
        encoded, contextualizer.states, budget=compute.budget, device=compute.device
    ):
        batch = worded[indices]
        starts[batch] = np.cumsum(lengths[batch]) - lengths[batch]
        yield batch, States(vectors, starts)
    if len(worded) < len(lengths):
        nothing = contextualizer.word_vectors[:0]  # (0, d)
        yield np.flatnonzero(lengths == 0), States(nothing, starts)


def _all_states(
    contextualizer: Contextualizer, texts: DistinctTexts, compute: ComputeDevice
) -> States:
    import torch

    starts = np.zeros_like(texts.lengths)
    parts, n_before = [contextualizer.word_vectors[:0]], 0
    for batch, states in _states(contextualizer, texts, compute):
        starts[batch] = states.starts[batch] + n_before
        parts.append(states.vectors)
        n_before += len(states.vectors)
    return States(torch.cat(parts), starts)


def _pairs_of_texts(texts: DistinctTexts) -> list[Ordinals]:
    """The pairs of each text."""
    counts = np.bincount(texts.of_pair, minlength=len(texts.word_ids))
    return np.split(np.argsort(texts.of_pair, kind="stable"), np.cumsum(counts)[:-1])


def _of_one_size(pairs: EncodedPairs, chosen: Ordinals) -> list[Ordinals]:
    """The chosen pairs in groups of one query length and one passage length."""
    sizes = np.stack([table.lengths[table.of_pair[chosen]] for table in pairs])  # (2, n)
    order = np.lexsort(sizes)
    changes = np.flatnonzero((np.diff(sizes[:, order]) != 0).any(axis=0)) + 1
    return np.split(chosen[order], changes)


def _score(pooling: KernelPooling, block: Block, budget: TokenBudget) -> Iterator[Scored]:
    """Score a block, as much of it at once as takes no more numbers than a batch's states."""
    n_query, n_passage = block.sizes
    width, n_kernels = block.queries.vectors.shape[1], len(pooling.weights)
    per_pair = max(n_kernels * n_query * n_passage, width * n_query, width * n_passage, 1)
    remaining = block.chosen
    while remaining.size:
        part = remaining[: max(1, budget.n_tokens * width // per_pair)]
        undivided = f"one pair of {n_query:,} and {n_passage:,} words" if len(part) == 1 else None
        pool = partial(_pooled, pooling, block._replace(chosen=part))
        found = attempt(pool, budget=budget, undivided=undivided)
        if found is None:
            continue
        yield part, found
        remaining = remaining[len(part) :]


def _pooled(pooling: KernelPooling, block: Block) -> torch.Tensor:
    (n_query, n_passage), pairs = block.sizes, block.pairs
    queries = block.queries.of(pairs.queries.of_pair[block.chosen], n_query)  # (n, q, d)
    passages = block.passages.of(pairs.passages.of_pair[block.chosen], n_passage)  # (n, p, d)
    return pooling.scores(queries, passages)  # (n,)
