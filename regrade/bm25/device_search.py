"""Searches many queries at once on a device that torch drives.

A batch of queries goes through the texts block by block. In a block, every posting of the batch's
clauses adds its score to one dense array of sums, float64, a row for each query. Then the postings
of the essential clauses are gone through again (see search_kernel) and the sums that beat their
query's threshold are taken; so only what was touched is read, as on the processor, and a dense
array is only ever cleared. (Where a block's postings all fit into one step, that step is gone
through again whole: what a GPU takes for launches is more than what fewer clauses save it.) The
best k of a query, kept from block to block, give the threshold for the next; blocks grow fourfold,
so that each adds about four times k candidates.

The same bits come out as from `search`, in whatever order the device adds: term scores are
float32, computed by the same operations, each rounded on its own; their sums in float64 are exact
(unless scores within a text differ by a factor of millions), so no order can show; they are
rounded once; and keys are whole numbers that all differ, so that the best k are the same whatever
selects them. Nothing here may be compiled or fused (no torch.compile), which could contract a
product and a difference, or replace a division.

Why torch's own operations and not a kernel of our own: they run on every device that torch has
and are tested where there is no GPU; a kernel in CUDA or Triton can be neither run nor tested
there. The price, computed: about 190 bytes of traffic for each posting, where a kernel would need
some 70 (a posting's 8, and a sector read and written for its sum). Measured on an H100 with 500,000
texts, the GPU itself was at work for 9 of 24 ms: the rest went to launches and to planning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.device_block import LAST_POSITION, Batch, scores_of, search_batch
from regrade.bm25.device_index import MOST_SHORT, DeviceIndex, sent
from regrade.bm25.search import BM25, DEFAULTS, Hits, Query, plan
from regrade.bm25.search_kernel import Clauses

if TYPE_CHECKING:
    import torch

# What is taken at worst, where every text is a candidate: for each sum, each of the k places of a
# query, and each posting of one step.
BYTES_OF_SUM, BYTES_OF_PLACE, BYTES_OF_POSTING = 80, 64, 80
SHARE_OF_SUMS = 0.5
SHARE_OF_FREE = 0.75
MEMORY_OF_CPU = 1 << 30


def search_on_device(
    uploaded: DeviceIndex,
    queries: Sequence[Query],
    *,
    k: int,
    bm25: BM25 = DEFAULTS,
    memory: int | None = None,
) -> list[Hits]:
    """The hits of `search`, bit for bit, from a device that torch drives.

    Args:
        uploaded: what to search, where it lies.
        queries, k, bm25: as in `search`.
        memory: bytes that the search may take beside the index. By default three quarters of
            what is free on a GPU, and a GiB elsewhere. More means larger batches.

    Returns:
        As `search`.

    Raises:
        ValueError: as `search`; or `memory` is not enough for one query.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    postings, clauses = plan(uploaded.index, queries, bm25)
    k = min(k, uploaded.index.n_texts)
    if not k or not clauses.terms.size:
        return [Hits(np.empty(0, np.int32), np.empty(0, np.float32)) for _ in queries]
    saturation = sent(postings.saturation, uploaded.device)
    found: list[Hits] = []
    for batch in _batches(uploaded, clauses, saturation, k, memory):
        found += _hits(uploaded, search_batch(batch))
    return found


def _batches(
    uploaded: DeviceIndex, clauses: Clauses, saturation: torch.Tensor, k: int, memory: int | None
) -> Iterator[Batch]:
    n_at_once, n_postings = _sizes(uploaded, k, memory)
    rests = _rests(clauses)
    ends = np.concatenate([[0], clauses.ends])
    for first in range(0, clauses.ends.size, n_at_once):
        bounds = ends[first : first + n_at_once + 1]
        part = slice(int(bounds[0]), int(bounds[-1]))
        owners = np.repeat(np.arange(bounds.size - 1), np.diff(bounds))
        yield Batch(
            uploaded=uploaded,
            k=k,
            queries=owners,
            begins=uploaded.reaches[:, clauses.terms[part]],
            queries_there=sent(owners, uploaded.device),
            weights=sent(clauses.weights[part], uploaded.device),
            rest=sent(rests[part], uploaded.device),
            saturation=saturation,
            n_queries=bounds.size - 1,
            n_postings=n_postings,
        )


def _sizes(uploaded: DeviceIndex, k: int, memory: int | None) -> tuple[int, int]:
    """How many queries are searched at once, and how many postings are gone through in a step.

    Raises:
        ValueError: the memory is not enough for one query.
    """
    memory = _free_memory(uploaded.device) if memory is None else memory
    of_query = BYTES_OF_SUM * uploaded.widest + BYTES_OF_PLACE * k
    n_queries = int(memory * SHARE_OF_SUMS / of_query)
    n_postings = int(memory * (1 - SHARE_OF_SUMS) / BYTES_OF_POSTING)
    if n_queries < 1 or n_postings < uploaded.widest:
        least = max(of_query, BYTES_OF_POSTING * uploaded.widest) / SHARE_OF_SUMS
        raise ValueError(f"{memory} bytes of memory are not enough, {least:.0f} would be")
    # Sums are numbered in 32 bits.
    return min(n_queries, (MOST_SHORT - 1) // uploaded.widest), min(n_postings, MOST_SHORT - 1)


def _free_memory(device: torch.device) -> int:
    import torch

    if device.type != "cuda":
        return MEMORY_OF_CPU
    return int(SHARE_OF_FREE * torch.cuda.mem_get_info(device)[0])


def _rests(clauses: Clauses) -> NDArray[np.float64]:
    """Upper bound of each clause and all behind it in its query, summed as in the kernel."""
    rests = clauses.bounds.copy()
    lengths = np.diff(clauses.ends, prepend=0)
    for behind in range(1, int(lengths.max(initial=0))):
        positions = clauses.ends[lengths > behind] - 1 - behind
        rests[positions] += rests[positions + 1]
    return rests


def _hits(uploaded: DeviceIndex, keys: torch.Tensor) -> list[Hits]:
    n_found = (keys > 0).sum(dim=1).cpu().tolist()
    positions = (LAST_POSITION - (keys & LAST_POSITION)).clamp_(max=uploaded.index.n_texts - 1)
    ordinals = _fetched(uploaded.ordinals[positions])  # (n_queries, k)
    scores = _fetched(scores_of(keys))
    # Copies, so that a query's hits keep no others in memory.
    return [Hits(ordinals[i, :n].copy(), scores[i, :n].copy()) for i, n in enumerate(n_found)]


def _fetched(tensor: torch.Tensor) -> NDArray[Any]:
    import torch

    is_cuda = tensor.device.type == "cuda"
    here = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=is_cuda)
    return here.copy_(tensor).numpy()
