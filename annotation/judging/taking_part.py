from __future__ import annotations

from annotation.exceptions import CampaignNotOpen
from annotation.models import JUDGED_IN, CampaignState, Membership, Role

# What stands behind the campaign's name, by the state in which it takes no judgments.
NOT_OPEN = {
    CampaignState.DRAFT: "is not open yet and takes no judgments; its organizer opens it",
    CampaignState.PAUSED: "is paused and takes no judgments until its organizer lets it go on",
    CampaignState.CLOSED: "has ended and takes no more judgments",
    CampaignState.ARCHIVED: "has ended, is archived, and takes no more judgments",
}


def check_may_judge(membership: Membership) -> None:
    """Check that the member may judge now: an assessor in a campaign that takes judgments.

    Raises:
        CampaignNotOpen: they have withdrawn, are paused or adjudicate, or it takes none.
    """
    check_taking_part(
        role=membership.role,
        is_withdrawn=membership.withdrawn_at is not None,
        is_suspended=membership.suspended_at is not None,
        campaign=membership.campaign.name,
        state=membership.campaign.state,
    )


def check_taking_part(
    *, role: str, is_withdrawn: bool, is_suspended: bool, campaign: str, state: str
) -> None:
    """As `check_may_judge`, of a member and a campaign whose fields were read already."""
    if is_withdrawn:
        raise CampaignNotOpen(
            "You have withdrawn from this campaign; ask its organizer.", code="member_withdrawn"
        )
    if is_suspended:
        raise CampaignNotOpen(
            "Your part in this campaign is suspended; ask its organizer.", code="member_paused"
        )
    if role != Role.ASSESSOR:
        raise CampaignNotOpen(
            "You are an adjudicator here, and adjudicators judge no passages; ask the organizer"
            " if you are meant to judge.",
            code="member_adjudicates",
        )
    if state not in JUDGED_IN:
        raise CampaignNotOpen(
            f"{campaign} {NOT_OPEN[CampaignState(state)]}.", code="campaign_not_open"
        )
