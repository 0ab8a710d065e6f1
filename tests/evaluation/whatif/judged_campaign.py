"""A campaign of five assessors over six topics, judged at random from a seed, and four runs."""

from __future__ import annotations

import numpy as np

from annotation.models import Campaign
from annotation.pools.building import build_pool_from_runs
from ranking.models import Run
from tests.annotation.voting import cast_votes
from tests.factories import make_campaign, make_collection, make_run, make_topics

TOPICS = [f"q{number}" for number in range(6)]
DOCS = [f"d{number:02}" for number in range(10)]
PEOPLE = ["ann", "bob", "cyd", "dan", "eve"]
DEPTH = 4


def make_judged_campaign(seed: int = 1) -> tuple[Campaign, list[Run]]:
    """The campaign and its runs: grades grow with passages' numbers, and runs follow that, more or
    less."""
    rng = np.random.default_rng(seed)
    ground = (
        make_collection(texts={doc: f"Text of {doc}." for doc in DOCS}),
        make_topics(queries={topic: f"what of {topic}" for topic in TOPICS}),
    )
    runs = [
        make_run(f"run{number}", *ground, _rankings(rng, noise))
        for number, noise in enumerate((2.0, 4.0, 8.0, 20.0))
    ]
    pool = build_pool_from_runs(name="pool", runs=runs, depth=DEPTH).pool
    campaign = make_campaign("judged", pool, judgments_per_pair=5)
    cast_votes(campaign, _ballots(rng, campaign))
    return campaign, runs


def add_two_votes(campaign: Campaign) -> None:
    """Two more votes on each pair, by the same two people."""
    rows = campaign.pairs.values_list("pair__topic__query_id", "pair__passage__doc_id")
    cast_votes(campaign, {pair: {"fay": 4, "gus": 2} for pair in rows})


def _rankings(rng: np.random.Generator, noise: float) -> dict[str, list[str]]:
    order = np.arange(len(DOCS))
    return {
        topic: [DOCS[place] for place in np.argsort(-(order + rng.normal(0, noise, order.size)))]
        for topic in TOPICS
    }


def _ballots(
    rng: np.random.Generator, campaign: Campaign
) -> dict[tuple[str, str], dict[str, int | None]]:
    rows = campaign.pairs.order_by("pk").values_list(
        "pair__topic__query_id", "pair__passage__doc_id"
    )
    ballots = {}
    for topic, doc in rows:
        true = 1 + 4 * int(doc[1:]) / (len(DOCS) - 1)
        names = rng.choice(PEOPLE, int(rng.integers(1, 6)), replace=False).tolist()
        grades = np.clip(np.rint(true + rng.normal(0, 1.2, len(names))), 1, 5).astype(int)
        ballots[topic, doc] = dict(zip(names, grades.tolist(), strict=True))
    return ballots
