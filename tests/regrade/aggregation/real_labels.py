"""Labels of the real campaign's votes, as `regrade derive` makes them, and its page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from regrade.aggregation import Aggregation, AggregationPolicy, aggregate
from regrade.votes.vote import Vote
from tests.real.real_data import real_fallback, real_run, real_votes
from tests.source_tree import ROOT

Qrels = dict[str, dict[str, int]]
PAGE = ROOT / "docs" / "real-campaign.md"


def derived(votes: Sequence[Vote] | None = None, **policy: Any) -> Aggregation:
    """Labels of topics with three assessors, none of whom left over half of it blank."""
    rules = AggregationPolicy(min_assessors=3, max_blank_share=0.5, **policy)
    return aggregate(votes or _votes(), rules, scale=range(1, 6), fallback=real_fallback())


def qrels_of(result: Aggregation) -> Qrels:
    return {
        topic: {str(passage): relevance for passage, relevance in labels.items()}
        for topic, labels in result.labels.items()
    }


def only(labels: Qrels, topics: set[str]) -> Qrels:
    return {topic: of for topic, of in labels.items() if topic in topics}


def original_qrels() -> Qrels:
    """MS MARCO's labels: what they call relevant."""
    return {topic: {str(p): 1 for p in of} for topic, of in real_fallback().items()}


def row(*cells: str) -> str:
    """A line of a table of the page."""
    return f"| {' | '.join(cells)} |"


_votes = cache(real_votes)
bm25_run = cache(real_run)
