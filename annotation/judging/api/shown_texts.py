"""A campaign's guideline and notice as its members read them."""

from __future__ import annotations

from typing import Any

from annotation.campaigns.guideline_changes import changes_between
from annotation.campaigns.guidelines import guideline_html
from annotation.models import Campaign, Guideline
from annotation.people.consents import newest_notice


def shown_guideline(campaign: Campaign, *, known: int | None = None) -> dict[str, Any] | None:
    """The newest published version, if there is one, with what changed since the `known` one.

    Of a reader who knows none, 0, all is new; where that is not said, nothing is.
    """
    published = Guideline.objects.filter(campaign=campaign).exclude(published_at=None)
    latest = published.order_by("-version").first()
    if latest is None:
        return None
    return {
        "version": latest.version,
        "html": guideline_html(latest.body),
        "examples": [example for example in latest.examples if isinstance(example, dict)],
        "changes": changes_between(published.filter(version=known).first(), latest)
        if known is not None and known < latest.version
        else [],
    }


def shown_notice(campaign: Campaign, *, below: int = 1) -> dict[str, Any] | None:
    """The newest notice, if there is one; its headings begin one level under `below`."""
    notice = newest_notice(campaign)
    if notice is None:
        return None
    return {"version": notice.version, "html": guideline_html(notice.body, below=below)}
