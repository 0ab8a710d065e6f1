"""All figures of a campaign, or one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from annotation.database import one_snapshot
from annotation.figures.assessors import (
    assessors_by_judgments,
    assessors_by_topics,
    english_levels,
    topics_by_assessors,
)
from annotation.figures.figure import Figure
from annotation.figures.passages import passage_length_means, passage_lengths
from annotation.figures.queries import (
    answer_types,
    fine_answer_types,
    queries_one_by_one,
    query_lengths,
)
from annotation.figures.relevance import (
    grades_by_topic,
    relevant_by_topic,
    shared_topics_by_relevant,
    topics_by_relevant,
)
from annotation.figures.sources import Ground
from annotation.models import Campaign, LabelSet
from ranking.exceptions import NotFound

# docs/figures.md has them in this order.
FIGURES: Mapping[str, Callable[[Ground], Figure]] = {
    "topics-by-assessors": topics_by_assessors,
    "assessors-by-topics": assessors_by_topics,
    "assessors-by-judgments": assessors_by_judgments,
    "english-levels": english_levels,
    "query-lengths": query_lengths,
    "answer-types": answer_types,
    "fine-answer-types": fine_answer_types,
    "queries": queries_one_by_one,
    "passage-lengths": passage_lengths,
    "passage-length-means": passage_length_means,
    "topics-by-relevant": topics_by_relevant,
    "shared-topics-by-relevant": shared_topics_by_relevant,
    "relevant-by-topic": relevant_by_topic,
    "grades-by-topic": grades_by_topic,
}


@one_snapshot()
def campaign_figures(campaign: Campaign, label_sets: Sequence[LabelSet]) -> list[Figure]:
    """Every figure, each with columns for these label sets, all of one moment."""
    ground = Ground(campaign, label_sets)
    return [count(ground) for count in FIGURES.values()]


@one_snapshot()
def campaign_figure(campaign: Campaign, label_sets: Sequence[LabelSet], name: str) -> Figure:
    """One figure, from no counts but its own.

    Raises:
        NotFound: there is no figure of that name.
    """
    if name not in FIGURES:
        raise NotFound(f"There is no figure named {name!r}; there is {', '.join(FIGURES)}.")
    return FIGURES[name](Ground(campaign, label_sets))
