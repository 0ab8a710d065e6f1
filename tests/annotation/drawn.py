"""Campaigns whose pool was drawn by design, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from annotation.models import Campaign, LabelSet, Pool, PooledPair, PoolStrategy
from annotation.pools.designs import Design, design_as_json, framed
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.sampling.question import Question
from tests.annotation.voting import cast_votes
from tests.factories import make_campaign, make_collection, make_run, make_topics

TEXTS = {name: f"{name}." for name in ("a", "b", "c", "d", "e", "f")}
# q3 has no pair that can move the answer.
FIRST = {"q1": ["a", "b", "c"], "q2": ["d", "a", "e"], "q3": ["f"]}
SECOND = {"q1": ["d", "c", "b"], "q2": ["e", "f", "b"], "q3": ["f"]}


class DrawnCampaign(NamedTuple):
    """A campaign with the keys of its drawn pairs, in the order drawn."""

    campaign: Campaign
    pairs: Sequence[tuple[str, str]]  # query_id, doc_id

    def judge(self, grades: Sequence[int | None]) -> None:
        """Give the first drawn pairs these grades; none where it is None."""
        ballots = {
            pair: {"alice": grade}
            for pair, grade in zip(self.pairs, grades, strict=False)
            if grade is not None
        }
        cast_votes(self.campaign, ballots)


def drawn_campaign(
    n: int = 5, seed: int = 7, ideal_of: Callable[[Sequence[Run]], LabelSet] | None = None
) -> DrawnCampaign:
    """Two runs over three topics, and n pairs drawn for how far apart they are in DCG@3.

    By the ideal rankings of the labels that `ideal_of` makes they are drawn for nDCG@3.
    """
    collection = make_collection(texts=TEXTS)
    topic_set = make_topics(queries={"q1": "one", "q2": "two", "q3": "three"})
    runs = [
        make_run("first", collection, topic_set, FIRST),
        make_run("second", collection, topic_set, SECOND),
    ]
    measures, ideal = parse_measures("nDCG@3" if ideal_of else "DCG@3"), ideal_of and ideal_of(runs)
    design = Design(runs, 3, Question("pair", [0, 1]), measures, seed, ideal)
    pool = _pool(design, n, runs)
    drawn = pool.pairs.order_by("draw_place")
    pairs = list(drawn.values_list("topic__query_id", "passage__doc_id"))
    return DrawnCampaign(make_campaign(pool=pool, judgments_per_pair=2), pairs)


def _pool(design: Design, n: int, runs: Sequence[Run]) -> Pool:
    found = framed(design)
    drawn = found.drawn(n, design.seed)
    pool = Pool.objects.create(
        name="drawn",
        collection=runs[0].collection,
        topic_set=runs[0].topic_set,
        strategy=PoolStrategy.DESIGN,
        depth=design.depth,
        seed=design.seed,
        recipe={"design": design_as_json(design, n, found)},
    )
    pool.runs.set(runs)
    passages = {one.ordinal: one for one in runs[0].collection.passages.all()}
    PooledPair.objects.bulk_create(
        PooledPair(
            pool=pool,
            topic_id=found.topic_ids[found.frame.topics[pair]],
            passage=passages[found.frame.passages[pair]],
            draw_place=place,
            probability=min(drawn.probabilities[pair], 1.0),
        )
        for place, pair in enumerate(drawn.pairs.tolist(), start=1)
    )
    return pool
