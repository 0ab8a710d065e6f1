from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.device_index import DeviceIndex, sent

if TYPE_CHECKING:
    import torch

HALF = 32
LAST_POSITION = (1 << HALF) - 1


class Batch(NamedTuple):
    """Queries that are searched at once.

    Attributes:
        uploaded: what is searched.
        k: how many texts are wanted.
        queries: shape (n_clauses,), int64, ascending: whose each clause is, from 0.
        begins: shape (n_borders, n_clauses), int64. Its first posting at or behind each border.
        queries_there, weights, rest: shape (n_clauses,), on the device: `queries`; float32, its
            weight; float64, the most that it and those behind it in its query can give.
        saturation: float32, by code, as in Postings.
        n_queries: how many.
        n_postings: so many postings may be gone through in one step, or those of one clause.
    """

    uploaded: DeviceIndex
    k: int
    queries: NDArray[np.int64]
    begins: NDArray[np.int64]
    queries_there: torch.Tensor
    weights: torch.Tensor
    rest: torch.Tensor
    saturation: torch.Tensor
    n_queries: int
    n_postings: int


class Block(NamedTuple):
    """A range of positions under a batch.

    Attributes:
        base, size: its first position, and how many.
        sums: shape (n_queries * size,), float64. Each query's sums, one query after the other.
        begins, lengths: shape (n_clauses,), int64. First posting in the block, and how many.
    """

    base: int
    size: int
    sums: torch.Tensor
    begins: NDArray[np.int64]
    lengths: NDArray[np.int64]


class Step(NamedTuple):
    """Postings of some clauses within a block.

    Attributes:
        clauses: shape (c,), int64, on the device.
        of: shape (p,), int32. Which of these clauses a posting belongs to.
        postings: shape (p,). Its position in the index.
        cells: shape (p,), int32. Its position among the block's sums.
    """

    clauses: torch.Tensor
    of: torch.Tensor
    postings: torch.Tensor
    cells: torch.Tensor


def search_batch(batch: Batch) -> torch.Tensor:
    """The keys of each query's k best texts, best first; 0 where there are no more.

    Returns:
        Shape (n_queries, k), int64: the score's bits over the position's complement, as in
        best_kernel; scores are above 0, so that the sign stays clear.
    """
    import torch

    uploaded = batch.uploaded
    best = torch.zeros(batch.n_queries, batch.k, dtype=torch.int64, device=uploaded.device)
    n_cells = batch.n_queries * uploaded.widest
    room = torch.empty(n_cells, dtype=torch.float64, device=uploaded.device)
    for i, (base, end) in enumerate(pairwise(uploaded.borders)):
        begins, lengths = batch.begins[i], batch.begins[i + 1] - batch.begins[i]
        sums = room[: batch.n_queries * (end - base)]
        best = _search_block(batch, Block(base, end - base, sums, begins, lengths), best)
    return best.sort(dim=1, descending=True).values


def _search_block(batch: Batch, block: Block, best: torch.Tensor) -> torch.Tensor:
    thresholds = scores_of(best.amin(dim=1)).double()  # (n_queries,)
    # As in the processor's search: a text of other clauses alone is not among the best.
    essential = ~(batch.rest <= thresholds.index_select(0, batch.queries_there)).cpu().numpy()
    essential &= block.lengths > 0
    is_searched = np.zeros(batch.n_queries, np.bool_)
    is_searched[batch.queries[essential]] = True
    added = is_searched[batch.queries] & (block.lengths > 0)
    block.sums.zero_()
    again: Iterable[Step] = _steps(batch, block, np.flatnonzero(essential))
    is_one_step = int(block.lengths[added].sum()) <= batch.n_postings
    for step in _steps(batch, block, np.flatnonzero(added)):
        _add(batch, block, step)
        if is_one_step:  # faster to repeat whole than to rebuild for fewer
            again = [step]
    found = [_take(batch, block, step, thresholds) for step in again]
    return _keep_best(best, found) if found else best


def _steps(batch: Batch, block: Block, clauses: NDArray[np.int64]) -> Iterator[Step]:
    """The clauses' postings in the block, at most so many at once as the batch allows."""
    ends = np.cumsum(block.lengths[clauses])
    first = before = 0
    while first < clauses.size:
        last = max(first + 1, int(np.searchsorted(ends, before + batch.n_postings, "right")))
        yield _step(batch, block, clauses[first:last])
        first, before = last, int(ends[last - 1])


def _step(batch: Batch, block: Block, clauses: NDArray[np.int64]) -> Step:
    import torch

    uploaded = batch.uploaded
    lengths = block.lengths[clauses]
    shifts = block.begins[clauses] - (np.cumsum(lengths) - lengths)
    rows = batch.queries[clauses] * block.size - block.base
    there = sent(np.stack([clauses, lengths, shifts, rows]), uploaded.device)  # (4, c)
    n_postings = int(lengths.sum())
    of = torch.repeat_interleave(there[1].int(), output_size=n_postings)  # (p,)
    postings = torch.arange(n_postings, dtype=uploaded.posting_type, device=uploaded.device)
    postings += there[2].to(uploaded.posting_type).index_select(0, of)
    cells = uploaded.docs.index_select(0, postings)
    cells += there[3].int().index_select(0, of)
    return Step(there[0], of, postings, cells)


def _add(batch: Batch, block: Block, step: Step) -> None:
    codes = batch.uploaded.codes.index_select(0, step.postings)  # (p,)
    saturation = batch.saturation.index_select(0, codes)
    scores = batch.weights.index_select(0, step.clauses).index_select(0, step.of)
    # Two operations, so that each is rounded; and a tensor by a tensor, because some devices
    # divide by a plain number through its reciprocal.
    scores -= scores / saturation
    block.sums.index_add_(0, step.cells, scores.double())


def _take(
    batch: Batch, block: Block, step: Step, thresholds: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The texts of these clauses that beat their query's threshold; their sums are 0 afterwards.

    Returns:
        Whose each text is, ascending, and its key.
    """
    import torch

    queries = batch.queries_there.index_select(0, step.clauses)  # (c,)
    scores = block.sums.index_select(0, step.cells)  # (p,)
    floors = thresholds.index_select(0, queries).index_select(0, step.of)
    kept = (scores > floors).nonzero().squeeze(1)  # (kept,)
    cells = step.cells.index_select(0, kept).long()
    # A text stands here once for every clause that it has. All write their number over the sum;
    # the one whose number is found there, whichever that is, stands for the text.
    claims = torch.arange(kept.numel(), dtype=torch.float64, device=kept.device)
    block.sums.scatter_(0, cells, claims)
    taken = (block.sums.index_select(0, cells) == claims).nonzero().squeeze(1)  # (taken,)
    block.sums.index_fill_(0, cells, 0.0)
    kept, cells = kept.index_select(0, taken), cells.index_select(0, taken)
    owners = queries.index_select(0, step.of.index_select(0, kept))
    positions = cells - owners * block.size + block.base
    bits = scores.index_select(0, kept).float().view(torch.int32).long()
    return owners, (bits << HALF) | (LAST_POSITION - positions)


def _keep_best(best: torch.Tensor, found: list[tuple[torch.Tensor, torch.Tensor]]) -> torch.Tensor:
    """The k highest keys of each query, in any order, of those it had and those found."""
    import torch

    n_queries, k = best.shape
    queries, keys = (torch.cat(parts) for parts in zip(*found, strict=True))  # (n,) each
    bounds = torch.arange(n_queries + 1, device=best.device)
    firsts = torch.searchsorted(queries, bounds)  # (n_queries + 1,)
    width = int(firsts.diff().max())
    columns = torch.arange(k, k + queries.numel(), device=best.device)
    columns -= firsts.index_select(0, queries)
    table = best.new_zeros(n_queries, k + width)
    table[:, :k] = best
    table[queries, columns] = keys
    return table.topk(k, dim=1, sorted=False).values


def scores_of(keys: torch.Tensor) -> torch.Tensor:
    """The scores: the float32 in the high half of each key, 0.0 where there is no text."""
    import torch

    return (keys >> HALF).int().view(torch.float32)
