"""Two runs while a campaign goes on, on the topics that are done, under the votes so far."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from datetime import datetime
from typing import NamedTuple

import numpy as np
from django.db.models import Min
from numpy.typing import NDArray

from annotation.labels.deriving import Outcome, aggregate_votes
from annotation.labels.voters import campaign_voters, others_who_voted
from annotation.models import AssessorKind, Campaign, Judgment, LabelSet, Membership
from annotation.models.campaign_pair import VOTING_KINDS, PairKind
from evaluation.exceptions import MeasureRefused, NotComparable, refused_as
from evaluation.scores.estimable import refuse_drawn_pool
from evaluation.scores.judged_runs import LabelledTopics, check_comparable
from evaluation.scores.streamed_runs import rankings_of_all
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.aggregation import TopicLabels
from regrade.aggregation.electorate import PEOPLE, Electorate
from regrade.aggregation.policy_file import WholePolicy
from regrade.measures import JudgedTopics, Measure, judge, score_measures
from regrade.significance import Watched, watch_mean
from regrade.significance.pairs import difference

Values = NDArray[np.float64]
NOTHING = TopicLabels(np.empty(0, np.int64), np.empty(0, np.int64))


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


class WatchedTopic(NamedTuple):
    """A topic that is done, and what can be said after it. Without an interval, none is tenable."""

    query_id: str
    query: str
    done_at: datetime
    baseline: float
    run: float
    difference: float
    mean: float
    low: float | None
    high: float | None


class WatchedRuns(NamedTuple):
    """Intervals are for the mean over all `n_planned` topics, and hold at every look together."""

    measure: str
    n_planned: int
    min_relevance: int
    is_simulated: bool
    confidence: float
    note: str
    topics: list[WatchedTopic]


class DoneTopic(NamedTuple):
    """A topic of a campaign, all of whose pairs have their votes."""

    topic_id: int
    query_id: str
    query: str
    done_at: datetime


class Progress(NamedTuple):
    """The topics that are done, in the order in which they came to be, and how many there are."""

    done: list[DoneTopic]
    n_topics: int


def watch_runs(question: WatchQuestion) -> WatchedRuns:
    """Compare two runs while a campaign runs, with intervals that hold at every look.

    A topic counts from when each of its pairs had its votes, with their medians and the known
    grades of gold pairs as labels; decisions of adjudicators are left aside. A vote that comes
    later or is changed moves the value of its own topic, which keeps its place. Nothing is stored.

    Raises:
        NotComparable: a run against itself, runs that do not fit the campaign, or a pool by
            design.
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
    apart, labels = difference(baseline, run), labelled.label_set
    watched = watch_mean(apart, n_planned=n_planned)
    return WatchedRuns(
        question.measure.name,
        n_planned,
        labels.min_relevance,
        labels.is_simulated,
        watched.confidence,
        watched.note,
        list(_watched_topics(topics, (baseline, run, apart), watched)),
    )


def _watched_topics(
    topics: Sequence[DoneTopic], values: Sequence[Values], watched: Watched
) -> Iterator[WatchedTopic]:
    """In the order in which they were done."""
    columns = (*values, watched.means, watched.lows, watched.highs)
    for topic, *numbers in zip(topics, *(column.tolist() for column in columns), strict=True):
        *known, low, high = numbers
        interval = (None if math.isnan(end) else end for end in (low, high))
        yield WatchedTopic(topic.query_id, topic.query, topic.done_at, *known, *interval)


def _check(question: WatchQuestion) -> None:
    measure = question.measure
    refuse_drawn_pool(question.campaign, "intervals that hold at every look")
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


def topics_done(campaign: Campaign, counted: Set[int]) -> Progress:
    """Which topics have enough votes on each pair that becomes a label.

    A regular pair is done with as many votes as it wants, an overlap pair with as many as other
    pairs. Pairs that are served no more hold nothing up. A vote that was changed counts from when
    it was first given, so that the order stays.

    Args:
        counted: keys of the members whose votes count.
    """
    lost = set(campaign.pairs.all().served_no_more().values_list("pk", flat=True))
    given = _first_given(campaign, counted)
    open_topics, done_at = set[int](), dict[int, datetime]()
    topics = dict[int, tuple[str, str]]()
    pairs = campaign.pairs.filter(kind__in=VOTING_KINDS).order_by()
    columns = ("pk", "kind", "wanted", "pair__topic", "pair__topic__query_id", "pair__topic__query")
    for pair, kind, wanted, topic, query_id, query in pairs.values_list(*columns):
        topics[topic] = (query_id, query)
        needed = wanted if kind == PairKind.REGULAR else campaign.judgments_per_pair
        moments = sorted(given[pair])
        if len(moments) >= needed > 0:
            done_at[topic] = max(moments[needed - 1], done_at.get(topic, moments[0]))
        elif pair not in lost:
            open_topics.add(topic)
    done = [DoneTopic(key, *topics[key], at) for key, at in done_at.items()]
    ready = [topic for topic in done if topic.topic_id not in open_topics]
    return Progress(sorted(ready, key=lambda one: (one.done_at, one.topic_id)), len(topics))


def members_of(campaign: Campaign, pseudonyms: Set[str]) -> set[int]:
    """The keys of the members of these names."""
    members = Membership.objects.filter(campaign=campaign, pseudonym__in=pseudonyms)
    return set(members.values_list("pk", flat=True))


def _first_given(campaign: Campaign, counted: Set[int]) -> defaultdict[int, list[datetime]]:
    """By pair, when each vote that counts now was first given."""
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=campaign, assessor__in=counted)
    standing = set(votes.order_by().values_list("campaign_pair", "assessor"))
    firsts = (
        Judgment.objects.filter(campaign_pair__campaign=campaign, occasion=0, grade__isnull=False)
        .order_by()
        .values_list("campaign_pair", "assessor")
        .annotate(first=Min("created_at"))
    )
    given = defaultdict[int, list[datetime]](list)
    for pair, assessor, first in firsts:
        if (pair, assessor) in standing:
            given[pair].append(first)
    return given


def who_votes(campaign: Campaign) -> Electorate:
    """People; where nobody but simulated assessors voted, these."""
    kinds = {one.kind for one in others_who_voted(campaign)}
    alone = kinds == {AssessorKind.SIMULATED}
    return Electorate(kinds=(*PEOPLE, AssessorKind.SIMULATED.value) if alone else PEOPLE)


def median_votes(campaign: Campaign, voters: Electorate, min_relevance: int | None) -> Outcome:
    """Labels by the median of each pair's votes, and known grades; decisions are left aside.

    Args:
        min_relevance: the least label that is relevant; None where the scale decides.

    Raises:
        LabelsRefused: a `min_relevance` that the scale does not have.
    """
    rules = AggregationPolicy(aggregate="median", gold="expert")
    policy = WholePolicy(rules=rules, min_relevance=min_relevance, voters=voters)
    return aggregate_votes(campaign=campaign, policy=policy)


def labels_of(campaign: Campaign, outcome: Outcome, topics: Sequence[DoneTopic]) -> LabelledTopics:
    """The labels of these topics, in their order; nothing is stored."""
    aggregation, least = outcome.aggregation, int(outcome.policy["min_relevance"])
    labels = LabelSet(
        name=f"votes of {campaign.name}",
        collection=campaign.pool.collection,
        topic_set=campaign.pool.topic_set,
        min_relevance=least,
        scale=list(aggregation.scale),
        report={"n_votes_by_kind": outcome.n_votes_by_kind},
    )
    given = [aggregation.by_topic.get(topic.query_id, NOTHING) for topic in topics]
    judged = JudgedTopics(
        np.cumsum([0, *(one.passages.size for one in given)], dtype=np.int64),
        np.concatenate([NOTHING.passages, *(one.passages for one in given)]),
        np.concatenate([NOTHING.relevances, *(one.relevances for one in given)]),
        least,
        max(aggregation.scale),
    )
    return LabelledTopics(labels, tuple(topic.topic_id for topic in topics), judged)
