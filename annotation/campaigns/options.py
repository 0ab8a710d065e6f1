from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction

from annotation.campaigns.creating import check_fields
from annotation.events import log_event
from annotation.exceptions import StateRefused
from annotation.models import OVER, Campaign, CampaignState, EventKind

RESTING = (CampaignState.DRAFT, CampaignState.PAUSED)


class CampaignOptions(TypedDict, total=False):
    """Options of a campaign that may change after it was made; see `Campaign`."""

    quota: int | None
    pace_limit: int | None
    allows_sign_up: bool
    asks_confidence: bool
    asks_note: bool
    max_not_judged: int
    lease_s: int
    seat_s: int
    pass_share: float | None
    max_attempts: int


# Assessors at work are not to find their page changed under their hands, nor who passed the
# qualification round to have passed another one.
CHANGED_WHILE_RESTING = ("asks_confidence", "asks_note", "max_not_judged", "lease_s", "seat_s")
CHANGED_IN_DRAFT = ("pass_share", "max_attempts")


@transaction.atomic
def set_options(
    *, campaign: Campaign, actor: User | None = None, **options: Unpack[CampaignOptions]
) -> Campaign:
    """Change a campaign's options; those left out stay. The log keeps the old values.

    The quota, the limit of pace and who may sign up change until the campaign is closed, the
    qualification round in a draft, everything else in a draft or while it is paused. The same
    again changes nothing.

    Raises:
        StateRefused: the campaign is not in a state in which that may change.
        PolicyRefused: a number is out of its range.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    changes = {name: value for name, value in options.items() if value != getattr(campaign, name)}
    check_fields(changes)
    _check_state(campaign, changes)
    if changes:
        before = {name: getattr(campaign, name) for name in changes}
        for name, value in changes.items():
            setattr(campaign, name, value)
        campaign.save(update_fields=list(changes))
        log_event(
            campaign=campaign, kind=EventKind.OPTIONS, actor=actor, before=before, after=changes
        )
    return campaign


def may_change(state: CampaignState) -> dict[str, bool]:
    """The options that may change in this state of a campaign."""
    return {name: state in _states(name) for name in CampaignOptions.__annotations__}


def _states(name: str) -> tuple[CampaignState, ...]:
    if name in CHANGED_IN_DRAFT:
        return (CampaignState.DRAFT,)
    if name in CHANGED_WHILE_RESTING:
        return RESTING
    return tuple(state for state in CampaignState if state not in OVER)


def _check_state(campaign: Campaign, changes: Mapping[str, Any]) -> None:
    for name in changes:
        states = _states(name)
        if campaign.state in states:
            continue
        what = name.replace("_", " ")
        if campaign.is_over:
            raise StateRefused(
                f"{campaign} is {campaign.state}; its {what} stays as it is.",
                code="campaign_over",
                field=name,
            )
        if states == RESTING:
            raise StateRefused(
                f"{campaign} is {campaign.state}; pause it first, then change its {what}.",
                code="not_at_rest",
                field=name,
            )
        raise StateRefused(
            f"{campaign} is {campaign.state}, and its {what} changes only in a draft.",
            code="not_a_draft",
            field=name,
        )
