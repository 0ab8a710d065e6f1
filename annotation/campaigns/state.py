from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from annotation.campaigns.launch import Check, launch_list, unmet_musts
from annotation.events import log_event
from annotation.exceptions import StateRefused
from annotation.judging.answers_under_way import wait_for_answers
from annotation.models import Campaign, CampaignState, EventKind
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
    *, campaign: Campaign, state: CampaignState, actor: User | None = None, note: str = ""
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
            f"{campaign} is closed, and who judged there may have read what others said; make a new"
            " campaign of its pool to have more judged. One that is to go on is paused instead."
        )
    *others, last = FOLLOWS[before]
    allowed = f"{', '.join(others)} or {last}" if others else str(last)
    if state == before:
        return f"{campaign} is {before} already; it can go to {allowed}."
    return f"{campaign} is {before} and cannot go to {state}, but to {allowed}."


def _missing(campaign: Campaign, state: CampaignState, missing: Sequence[Check]) -> str:
    sentences = " ".join(check.sentence for check in missing)
    return f"{campaign} cannot go to {state} yet. {sentences}"
