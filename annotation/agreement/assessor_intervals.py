"""Intervals over topics of what one assessor's grades are held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from annotation.agreement.votes import scale_of
from annotation.agreement.votes_by_assessor import decision_column, given_votes
from annotation.models import Campaign, Judgment, Membership
from annotation.quality.flags import grades_on_gold, grades_on_repeats
from regrade.agreement.assessors.column_intervals import (
    ColumnIntervals,
    column_intervals,
    tables_by_topic,
)
from regrade.agreement.assessors.columns import Column, Tables
from regrade.agreement.assessors.others import middles_of_others
from regrade.agreement.counting.vote_table import at_threshold, graded_votes

_TOPIC = "campaign_pair__pair__topic"


class AssessorIntervals(NamedTuple):
    """Of 95 percent, by a seeded bootstrap over topics."""

    others: ColumnIntervals
    own: ColumnIntervals
    gold: ColumnIntervals
    decisions: ColumnIntervals


def assessor_intervals(
    campaign: Campaign, member: Membership, threshold: int | None = None
) -> AssessorIntervals:
    """The intervals of `AssessorFigures`' comparisons, of somebody who gave a vote.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    scale, given = scale_of(campaign, threshold), given_votes(campaign)
    place = [one.pk for one in given.members].index(member.pk)
    votes, decided = given.votes, decision_column(campaign, given.pair_keys)
    if threshold is not None:
        votes, decided = at_threshold(votes, threshold), at_threshold(decided, threshold)
    shown = scale if threshold is None else [0, 1]
    judgments = Judgment.objects.filter(assessor=member)
    counted = (grades_on_repeats(judgments, _TOPIC), grades_on_gold(judgments, _TOPIC))
    own, gold = (_folded(_tables(campaign, rows), scale, threshold) for rows in counted)

    graded = graded_votes(votes)
    is_theirs = graded.voters == place
    pairs = graded.pairs[is_theirs]

    def beside(column: Column) -> Tables:
        return tables_by_topic(graded.grades[is_theirs], column, given.topics[pairs], shown)

    low, high = (beside(one[is_theirs]) for one in middles_of_others(graded, given.is_person))
    tables = ((low + high) / 2, own, gold, beside(decided[pairs]))
    return AssessorIntervals(*(column_intervals(one, shown) for one in tables))


def _tables(campaign: Campaign, rows: Iterable[tuple[Any, ...]]) -> Tables:
    """Confusion matrices by topic of counted grades, on the campaign's scale."""
    keys = list(campaign.grades.order_by("value").values_list("pk", flat=True))
    places = {key: place for place, key in enumerate(keys)}
    numbers: dict[int, int] = {}
    cells = [
        (numbers.setdefault(topic, len(numbers)), places[grade], places[other], n)
        for _, grade, other, topic, n in rows
    ]
    tables = np.zeros((len(numbers), len(keys), len(keys)), dtype=np.int64)
    for topic, grade, other, n in cells:
        tables[topic, grade, other] += n
    return tables


def _folded(tables: Tables, scale: Sequence[int], threshold: int | None) -> Tables:
    """The same counts of 0 and 1 at a threshold."""
    if threshold is None:
        return tables
    sides = np.array([[grade < threshold, grade >= threshold] for grade in scale], dtype=np.int64)
    return np.asarray(np.einsum("tij,ia,jb->tab", tables, sides, sides), dtype=np.int64)
