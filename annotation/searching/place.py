"""Where an assessor may search: in a topic that they judge whole, while judgments are taken."""

from __future__ import annotations

from annotation.exceptions import SearchRefused
from annotation.judging.qualification import check_taking_part
from annotation.models import Campaign, CampaignPair, TopicSeat
from annotation.serving.claim_context import ClaimContext
from annotation.serving.tickets import Ticket


def topic_searched(*, campaign: Campaign, context: ClaimContext, ticket: Ticket) -> int:
    """The topic of the pair that the ticket is for.

    Raises:
        CampaignNotOpen: the campaign takes no judgments, or none of this member.
        SearchRefused: the campaign has no search, or not yet, or the assessor has no seat there.
    """
    check_taking_part(
        role=context.role,
        is_withdrawn=context.withdrawn_at is not None,
        is_suspended=context.suspended_at is not None,
        campaign=campaign.name,
        state=context.state,
    )
    _check_campaign(campaign, context)
    pairs = CampaignPair.objects.filter(pk=ticket.campaign_pair_id, campaign=campaign)
    topic_id = pairs.values_list("pair__topic", flat=True).get()
    seats = TopicSeat.objects.filter(campaign=campaign, topic=topic_id, holder=context.me)
    if not seats.exists():
        raise SearchRefused(
            "You judge this passage alone, not its topic; search again with the next passage of"
            " your topic.",
            code="no_seat_in_topic",
        )
    return topic_id


def _check_campaign(campaign: Campaign, context: ClaimContext) -> None:
    if not campaign.allows_search:
        raise SearchRefused(
            f"{campaign} has no search; its organizer can allow it.", code="search_not_allowed"
        )
    if context.lacks_consent:
        raise SearchRefused(
            "There is a newer notice; load the page again and accept it, then search.",
            code="notice_not_accepted",
        )
    if not context.takes_whole_topics:
        raise SearchRefused(
            "In a pilot and in a qualification round everybody judges the same passages; the"
            " search comes afterwards.",
            code="round_under_way",
        )
