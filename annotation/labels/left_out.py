"""Assessors whose votes a label set leaves out; to other sets they count as before."""

from __future__ import annotations

from collections.abc import Collection

from annotation.exceptions import LabelsRefused
from annotation.models import AssessorKind, Campaign, Judgment


def assessors_to_leave_out(campaign: Campaign) -> list[str]:
    """Pseudonyms of everybody whose answers count but for models, which count only when named."""
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    people = recorded.exclude(assessor__kind=AssessorKind.MODEL).order_by("assessor__pseudonym")
    return list(people.values_list("assessor__pseudonym", flat=True).distinct())


def named_assessors(campaign: Campaign, names: Collection[str]) -> list[str]:
    """These pseudonyms in alphabetical order, each once.

    Raises:
        LabelsRefused: the campaign has no such assessor.
    """
    wanted = sorted(set(names))
    if not wanted:
        return []
    known = set(campaign.memberships.values_list("pseudonym", flat=True))
    for name in wanted:
        if name not in known:
            raise LabelsRefused(
                f"Campaign {campaign.name} has no assessor {name!r} who could be left out."
            )
    return wanted
