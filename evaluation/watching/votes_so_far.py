from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annotation.labels.deriving import Outcome, aggregate_votes
from annotation.labels.voters import others_who_voted
from annotation.models import AssessorKind, Campaign, LabelSet
from evaluation.scores.judged_runs import LabelledTopics
from evaluation.watching.done import DoneTopic
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.aggregation import TopicLabels
from regrade.aggregation.electorate import PEOPLE, Electorate
from regrade.aggregation.policy_file import WholePolicy
from regrade.measures import JudgedTopics

NOTHING = TopicLabels(np.empty(0, np.int64), np.empty(0, np.int64))


def who_votes(campaign: Campaign) -> Electorate:
    """People; where nobody but simulated assessors voted, these."""
    kinds = {one.kind for one in others_who_voted(campaign)}
    alone = kinds == {AssessorKind.SIMULATED}
    return Electorate(kinds=(*PEOPLE, AssessorKind.SIMULATED.value) if alone else PEOPLE)


def median_votes(campaign: Campaign, voters: Electorate, min_relevance: int | None) -> Outcome:
    """Labels by the median of each pair's votes; decisions of adjudicators are left aside.

    Args:
        min_relevance: the least label that is relevant; None where the scale decides.

    Raises:
        LabelsRefused: a `min_relevance` that the scale does not have.
    """
    rules = AggregationPolicy(aggregate="median")
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
