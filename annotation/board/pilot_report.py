"""Report on a pilot: who judged, how fast, with what agreement, and what was not judged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median
from typing import NamedTuple

import numpy as np

from annotation.models import Campaign, Judgment
from regrade.agreement import Agreement, agreement_report, cohen_kappa_quadratic
from regrade.votes.rounding import rounded_median
from regrade.votes.vote import Vote, group_by_pair


class PilotAssessor(NamedTuple):
    """One assessor's part in the pilot, compared with the other assessors' grades."""

    pseudonym: str
    kind: str
    n_judged: int
    n_not_judged: int
    median_active_ms: float | None
    grades: Mapping[int, int]  # how often each grade of the scale was given
    n_shared: int  # pairs that others graded too
    agreement: float | None  # mean share of the others who gave the same grade
    mean_difference: float | None  # own grade less the others' mean: above 0 is more generous
    kappa_quadratic: float | None  # with the others' median, rounded up
    reasons: Mapping[str, int]  # why pairs were not judged


class PilotReport(NamedTuple):
    n_pairs: int
    n_topics: int
    agreement: Agreement
    assessors: Sequence[PilotAssessor]
    reasons: Mapping[str, int]


class Row(NamedTuple):
    """One answer to a pilot pair."""

    vote: Vote
    reason: str | None
    active_ms: int | None


def pilot_report(campaign: Campaign) -> PilotReport:
    """Report on the live first looks at pilot pairs; assessors who have not begun are listed with
    none.

    Fleiss' kappa is of the pairs that all who took part have graded: a number of votes that is
    chosen for the pilot, whatever the campaign wants of a pair.
    """
    pairs = campaign.pairs.filter(in_pilot=True).values_list("pair__topic", flat=True)
    topics, rows = list(pairs), _rows(campaign)
    by_assessor: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_assessor[row.vote.assessor].append(row)
    [agreement] = agreement_report(
        (row.vote for row in rows), judgments_per_pair=max(len(by_assessor), 1)
    )
    others = _grades_of_others(row.vote for row in rows)
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    members = campaign.memberships.order_by("pseudonym").values_list("pseudonym", "kind")
    return PilotReport(
        n_pairs=len(topics),
        n_topics=len(set(topics)),
        agreement=agreement._replace(fleiss_rule="chosen"),
        assessors=[
            _assessor(pseudonym, kind, by_assessor[pseudonym], others, scale)
            for pseudonym, kind in members
        ],
        reasons=_reasons(rows),
    )


def _rows(campaign: Campaign) -> list[Row]:
    recorded = Judgment.objects.recorded().filter(
        campaign_pair__campaign=campaign, campaign_pair__in_pilot=True
    )
    found = recorded.order_by("campaign_pair", "assessor").values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "assessor__pseudonym",
        "grade__value",
        "reason_not_judged",
        "active_ms",
    )
    return [Row(Vote(*row[:4]), *row[4:]) for row in found]


def _grades_of_others(votes: Iterable[Vote]) -> Mapping[Vote, list[int]]:
    """The grades that others gave to the pair of each graded vote."""
    return {
        vote: [other.grade for other in cast if other.grade is not None and other is not vote]
        for cast in group_by_pair(votes).values()
        for vote in cast
        if vote.grade is not None
    }


def _assessor(
    pseudonym: str,
    kind: str,
    rows: Sequence[Row],
    others: Mapping[Vote, list[int]],
    scale: Sequence[int],
) -> PilotAssessor:
    given = [row.vote.grade for row in rows if row.vote.grade is not None]
    times = [row.active_ms for row in rows if row.active_ms is not None]
    shared = [
        (row.vote.grade, others[row.vote])
        for row in rows
        if row.vote.grade is not None and others[row.vote]
    ]
    counts = Counter(given)
    return PilotAssessor(
        pseudonym=pseudonym,
        kind=kind,
        n_judged=len(given),
        n_not_judged=len(rows) - len(given),
        median_active_ms=float(median(times)) if times else None,
        grades={value: counts[value] for value in scale},
        n_shared=len(shared),
        agreement=mean(their.count(own) / len(their) for own, their in shared) if shared else None,
        mean_difference=mean(own - mean(their) for own, their in shared) if shared else None,
        kappa_quadratic=_kappa(shared),
        reasons=_reasons(rows),
    )


def _kappa(shared: Sequence[tuple[int, list[int]]]) -> float | None:
    own = np.array([grade for grade, _ in shared], dtype=np.int64)
    theirs = np.array([rounded_median(grades, "up") for _, grades in shared], dtype=np.int64)
    return cohen_kappa_quadratic(own, theirs)


def _reasons(rows: Iterable[Row]) -> Mapping[str, int]:
    return dict(sorted(Counter(row.reason for row in rows if row.reason is not None).items()))
