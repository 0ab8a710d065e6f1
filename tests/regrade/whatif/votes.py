"""Random votes of several assessors, and random rankings of their passages."""

from __future__ import annotations

import numpy as np

from regrade.measures import Rankings
from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import Vote

SCALE = (1, 2, 3, 4, 5)


def random_votes(
    rng: np.random.Generator, *, n_topics: int = 4, n_passages: int = 6, n_assessors: int = 5
) -> PackedVotes:
    """Between one and all assessors on each pair, some of them without a grade."""
    votes = []
    for topic in range(n_topics):
        for passage in range(n_passages):
            n_votes = rng.integers(1, n_assessors + 1)
            for assessor in rng.choice(n_assessors, n_votes, replace=False):
                grade = None if rng.random() < 0.05 else int(rng.integers(1, 6))
                votes.append(Vote(f"t{topic}", passage, f"a{assessor}", grade))
    return pack(votes)


def random_rankings(
    rng: np.random.Generator, *, n_topics: int = 4, n_passages: int = 6, n_unjudged: int = 3
) -> Rankings:
    """One ranking a topic, of judged and unjudged passages; some topics have none."""
    ranked = [
        rng.permutation(n_passages + n_unjudged)[: 0 if rng.random() < 0.1 else n_passages]
        for _ in range(n_topics)
    ]
    sizes = [one.size for one in ranked]
    return Rankings(np.cumsum([0, *sizes]), np.concatenate(ranked).astype(np.int64))
