"""Who judged a campaign, counted: nobody is named, not even by pseudonym."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Max, Min
from django.db.models.functions import TruncDate

from annotation.models import (
    Adjudication,
    AssessorKind,
    Campaign,
    Cause,
    EnglishLevel,
    Judgment,
)
from annotation.models.judgment import JudgmentQuerySet

LEVELS = [*EnglishLevel.values, ""]
NOT_SAID = "not said"


class AssessorGroup(NamedTuple):
    """Assessors of one kind who said the same of their English."""

    kind: str
    english_level: str
    n_assessors: int
    n_judgments: int  # recorded ones, graded or not


class People(NamedTuple):
    """Who judged, and on which days in UTC; no day where nobody did."""

    groups: Sequence[AssessorGroup]
    first_day: date | None
    last_day: date | None
    n_imported: int  # of the judgments, those that were recorded elsewhere
    n_adjudicators: int
    n_decisions: int
    n_withdrawn: int  # of all who judge or ever did
    n_withdrawn_counted: int  # of these, who left judgments that count

    @property
    def n_assessors(self) -> int:
        return sum(group.n_assessors for group in self.groups)

    @property
    def n_judgments(self) -> int:
        return sum(group.n_judgments for group in self.groups)

    def of_kind(self, kind: AssessorKind) -> tuple[int, int]:
        """How many assessors of this kind there are, and how many judgments they gave."""
        found = [group for group in self.groups if group.kind == kind]
        return sum(one.n_assessors for one in found), sum(one.n_judgments for one in found)


def people_of(campaign: Campaign) -> People:
    recorded = recorded_in(campaign)
    days = recorded.aggregate(first=Min(TruncDate("created_at")), last=Max(TruncDate("created_at")))
    decided = Adjudication.objects.live().filter(campaign_pair__campaign=campaign).order_by()
    out = campaign.memberships.filter(withdrawn_at__isnull=False)
    counted = recorded.filter(assessor__in=out.values("pk"))
    return People(
        groups=_groups(recorded),
        first_day=days["first"],
        last_day=days["last"],
        n_imported=recorded.filter(cause=Cause.IMPORTED).count(),
        n_adjudicators=decided.values("member", "adjudicator").distinct().count(),
        n_decisions=decided.count(),
        n_withdrawn=out.count(),
        n_withdrawn_counted=counted.values("assessor").distinct().count(),
    )


def recorded_in(campaign: Campaign) -> JudgmentQuerySet:
    """The rows that aggregation reads, without an order."""
    return Judgment.objects.recorded().filter(campaign_pair__campaign=campaign).order_by()


def _groups(recorded: JudgmentQuerySet) -> list[AssessorGroup]:
    rows = recorded.values_list("assessor__kind", "assessor__english_level").annotate(
        n_assessors=Count("assessor", distinct=True), n_judgments=Count("pk")
    )
    found = [AssessorGroup(*row) for row in rows]
    kinds = list(AssessorKind.values)
    found.sort(key=lambda one: (kinds.index(one.kind), LEVELS.index(one.english_level)))
    return [one._replace(english_level=one.english_level or NOT_SAID) for one in found]
