"""A campaign's guideline and notice as its members read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from annotation.guidelines.changes import Change, changes_between
from annotation.guidelines.text import guideline_html
from annotation.judging.api.desk_serializers import DeskGuidelineSerializer
from annotation.models import Campaign, Guideline


def shown_guideline(campaign: Campaign) -> dict[str, Any] | None:
    """The newest published version, if there is one."""
    latest = _published(campaign.pk).order_by("-version").first()
    return None if latest is None else guideline_as_shown(latest)


def guideline_as_shown(latest: Guideline, *, known: int | None = None) -> dict[str, Any]:
    """The newest published version, with what changed since the `known` one.

    Of a reader who knows none, 0, all is new; where that is not said, nothing is.
    """
    changes: Sequence[Change] = ()
    if known is not None and known < latest.version:
        before = _published(latest.campaign_id).filter(version=known).first()
        changes = changes_between(before, latest)
    shown = {
        "version": latest.version,
        "html": guideline_html(latest.body),
        "examples": [example for example in latest.examples if isinstance(example, dict)],
        "changes": changes,
    }
    data: dict[str, Any] = DeskGuidelineSerializer(shown).data
    return data


def _published(campaign_id: int) -> QuerySet[Guideline]:
    return Guideline.objects.filter(campaign=campaign_id).exclude(published_at=None)


def shown_notice(campaign: Campaign, *, below: int) -> dict[str, Any] | None:
    """The newest notice, if there is one; its headings begin one level under `below`."""
    notice = campaign.newest_notice
    if notice is None:
        return None
    return {"version": notice.version, "html": guideline_html(notice.body, below=below)}
