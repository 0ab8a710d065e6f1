"""What the machine's memory would allow: postings that only have to be read, and nothing else."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.lexical.corpus import Facts

BYTES_A_POSTING = 8  # a passage's number and a score, 32 bits each
COPIED_BYTES = 256 * 2**20
N_COPIES = 7


def copy_bandwidth() -> float:
    """Bytes read and written in a second by one core that copies memory; the best of some."""
    source = np.ones(COPIED_BYTES, np.uint8)
    target = np.empty_like(source)
    seconds = []
    for _ in range(N_COPIES):
        began = time.perf_counter()
        np.copyto(target, source)
        seconds.append(time.perf_counter() - began)
    return 2 * COPIED_BYTES / min(seconds)


def queries_a_second(facts: Facts, bandwidth: float) -> float:
    """How many queries' postings pass through memory in a second, at this many bytes a second."""
    return bandwidth / (facts.postings_a_query * BYTES_A_POSTING)
