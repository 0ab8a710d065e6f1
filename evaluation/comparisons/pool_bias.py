from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.db.models import prefetch_related_objects

from annotation.labels.pool_runs import runs_that_fed
from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, TooMuchAsked
from evaluation.scores.judged_runs import check_comparable, labelled_topics, rankings_of_all
from ranking.models import Run
from regrade.measures import Measure
from regrade.pooling import LeftOut, PooledRuns, leave_out

MOST_VALUES = 20_000_000  # some ten seconds

By = Literal["run", "team"]


class PoolQuestion(NamedTuple):
    """Runs under one label set, left out of its pool one by one or team by team."""

    runs: Sequence[Run]
    label_set: LabelSet
    measures: Sequence[Measure]
    depth: int
    by: By = "run"


def pool_bias(question: PoolQuestion) -> list[LeftOut]:
    """How each run would have scored had it, or its team, not been in the pool.

    Runs known not to have been in the pool have brought in nothing; where the label set tells of
    no runs, all count as pooled. A run without a team is one of its own. Nothing is stored.

    Raises:
        NotComparable: as `check_comparable` says.
        MeasureRefused: a measure that cannot be used so.
        TooMuchAsked: more than a request may take.
    """
    runs, labels = question.runs, question.label_set
    prefetch_related_objects([*runs], "topic_set", "collection")
    check_comparable(runs, [labels])
    topics = labelled_topics(labels)
    _refuse_long(question, len(topics.topic_ids))
    fed = runs_that_fed(labels)
    pooled = PooledRuns(
        rankings_of_all(runs, topics),
        topics.judged,
        question.depth,
        [_group(run, question.by) for run in runs],
        [not fed or run.name in fed for run in runs],
    )
    try:
        return leave_out(question.measures, pooled)
    except ValueError as error:
        raise MeasureRefused(f"{error}.") from error


def _group(run: Run, by: By) -> str:
    return f"team {run.team}" if by == "team" and run.team else f"run {run.name}"


def _refuse_long(question: PoolQuestion, n_topics: int) -> None:
    n_groups = len({_group(run, question.by) for run in question.runs})
    n_values = n_groups * len(question.runs) * len(question.measures) * n_topics
    if n_values > MOST_VALUES:
        raise TooMuchAsked(
            f"That scores {n_values:,} topics, and one answer takes up to {MOST_VALUES:,}: ask for"
            " fewer runs or measures at once."
        )
