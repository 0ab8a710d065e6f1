from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction

from annotation.campaigns.creating import check_fields, refuse_share_without_round
from annotation.campaigns.launch import Check, launch_list, unmet_musts
from annotation.campaigns.search_option import refuse_search_by_pairs, refuse_search_in_design
from annotation.events import log_event
from annotation.exceptions import StateRefused
from annotation.judging.inserting import wait_for_answers
from annotation.models import OVER, Campaign, CampaignState, EventKind, PairKind
from annotation.serving.leases import release_all_but_pilot

FOLLOWS: dict[CampaignState, tuple[CampaignState, ...]] = {
    CampaignState.DRAFT: (CampaignState.PILOT, CampaignState.OPEN, CampaignState.CLOSED),
    CampaignState.PILOT: (CampaignState.OPEN, CampaignState.PAUSED),
    CampaignState.OPEN: (CampaignState.PAUSED, CampaignState.CLOSED),
    CampaignState.PAUSED: (CampaignState.PILOT, CampaignState.OPEN, CampaignState.CLOSED),
    # Never open again: who judged here may have read by now what others said.
    CampaignState.CLOSED: (CampaignState.ARCHIVED,),
    CampaignState.ARCHIVED: (),
}
GOING_ON = (CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)


@transaction.atomic
def set_campaign_state(
    *,
    campaign: Campaign,
    state: CampaignState,
    actor: User | None = None,
    note: Annotated[str, {"is_prose": True, "max_length": 2000, "allow_blank": True}] = "",
) -> Campaign:
    """Move a campaign to an allowed next state, and log it with the checks made.

    A draft that was judged elsewhere, its judgments imported, may be closed without being opened.

    Raises:
        StateRefused: the state does not follow on the campaign's, or the launch list names
            something that must be there and is not.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    wait_for_answers(campaign.pk)
    before = CampaignState(campaign.state)
    if state not in FOLLOWS[before]:
        raise StateRefused(_why_not(campaign, before, state), code="state_does_not_follow")
    checks = launch_list(campaign, state)
    if missing := unmet_musts(checks):
        raise StateRefused(_missing(campaign, state, missing), code="not_ready")
    campaign.state = state
    campaign.save(update_fields=["state"])
    if state == CampaignState.PILOT:
        release_all_but_pilot(campaign=campaign)
    log_event(
        campaign=campaign,
        kind=EventKind.STATE,
        actor=actor,
        before=before,
        after=state,
        note=note,
        checks=[check._asdict() for check in checks],
    )
    return campaign


def _why_not(campaign: Campaign, before: CampaignState, state: CampaignState) -> str:
    if not FOLLOWS[before]:
        return f"{campaign} is {before}, and stays so."
    if before == CampaignState.CLOSED and state in GOING_ON:
        return (
            f"{campaign} is closed, and its assessors may have read the answers of others; create a"
            " new campaign with its pool for more judgments. To continue later, pause a campaign"
            " instead."
        )
    *others, last = FOLLOWS[before]
    allowed = f"{', '.join(others)} or {last}" if others else str(last)
    if state == before:
        return f"{campaign} is {before} already; it can go to {allowed}."
    return f"{campaign} is {before} and cannot go to {state}, but to {allowed}."


def _missing(campaign: Campaign, state: CampaignState, missing: Sequence[Check]) -> str:
    sentences = " ".join(check.sentence for check in missing)
    return f"{campaign} cannot go to {state} yet. {sentences}"


RESTING = (CampaignState.DRAFT, CampaignState.PAUSED)


class CampaignOptions(TypedDict, total=False):
    """Options of a campaign that may change after it was made; see `Campaign`."""

    quota: int | None
    pace_limit: int | None
    allows_sign_up: bool
    asks_confidence: bool
    asks_note: bool
    allows_search: bool
    max_not_judged: int
    lease_s: int
    seat_s: int
    pass_share: float | None
    max_attempts: int


# Assessors at work are not to find their page changed under their hands, nor who passed the
# qualification round to have passed another one.
CHANGED_WHILE_RESTING = (
    "asks_confidence",
    "asks_note",
    "allows_search",
    "max_not_judged",
    "lease_s",
    "seat_s",
)
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
        PolicyRefused: a number is out of its range, a passing share without qualification pairs,
            or a search where pairs are drawn by design or served singly.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    changes = {name: value for name, value in options.items() if value != getattr(campaign, name)}
    check_fields(changes)
    _check_state(campaign, changes)
    if changes.get("pass_share") is not None:
        pairs = campaign.pairs.filter(kind=PairKind.QUALIFICATION)
        refuse_share_without_round(has_round=pairs.exists())
    if changes.get("allows_search"):
        refuse_search_in_design(campaign.pool)
        refuse_search_by_pairs(campaign.policy().unit, field="allows_search")
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
