from __future__ import annotations

import numpy as np

from annotation.labels.deriving import aggregate_votes
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


def labels_so_far(
    campaign: Campaign, topics: list[DoneTopic], min_relevance: int | None
) -> LabelledTopics:
    """Labels of the topics that are done, by the median of their votes; nothing is stored.

    Those of simulated assessors count where nobody else voted.

    Args:
        min_relevance: the least label that is relevant; None where the scale decides.

    Raises:
        LabelsRefused: a `min_relevance` that the scale does not have.
    """
    policy = WholePolicy(
        rules=AggregationPolicy(aggregate="median"),
        min_relevance=min_relevance,
        voters=_voters(campaign),
    )
    aggregation = aggregate_votes(campaign=campaign, policy=policy).aggregation
    pool = campaign.pool
    least = aggregation.min_relevance if min_relevance is None else min_relevance
    labels = LabelSet(
        name=f"votes of {campaign.name}",
        collection=pool.collection,
        topic_set=pool.topic_set,
        min_relevance=least,
        scale=list(aggregation.scale),
    )
    given = [aggregation.by_topic.get(topic.query_id, NOTHING) for topic in topics]
    judged = JudgedTopics(
        np.cumsum([0, *(one.passages.size for one in given)], dtype=np.int64),
        np.concatenate([np.empty(0, np.int64), *(one.passages for one in given)]),
        np.concatenate([np.empty(0, np.int64), *(one.relevances for one in given)]),
        least,
        max(aggregation.scale),
    )
    return LabelledTopics(labels, tuple(topic.topic_id for topic in topics), judged)


def _voters(campaign: Campaign) -> Electorate:
    kinds = {one.kind for one in others_who_voted(campaign)}
    alone = kinds == {AssessorKind.SIMULATED}
    return Electorate(kinds=(*PEOPLE, AssessorKind.SIMULATED.value) if alone else PEOPLE)
