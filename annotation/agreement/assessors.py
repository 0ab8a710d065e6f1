"""Each assessor of a campaign beside the others, gold, adjudicators, and their own repeats.

The figures are there to be looked at: none of them blocks, pauses or excludes anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
from django.db.models import Count
from django.db.models.functions import ExtractHour
from numpy.typing import NDArray

from annotation.agreement.subsets import UTC
from annotation.agreement.votes import (
    counted_tables,
    decision_column,
    given_votes,
    scale_of,
)
from annotation.models import AssessorKind, Campaign, Cause, Judgment, Membership
from annotation.quality.flags import (
    GoldCheck,
    Pace,
    RepeatCheck,
    flags_of,
    grades_on_gold,
    grades_on_repeats,
    paces,
)
from regrade.agreement.assessors.column_intervals import (
    ColumnIntervals,
    column_intervals,
    tables_by_topic,
)
from regrade.agreement.assessors.columns import (
    Column,
    ColumnAgreement,
    Tables,
    compare_columns,
    compare_counted,
)
from regrade.agreement.assessors.in_depth import (
    AssessorInDepth,
    LongestRun,
    assessors_in_depth,
    longest_run,
)
from regrade.agreement.assessors.others import middles_of_others
from regrade.agreement.counting.scale import Grades
from regrade.agreement.counting.vote_table import at_threshold, graded_votes
from regrade.votes.assessor import Flag

Confusion = NDArray[np.int64]
HOURS_A_DAY = 24


class AssessorFigures(NamedTuple):
    """An assessor's agreement, pace and flags; a difference is their grade less the other."""

    assessor: str  # pseudonym
    kind: AssessorKind
    depth: AssessorInDepth  # beside people; a person themselves left out
    own: ColumnAgreement  # repeats, less the first look
    gold: ColumnAgreement
    decisions: ColumnAgreement
    pace: Pace
    longest_run: LongestRun | None
    flags: Sequence[Flag]  # by grades as given, whatever the threshold


class AssessorsOfCampaign(NamedTuple):
    scale: Sequence[int]  # 0 and 1 under a threshold
    assessors: Sequence[AssessorFigures]  # those with a vote, in the order of pseudonyms


def campaign_assessors(campaign: Campaign, threshold: int | None = None) -> AssessorsOfCampaign:
    """Everybody who gave a vote, models among them: those are held against people.

    Under a threshold all grades become 1 from it up, else 0, before they are compared; the
    longest run is of grades as given.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    scale = scale_of(campaign, threshold)
    given = given_votes(campaign)
    votes, decided = given.votes, decision_column(campaign, given.pair_keys)
    if threshold is not None:
        votes, decided = at_threshold(votes, threshold), at_threshold(decided, threshold)
    shown = scale if threshold is None else [0, 1]
    depths = assessors_in_depth(votes, shown, is_other=given.is_person)
    checks = _checks(campaign, shown, scale, threshold)
    return AssessorsOfCampaign(
        shown,
        [
            _figures(member, in_order, depth, compare_columns(column, decided, shown), checks)
            for member, in_order, depth, column in zip(
                given.members, given.in_order, depths, votes.T, strict=True
            )
        ],
    )


def hours_of(member: Membership, zone: ZoneInfo = UTC) -> list[int]:
    """How many first looks the member gave in each hour of the day, in this time zone.

    What was recorded elsewhere came at no hour of ours.
    """
    looks = Judgment.objects.standing().filter(assessor=member, occasion=0)
    by_hour = (
        looks.exclude(cause=Cause.IMPORTED)
        .order_by()
        .values_list(ExtractHour("created_at", tzinfo=zone))
        .annotate(n=Count("pk"))
    )
    found = dict(by_hour)
    return [found.get(hour, 0) for hour in range(HOURS_A_DAY)]


class _Checks(NamedTuple):
    """By membership: how grades came with the expert's and with those of the first look."""

    shown: Sequence[int]  # the scale
    places: Sequence[int]  # of each grade of the campaign on it
    gold: Mapping[int, Confusion]
    repeats: Mapping[int, Confusion]
    paces: Mapping[int, Pace]


def _checks(
    campaign: Campaign, shown: Sequence[int], scale: Sequence[int], threshold: int | None
) -> _Checks:
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    keys = campaign.grades.order_by("value").values_list("pk", flat=True)
    places = {pk: place for place, pk in enumerate(keys)}
    return _Checks(
        shown,
        [place if threshold is None else int(g >= threshold) for place, g in enumerate(scale)],
        counted_tables(grades_on_gold(judgments), places),
        counted_tables(grades_on_repeats(judgments), places),
        paces(judgments),
    )


def _figures(
    member: Membership,
    given: Grades,
    depth: AssessorInDepth,
    decisions: ColumnAgreement,
    checks: _Checks,
) -> AssessorFigures:
    none = np.zeros((len(checks.places),) * 2, dtype=np.int64)
    gold, repeats = (found.get(member.pk, none) for found in (checks.gold, checks.repeats))
    pace = checks.paces.get(member.pk, Pace())
    return AssessorFigures(
        assessor=member.pseudonym,
        kind=AssessorKind(member.kind),
        depth=depth,
        own=_compare(repeats, checks),
        gold=_compare(gold, checks),
        decisions=decisions,
        pace=pace,
        longest_run=longest_run(given),
        flags=_flags(pace, gold, repeats),
    )


def _compare(table: Confusion, checks: _Checks) -> ColumnAgreement:
    """The agreement in a table of grades as given, on the scale that is shown."""
    shown, places = checks.shown, checks.places
    folded = np.zeros((len(shown), len(shown)), dtype=np.int64)
    np.add.at(folded, np.ix_(places, places), table)
    return compare_counted(folded, shown)


def _flags(pace: Pace, gold: Confusion, repeats: Confusion) -> list[Flag]:
    """By tables of grades as given: rows are theirs, columns the expert's or their own before."""
    of_gold = GoldCheck(int(gold.sum()), int(np.trace(gold)))
    return flags_of(pace, of_gold, RepeatCheck(int(repeats.sum()), int(np.trace(repeats))))


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
