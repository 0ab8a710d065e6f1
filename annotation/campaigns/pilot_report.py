"""Report on a pilot: who judged, how fast, with what agreement, and what was not judged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from annotation.campaigns.pilot_verdict import DisputedPair, PilotVerdict, pilot_verdict
from annotation.models import AssessorKind, Campaign, CampaignState, Judgment
from annotation.people.staffing import at_work_in
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.assessors.columns import ColumnAgreement
from regrade.agreement.assessors.in_depth import assessors_in_depth
from regrade.votes.packed import pack
from regrade.votes.vote import Vote

OPENED_FROM = (CampaignState.DRAFT, CampaignState.PILOT, CampaignState.PAUSED)
NO_OTHERS = ColumnAgreement(0, None, None, None, None, None)


class PilotAssessor(NamedTuple):
    """One assessor's part in the pilot, compared with the other assessors' grades."""

    pseudonym: str
    kind: str
    n_judged: int
    n_not_judged: int
    median_active_ms: float | None
    grades: Mapping[int, int]  # how often each grade of the scale was given
    n_shared: int  # pairs that others graded too
    # With the middle of the others' grades, as `leave_one_out` has it:
    agreement: float | None  # share of these pairs with the same grade
    mean_difference: float | None  # above 0 is more generous
    kappa_quadratic: float | None
    reasons: Mapping[str, int]  # why pairs were not judged


class PilotReport(NamedTuple):
    """Progress and results of a pilot.

    Every assessor at work is to answer each of its pairs: that makes `n_expected` answers, of which
    `n_answers` are in.
    """

    n_pairs: int
    n_topics: int
    n_answers: int
    n_expected: int
    verdict: PilotVerdict
    agreement: Agreement
    assessors: Sequence[PilotAssessor]
    reasons: Mapping[str, int]


class Row(NamedTuple):
    """One answer to a pilot pair, which is named by its id."""

    pair: int
    query: str
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
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    kinds = dict(campaign.memberships.order_by("pseudonym").values_list("pseudonym", "kind"))
    at_work = set(at_work_in(campaign).values_list("pseudonym", flat=True))
    others = _beside_others(rows, kinds, scale)
    return PilotReport(
        n_pairs=len(topics),
        n_topics=len(set(topics)),
        n_answers=sum(len(by_assessor[name]) for name in at_work),
        n_expected=len(topics) * len(at_work),
        verdict=_verdict(campaign, rows, agreement.alpha_ordinal),
        agreement=agreement._replace(fleiss_rule="chosen"),
        assessors=[
            _assessor(name, kind, by_assessor[name], others.get(name, NO_OTHERS), scale)
            for name, kind in kinds.items()
            if name in at_work or by_assessor[name]
        ],
        reasons=_reasons(rows),
    )


def _rows(campaign: Campaign) -> list[Row]:
    recorded = Judgment.objects.recorded().filter(
        campaign_pair__campaign=campaign, campaign_pair__in_pilot=True
    )
    found: Iterable[Any] = recorded.order_by("campaign_pair", "assessor").values_list(
        "campaign_pair",
        "campaign_pair__pair__topic__query",
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "assessor__pseudonym",
        "grade__value",
        "reason_not_judged",
        "active_ms",
    )
    return [Row(pair, query, Vote(*row[:4]), *row[4:]) for pair, query, *row in found]


def _verdict(campaign: Campaign, rows: Iterable[Row], alpha: float | None) -> PilotVerdict:
    grades, assessors = defaultdict[tuple[int, str], list[int]](list), set[str]()
    for row in rows:
        if row.vote.grade is not None:
            grades[row.pair, row.query].append(row.vote.grade)
            assessors.add(row.vote.assessor)
    shared = [DisputedPair(*pair, sorted(of)) for pair, of in grades.items() if len(of) > 1]
    return pilot_verdict(
        alpha, shared, n_assessors=len(assessors), is_ahead=campaign.state in OPENED_FROM
    )


def _beside_others(
    rows: Iterable[Row], kinds: Mapping[str, str], scale: Sequence[int]
) -> Mapping[str, ColumnAgreement]:
    """Each assessor with a row against the others, as the page of assessors has it."""
    votes = pack(row.vote for row in rows)
    is_person = [kinds[name] != AssessorKind.MODEL for name in votes.assessors]
    found = assessors_in_depth(votes, scale, is_other=np.array(is_person, dtype=np.bool_))
    return {name: one.others for name, one in zip(votes.assessors, found, strict=True)}


def _assessor(
    pseudonym: str,
    kind: str,
    rows: Sequence[Row],
    others: ColumnAgreement,
    scale: Sequence[int],
) -> PilotAssessor:
    given = [row.vote.grade for row in rows if row.vote.grade is not None]
    times = [row.active_ms for row in rows if row.active_ms is not None]
    counts = Counter(given)
    return PilotAssessor(
        pseudonym=pseudonym,
        kind=kind,
        n_judged=len(given),
        n_not_judged=len(rows) - len(given),
        median_active_ms=float(median(times)) if times else None,
        grades={value: counts[value] for value in scale},
        n_shared=others.n_pairs,
        agreement=others.percent_agreement,
        mean_difference=others.mean_difference,
        kappa_quadratic=others.cohen_kappa_quadratic,
        reasons=_reasons(rows),
    )


def _reasons(rows: Iterable[Row]) -> Mapping[str, int]:
    return dict(sorted(Counter(row.reason for row in rows if row.reason is not None).items()))
