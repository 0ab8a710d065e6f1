from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.voters import campaign_voters
from annotation.models import Campaign
from evaluation.exceptions import MeasureRefused, NotComparable, refused_as
from evaluation.scores.judged_runs import LabelledTopics, check_comparable
from evaluation.scores.streamed_runs import rankings_of_all
from evaluation.watching.done import DoneTopic, members_of, topics_done
from evaluation.watching.votes_so_far import labels_of, median_votes, who_votes
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
        is_simulated: whether votes of simulated assessors counted.
        baseline, run: shape (n_done,). Values of each topic.
    """

    n_planned: int
    min_relevance: int
    is_simulated: bool
    topics: Sequence[DoneTopic]
    baseline: Values
    run: Values
    watched: Watched

    @property
    def differences(self) -> Values:
        return difference(self.baseline, self.run)


def watch_runs(question: WatchQuestion) -> WatchedRuns:
    """Compare two runs while a campaign runs, with intervals that hold at every look.

    A topic counts from when each of its pairs had its votes, with their medians as labels;
    decisions of adjudicators are left aside. A vote that comes later or is changed moves the
    value of its own topic, which keeps its place. Nothing is stored.

    Raises:
        NotComparable: a run against itself, or runs that do not fit the campaign.
        MeasureRefused: a measure whose values have no known limits, or that cannot be used here.
        LabelsRefused: as `median_votes` says.

    Source:
        See `regrade.significance.watch_mean`.
    """
    runs = [question.baseline, question.run]
    _check(question)
    campaign = question.campaign
    electorate = who_votes(campaign)
    counted = members_of(campaign, campaign_voters(campaign, electorate).counted)
    topics, n_planned = topics_done(campaign, counted)
    outcome = median_votes(campaign, electorate, question.min_relevance)
    labelled = labels_of(campaign, outcome, topics)
    check_comparable(runs, [labelled.label_set])
    baseline, run = (_values(question.measure, one, labelled) for one in runs)
    watched = watch_mean(difference(baseline, run), n_planned=n_planned)
    labels = labelled.label_set
    found = (labels.min_relevance, labels.is_simulated)
    return WatchedRuns(n_planned, *found, topics, baseline, run, watched)


def _check(question: WatchQuestion) -> None:
    measure = question.measure
    if question.baseline.pk == question.run.pk:
        raise NotComparable(
            f"{question.run} is the baseline itself: name another run.", code="only_the_baseline"
        )
    is_bounded = measure.best == 1.0 and not getattr(measure, "unjudged", 0)
    if not measure.is_tested or measure.lower_is_better or not is_bounded:
        raise MeasureRefused(
            f"{measure.name} cannot be watched: intervals that hold at every look need values"
            " between 0 and 1. Name another measure, as nDCG@10 or RR@10.",
            code="measure_not_watched",
        )


def _values(measure: Measure, run: Run, labelled: LabelledTopics) -> Values:
    if not labelled.topic_ids:
        return np.empty(0)
    rankings = judge(rankings_of_all([run], labelled)[0], labelled.judged)
    whose = f"{run} under {labelled.label_set}: "
    with refused_as(MeasureRefused, whose, "", code="not_computable"):
        return score_measures([measure], rankings)[measure.name]
