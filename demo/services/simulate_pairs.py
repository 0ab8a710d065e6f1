"""A run with pair scores for the demo, made by a seeded rule: no model compares its passages."""

from __future__ import annotations

from typing import Any

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from demo.names import BM25_RUN, PAIRS_RUN
from demo.services.existing import existing
from ranking.lookup import by_name
from ranking.models import Ranking, Run, RunSource
from ranking.runs.aggregating import rank_pairs
from ranking.runs.pair_views import SIMULATED
from ranking.runs.pairs import TopicPairs
from ranking.runs.storing import TopicPairScores, store_pair_scores, store_run
from regrade.neural.pairs.aggregation import sym_sum

SEED = 20
# In log odds: how far apart passages are, how much the one in front gains by that, and the noise.
SPREAD, IN_FRONT, NOISE = 2.0, 1.0, 1.2


def simulate_pairs(*, depth: int) -> str | None:
    """Make the run unless it is there; says in a sentence what was made.

    Args:
        depth: candidates of a topic that are paired, the first of the BM25 run.
    """
    bm25 = by_name(Run, BM25_RUN)
    if existing(Run, PAIRS_RUN, parent=bm25) is not None:
        return None
    rankings = list(bm25.rankings.select_related("topic").order_by("topic__ordinal"))
    pairs = [_simulated(ranking, depth) for ranking in rankings]
    run = Run(
        name=PAIRS_RUN,
        collection=bm25.collection,
        topic_set=bm25.topic_set,
        source=RunSource.COMPUTED,
        parent=bm25,
        spec=_spec(depth),
    )
    ranked = zip(pairs, rankings, strict=True)
    with transaction.atomic():
        store_run(run=run, rankings=[rank_pairs(one, sym_sum(one.p), old) for one, old in ranked])
        scores = [TopicPairScores(one.topic_id, one.ordinals, one.p) for one in pairs]
        store_pair_scores(run=run, pairs=scores)
    return f"Run {PAIRS_RUN}: pairs of the top {depth} of {BM25_RUN}, simulated, not of a model."


def simulated_pairs(n: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Pair scores as a model's would look that is drawn to the passage in front.

    logit p_ij = SPREAD * (s_i - s_j) + IN_FRONT + NOISE * e_ij with s and e standard normal.

    Args:
        n: how many passages.
        rng: what is drawn from.

    Returns:
        shape (n, n), NaN on the diagonal.
    """
    strength = rng.normal(size=n)
    noise = rng.normal(size=(n, n))
    logits = SPREAD * (strength[:, None] - strength[None, :]) + IN_FRONT + NOISE * noise
    p = (1 / (1 + np.exp(-logits))).astype(np.float32)
    np.fill_diagonal(p, np.nan)
    return p


def _simulated(ranking: Ranking, depth: int) -> TopicPairs:
    ordinals = ranking.ordinals[:depth]
    rng = np.random.default_rng([SEED, ranking.topic.ordinal])
    p = simulated_pairs(len(ordinals), rng)
    return TopicPairs(ranking.topic_id, ranking.topic.query_id, ordinals, p)


def _spec(depth: int) -> dict[str, Any]:
    return {
        "ranker": "simulated-pairs",
        "label": "simulated pair scores, of no model, by sym-sum",
        "by": "sym-sum",
        "depth": depth,
        "seed": SEED,
        SIMULATED: True,
    }
