"""Agreement within parts of a campaign, a page of them at a time, and of every two assessors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np

from annotation.agreement.votes import Part, given_votes, scale_of, votes_by_part
from annotation.models import Campaign
from ranking.pages import Page, place_in_list
from regrade.agreement.assessors.matrix import CoupleAgreement, agreement_of_couples
from regrade.agreement.counting.ballots import Missing
from regrade.agreement.counting.scale import ascending
from regrade.agreement.counting.vote_table import at_threshold
from regrade.agreement.depth import categories_of, named
from regrade.agreement.groups import GroupAgreement, agreement_of_groups

PAGE = 100
# A larger matrix is not read.
MOST_IN_MATRIX, N_LOWEST = 40, 20
UTC = ZoneInfo("UTC")
MIN_SHARED = 10  # fewer pairs say nothing about two people


@dataclass(frozen=True, kw_only=True)
class PartsPage(Page):
    """A page of parts; topics come with those first on which people agree least."""

    by: Part
    scale: tuple[int | None, ...]
    rows: Sequence[GroupAgreement]


class NamedCouple(NamedTuple):
    """Two assessors and how far they agree."""

    first: str
    second: str
    n_pairs: int
    percent: float
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None


class AssessorMatrix(NamedTuple):
    """Every two of the assessors with the most votes, by their places, and who agree least."""

    assessors: Sequence[str]
    n_assessors: int
    cells: Sequence[CoupleAgreement]
    lowest: Sequence[NamedCouple]  # of all, by percent agreement


def campaign_parts(
    campaign: Campaign,
    by: Part = "topic",
    *,
    zone: Annotated[ZoneInfo, "Whose days, weeks and months."] = UTC,
    threshold: int | None = None,
    missing: Missing = "drop",
) -> list[GroupAgreement]:
    """The agreement of each part; topics with the lowest alpha first, others in their order.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    scale = scale_of(campaign, threshold)
    groups = agreement_of_groups(
        votes_by_part(campaign, by, zone),
        scale=scale,
        judgments_per_pair=campaign.judgments_per_pair,
        threshold=threshold,
        missing=missing,
    )
    return sorted(groups, key=_alpha) if by == "topic" else groups


def parts_page(
    campaign: Campaign,
    by: Part,
    groups: Sequence[GroupAgreement],
    page: int,
    *,
    threshold: int | None,
    missing: Missing,
) -> PartsPage:
    categories = categories_of(scale_of(campaign, threshold), threshold, missing)
    at = place_in_list(page, n=len(groups), size=PAGE)
    return PartsPage(**at.numbers, by=by, scale=named(categories), rows=groups[at.part])


def campaign_matrix(campaign: Campaign, *, threshold: int | None = None) -> AssessorMatrix:
    """How far every two people agree on the pairs that both graded.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    scale = scale_of(campaign, threshold)
    given = given_votes(campaign)
    votes = given.votes[:, given.is_person]
    people = zip(given.members, given.is_person.tolist(), strict=True)
    names = [member.pseudonym for member, is_person in people if is_person]
    if threshold is not None:
        votes, scale = at_threshold(votes, threshold), [0, 1]
    busiest = np.argsort(-np.count_nonzero(~np.isnan(votes), axis=0), kind="stable")
    shown = np.sort(busiest[:MOST_IN_MATRIX])
    return AssessorMatrix(
        assessors=[names[column] for column in shown],
        n_assessors=len(names),
        cells=agreement_of_couples(votes[:, shown], ascending(scale)),
        lowest=_lowest(names, agreement_of_couples(votes, ascending(scale))),
    )


def _lowest(names: Sequence[str], couples: Sequence[CoupleAgreement]) -> list[NamedCouple]:
    known = [one for one in couples if one.n_pairs >= MIN_SHARED]
    lowest = sorted(known, key=lambda one: (one.percent, -one.n_pairs))[:N_LOWEST]
    return [NamedCouple(names[one.first], names[one.second], *one[2:]) for one in lowest]


def _alpha(group: GroupAgreement) -> tuple[bool, float]:
    """The last of the main figures: ordinal alpha, or nominal where there is no order."""
    alpha = group.coefficients[-1].value
    return alpha is None, alpha or 0.0
