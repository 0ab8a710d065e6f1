from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.db.models import prefetch_related_objects
from numpy.typing import NDArray

from annotation.models import Campaign
from evaluation.exceptions import MeasureRefused, NotComparable
from evaluation.scores.judged_runs import LabelledTopics, check_comparable, rankings_of_all
from evaluation.watching.done import DoneTopic, count_topics, topics_done
from evaluation.watching.votes_so_far import labels_so_far
from ranking.models import Run
from regrade.measures import Measure, judge, score_measures
from regrade.significance import Watched, watch_mean
from regrade.significance.pairs import difference

Values = NDArray[np.float64]


class WatchQuestion(NamedTuple):
    """Two runs by one measure, on the topics of a campaign that are done.

    Attributes:
        min_relevance: the least label that is relevant; None where the scale decides.
    """

    campaign: Campaign
    baseline: Run
    run: Run
    measure: Measure
    min_relevance: int | None = None


class WatchedRuns(NamedTuple):
    """What can be said so far, after each topic that was done.

    Attributes:
        n_planned: topics of the campaign; the intervals are for the mean over all of them.
        topics: shape (n_done,). In the order in which they were done, as are the values.
        baseline, run: shape (n_done,). Values of each topic.
    """

    n_planned: int
    min_relevance: int
    topics: Sequence[DoneTopic]
    baseline: Values
    run: Values
    watched: Watched

    @property
    def differences(self) -> Values:
        return difference(self.baseline, self.run)


def watch_runs(question: WatchQuestion) -> WatchedRuns:
    """Compare two runs while a campaign runs, with intervals that hold at every look.

    A topic counts from when its last vote came, with the median of its votes as labels. Later
    votes and decisions move the labels of their own topic alone. Nothing is stored.

    Raises:
        NotComparable: a run against itself, or runs that do not fit the campaign.
        MeasureRefused: a measure whose values have no known limits, or that cannot be used here.
        LabelsRefused: as `labels_so_far` says.

    Source:
        See `regrade.significance.watch_mean`.
    """
    runs = [question.baseline, question.run]
    _check(question)
    topics = topics_done(question.campaign)
    labelled = labels_so_far(question.campaign, topics, question.min_relevance)
    prefetch_related_objects(runs, "topic_set", "collection")
    check_comparable(runs, [labelled.label_set])
    baseline, run = (_values(question.measure, one, labelled) for one in runs)
    n_planned = count_topics(question.campaign)
    watched = watch_mean(difference(baseline, run), n_planned=n_planned)
    least = labelled.label_set.min_relevance
    return WatchedRuns(n_planned, least, topics, baseline, run, watched)


def _check(question: WatchQuestion) -> None:
    measure = question.measure
    if question.baseline.pk == question.run.pk:
        raise NotComparable(f"{question.run} is the baseline itself: name another run.")
    if not measure.is_tested or measure.lower_is_better or measure.best != 1.0:
        raise MeasureRefused(
            f"{measure.name} cannot be watched: intervals that hold at every look need values"
            " between 0 and 1. Name another measure, as nDCG@10 or RR@10."
        )


def _values(measure: Measure, run: Run, labelled: LabelledTopics) -> Values:
    if not labelled.topic_ids:
        return np.empty(0)
    rankings = judge(rankings_of_all([run], labelled)[0], labelled.judged)
    try:
        return score_measures([measure], rankings)[measure.name]
    except ValueError as error:
        raise MeasureRefused(f"{run} under {labelled.label_set}: {error}") from error
