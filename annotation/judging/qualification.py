"""Taking part in judging: qualification is the round before an assessor's first real pair."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from annotation.events import log_event
from annotation.exceptions import CampaignNotOpen
from annotation.models import (
    JUDGED_IN,
    Campaign,
    CampaignPair,
    CampaignState,
    EventKind,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    Role,
)

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


class Qualification(NamedTuple):
    """The qualification round, as its assessor sees it.

    `attempt` is the one under way; null when none is, as once it is passed or lost. `n_needed`
    answers pass it, `n_answered` are given. `n_right_before` counts those of the attempt before
    with the known grade; null if there was none, or while none is under way.
    """

    n_pairs: int
    pass_share: float
    n_needed: int
    n_answered: int
    n_right_before: int | None
    attempt: int | None
    max_attempts: int
    is_qualified: bool


def round_pairs(campaign: Campaign) -> QuerySet[CampaignPair]:
    """The pairs of the campaign's qualification round that can be shown: those with a text."""
    pairs = CampaignPair.objects.filter(campaign=campaign, kind=PairKind.QUALIFICATION)
    return pairs.filter(pair__passage__text__gt="")


def qualification_of(membership: Membership) -> Qualification | None:
    """The member's qualification; None in a campaign without such a round."""
    campaign = membership.campaign
    if campaign.pass_share is None:
        return None
    is_qualified = membership.qualified_at is not None
    is_over = is_qualified or membership.n_attempts >= campaign.max_attempts
    n_pairs, done = round_pairs(campaign).count(), membership.n_attempts
    return Qualification(
        n_pairs=n_pairs,
        pass_share=campaign.pass_share,
        n_needed=_needed(n_pairs, campaign.pass_share),
        n_answered=0 if is_over else _round_answers(membership, done).count(),
        n_right_before=None if is_over or not done else _n_right(membership, done - 1),
        attempt=None if is_over else done + 1,
        max_attempts=campaign.max_attempts,
        is_qualified=is_qualified,
    )


def _needed(n_pairs: int, pass_share: float) -> int:
    """The least number of right answers whose share is enough."""
    return next((n for n in range(n_pairs) if n / n_pairs >= pass_share), n_pairs)


def _round_answers(member: Membership, attempt: int) -> QuerySet[Judgment]:
    """The answers in one attempt at the round, counted from 0."""
    return member.judgments.answers().filter(
        occasion=attempt, campaign_pair__kind=PairKind.QUALIFICATION
    )


def _n_right(member: Membership, attempt: int) -> int:
    """How many of them are the expert's grade."""
    answers = _round_answers(member, attempt)
    return answers.filter(grade=F("campaign_pair__expert_grade__grade")).count()


class Feedback(NamedTuple):
    """Feedback after an answer of the qualification round.

    The known grade and its explanation show only in the last attempt: an earlier one comes with
    the same pairs again.
    """

    grade: int | None
    explanation: str | None
    is_right: bool


def feedback_on(judgment: Judgment) -> Feedback:
    """The expert's answer to a pair of the qualification round, as far as it may be shown."""
    experts = ExpertGrade.objects.select_related("grade", "campaign_pair__campaign")
    expert = experts.get(campaign_pair=judgment.campaign_pair_id)
    is_right = judgment.grade_id == expert.grade_id
    if judgment.occasion + 1 < expert.campaign_pair.campaign.max_attempts:
        return Feedback(None, None, is_right)
    return Feedback(expert.grade.value, expert.explanation, is_right)


def qualify(member: Membership) -> None:
    """Finish the assessor's round once all its pairs are answered: passed, or one attempt used.

    An answer is right when it is the expert's grade. The caller holds the membership's lock.
    """
    member = Membership.objects.select_related("campaign").get(pk=member.pk)
    pass_share = member.campaign.pass_share
    n_pairs = round_pairs(member.campaign).count()
    is_over = 0 < n_pairs <= _round_answers(member, member.n_attempts).count()
    if pass_share is None or member.qualified_at or not is_over:
        return
    n_right = _n_right(member, member.n_attempts)
    member.n_attempts += 1
    if n_right / n_pairs >= pass_share:  # a product may be more by the last bit
        member.qualified_at = timezone.now()
        log_event(
            campaign=member.campaign,
            kind=EventKind.QUALIFIED,
            assessor=member.pseudonym,
            n_right=n_right,
            n_pairs=n_pairs,
            attempt=member.n_attempts,
        )
    member.save(update_fields=["n_attempts", "qualified_at"])
