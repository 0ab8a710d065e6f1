from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable
from evaluation.families.topic_plans import (
    TopicPlan,
    Wanted,
    plan_topics,
    plan_topics_from_runs,
)
from evaluation.scores.measures import measures_of
from ranking.lookup import all_by_name, by_name
from ranking.models import Run


def plan_asked(
    asked: Mapping[str, Any],
    allow: Callable[[LabelSet], None] = lambda label_set: None,
    *,
    keeps: bool = True,
) -> TopicPlan:
    """Build a plan from the names and numbers of a command or a request.

    Args:
        asked: runs, labels and measure, or sd; and what `Wanted` holds.
        allow: raises where these labels may not be seen.
        keeps: as for `score_runs`.

    Raises:
        NotComparable: neither or both of them, not two runs by one measure, nothing to answer,
            or topics at hand beside labels, which have their own.
        NotFound, SignificanceRefused: as `by_name` and `plan_topics` say.
    """
    wanted = Wanted(asked.get("difference"), asked["power"], asked["alpha"], asked["n_tests"])
    from_runs = [asked.get(name) for name in ("runs", "labels", "measure")]
    if asked.get("sd") is not None:
        _check_deviation(asked, names_runs=any(from_runs))
        return plan_topics(sd=asked["sd"], n_topics=asked.get("topics"), wanted=wanted)
    _check_runs(asked, names_all=all(from_runs))
    runs, measures = all_by_name(Run, asked["runs"]), measures_of(asked["measure"])
    if len(runs) != 2 or len(measures) != 1:
        message = "A plan needs two runs and one measure."
        raise NotComparable(message, code="not_two_runs_one_measure")
    label_set = by_name(LabelSet, asked["labels"])
    allow(label_set)
    return plan_topics_from_runs(
        runs=runs, label_set=label_set, measure=measures[0], wanted=wanted, keeps=keeps
    )


def _check_deviation(asked: Mapping[str, Any], *, names_runs: bool) -> None:
    if names_runs:
        message = "Name two runs or a standard deviation, and not both."
        raise NotComparable(message, code="runs_beside_deviation")
    if asked.get("difference") is None and asked.get("topics") is None:
        message = "Name a difference to find, or the topics at hand."
        raise NotComparable(message, code="nothing_to_plan")


def _check_runs(asked: Mapping[str, Any], *, names_all: bool) -> None:
    if not names_all:
        message = "Name two runs, labels and a measure, or a standard deviation."
        raise NotComparable(message, code="nothing_to_plan_from")
    if asked.get("topics") is not None:
        message = "Topics at hand go with a standard deviation; labels have their own."
        raise NotComparable(message, code="topics_beside_runs")
