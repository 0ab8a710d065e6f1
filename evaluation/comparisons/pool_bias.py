from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Literal, NamedTuple

from annotation.labels.pool_runs import pooled_for
from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, TooMuchAsked, refused_as
from evaluation.scores.judged_runs import check_comparable, labelled_topics
from evaluation.scores.streamed_runs import rankings_of_all, refuse_long
from ranking.models import Run, RunStatus
from regrade.measures import Measure
from regrade.pooling import LeftOut, PooledRuns, leave_out

MOST_VALUES = 20_000_000  # some ten seconds

By = Literal["run", "team"]


class PoolQuestion(NamedTuple):
    """Runs under one label set, left out of its pool one by one or team by team.

    Attributes:
        topic_ids: the topics that count; they are among those of the label set.
        single_precision: whether rankings are in the order of scores in single precision.
    """

    runs: Sequence[Run]
    label_set: LabelSet
    topic_ids: Collection[int]
    measures: Sequence[Measure]
    depth: int
    by: By = "run"
    single_precision: bool = False


class PoolBias(NamedTuple):
    """What the runs asked for would lose.

    Attributes:
        rows: of these runs alone, in the order of `leave_out`.
        pool_known: whether the label set records the runs pooled for it.
    """

    rows: list[LeftOut]
    pool_known: bool


def pool_bias(question: PoolQuestion) -> PoolBias:
    """How each run would have scored had it, or its team, not been in the pool.

    Passages contributed by other pooled runs are not unique, whether or not these are visible; no
    such run is scored or named. Runs known not to be pooled contributed nothing. If the label set
    records no runs, the requested ones count as the pool, and a passage of another run may count as
    unique. A run without a team counts as its own team. Nothing is stored.

    Raises:
        NotComparable: as `check_comparable` says.
        MeasureRefused: a measure that cannot be used so.
        TooMuchAsked: more than a request may take.
    """
    runs, labels = question.runs, question.label_set
    check_comparable(runs, [labels])
    topics = labelled_topics(labels, question.topic_ids)
    _refuse_long(question, len(topics.topic_ids))
    fed = pooled_for(labels)
    asked, known = {run.pk for run in runs}, {run.pk for run in fed}
    others = [run for run in fed if run.pk not in asked and run.status == RunStatus.COMPLETE]
    if question.single_precision:  # else no more of the others is read than the pool's depth
        refuse_long([*runs, *others], len(topics.topic_ids), mend="ask for fewer topics")
    read = partial(rankings_of_all, topics=topics, single_precision=question.single_precision)
    pooled = PooledRuns(
        read(runs) + read(others, depth=question.depth),
        topics.judged,
        question.depth,
        [_group(run, question.by) for run in (*runs, *others)],
        [not known or run.pk in known for run in (*runs, *others)],
        [True] * len(runs) + [False] * len(others),
    )
    with refused_as(MeasureRefused, code="not_computable"):
        return PoolBias(leave_out(question.measures, pooled), bool(fed))


def _group(run: Run, by: By) -> str:
    return f"team {run.team}" if by == "team" and run.team else f"run {run.name}"


def _refuse_long(question: PoolQuestion, n_topics: int) -> None:
    n_groups = len({_group(run, question.by) for run in question.runs})
    n_values = n_groups * len(question.runs) * len(question.measures) * n_topics
    if n_values > MOST_VALUES:
        raise TooMuchAsked(
            f"That scores {n_values:,} topics, and one answer takes up to {MOST_VALUES:,}: ask for"
            " fewer runs or measures at once.",
            code="too_many_values",
        )
