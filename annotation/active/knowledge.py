"""Knowledge of a topic that its next step follows from: labels of pairs judged so far."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

import numpy as np
from django.db.models import F

from annotation.models import ActiveTopic, Adjudication, CampaignPair, Judgment
from regrade.active.strategy import Judged


def judged_so_far(topic: ActiveTopic, relevant_from: int) -> Judged:
    """Labels of a topic's pairs in the order in which they were first judged.

    A pair is relevant by the decision of an adjudicator, else if at least half of its votes are;
    a vote is relevant from the grade `relevant_from` on. Pairs without any wait.
    """
    pairs = CampaignPair.objects.filter(campaign=topic.campaign_id, pair__topic=topic.topic_id)
    ordinals = dict(pairs.values_list("pk", "pair__passage__ordinal"))
    votes, first = _votes(topic, relevant_from)
    labels = {pair: 2 * sum(of_pair) >= len(of_pair) for pair, of_pair in votes.items()}
    for pair, grade, at in _decisions(topic):
        labels[pair] = grade >= relevant_from
        first.setdefault(pair, at)
    judged = sorted(labels, key=lambda pair: (first[pair], pair))
    waiting = sorted(ordinals[pair] for pair in ordinals.keys() - labels.keys())
    return Judged(
        np.array([ordinals[pair] for pair in judged], np.int64),
        np.array([labels[pair] for pair in judged], np.bool_),
        np.array(waiting, np.int64),
    )


def without_left_out(topic: ActiveTopic, judged: Judged) -> Judged:
    """The same, with those that earlier steps left out among the waiting: nobody judges them."""
    rows = topic.steps.filter(left_out__isnull=False).values_list("left_out", flat=True)
    left_out = np.concatenate([np.zeros(0, np.int64), *rows]).astype(np.int64)
    waiting = np.union1d(judged.waiting, np.setdiff1d(left_out, judged.passages))
    return judged._replace(waiting=waiting)


def _votes(
    topic: ActiveTopic, relevant_from: int
) -> tuple[dict[int, list[bool]], dict[int, datetime]]:
    standing = Judgment.objects.standing().filter(
        campaign_pair__campaign=topic.campaign_id,
        campaign_pair__pair__topic=topic.topic_id,
        occasion=0,
        grade__isnull=False,
    )
    votes, first = defaultdict[int, list[bool]](list), dict[int, datetime]()
    rows = standing.order_by("created_at", "pk")
    for pair, grade, at in rows.values_list("campaign_pair", "grade__value", "created_at"):
        votes[pair].append(grade >= relevant_from)
        first.setdefault(pair, at)
    return votes, first


def _decisions(topic: ActiveTopic) -> Any:
    decided = Adjudication.objects.live().filter(
        campaign_pair__campaign=topic.campaign_id,
        campaign_pair__pair__topic=topic.topic_id,
        grade__isnull=False,
    )
    return decided.values_list("campaign_pair", F("grade__value"), "created_at")
