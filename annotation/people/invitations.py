"""Invitation links, made, accepted, revoked: the token is shown once, only its hash is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.events import log_event
from annotation.exceptions import PeopleRefused
from annotation.identity.accounts import newcomer, store_account, taking_username
from annotation.identity.links import Token, new_token, token_hash
from annotation.models import Campaign, CampaignState, EventKind, Invitation, Membership, Role
from annotation.people.joining import join_by_oneself, membership_to_return_to
from ranking.lookup import first_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

UNKNOWN = "This link is not valid; ask for a new one."
ASK = "ask the organizer for a new link"


def link_path(token: str) -> str:
    """The link's path; the token follows a #, so it reaches no server and no log."""
    return f"/join#{token}"


def invitation_behind(token: Token, invitations: QuerySet[Invitation] | None = None) -> Invitation:
    """The invitation for this token.

    Raises:
        NotFound: there is none; a token that never was one gets the same answer.
    """
    found = Invitation.objects.all() if invitations is None else invitations
    return first_of(
        found.select_related("campaign", "created_by").filter(token_hash=token_hash(token)), UNKNOWN
    )


def check_usable(invitation: Invitation) -> None:
    """Check that one more person may join by this invitation.

    Raises:
        PeopleRefused: the campaign is over, or the link expired, was revoked or is used up.
    """
    campaign = invitation.campaign
    if code := _nobody_joins(campaign):
        raise PeopleRefused(f"{campaign} is over; thank you for wanting to help.", code=code)
    if invitation.revoked_at is not None:
        raise PeopleRefused(f"This invitation was taken back; {ASK}.", code="link_revoked")
    if invitation.expires_at <= timezone.now():
        raise PeopleRefused(f"This invitation has expired; {ASK}.", code="link_expired")
    if invitation.n_uses >= invitation.max_uses:
        raise PeopleRefused(f"This invitation is used up; {ASK}.", code="link_used")


def _nobody_joins(campaign: Campaign) -> str | None:
    """The code of the reason why nobody can join any more, if there is one."""
    if campaign.state == CampaignState.ARCHIVED:
        return "campaign_archived"
    return None if campaign.anonymized_at is None else "people_anonymous"


MAX_DAYS, MAX_USES = 365, 10_000


class NewInvitation(NamedTuple):
    """A new invitation with its token, which cannot be shown again."""

    invitation: Invitation
    token: str


@transaction.atomic
def create_invitation(
    *,
    campaign: Campaign,
    role: Role = Role.ASSESSOR,
    days: Annotated[int, {"min_value": 1, "max_value": MAX_DAYS}] = 14,
    max_uses: Annotated[int, {"min_value": 1, "max_value": MAX_USES}] = 1,
    sent_to: str = "",
    actor: User | None = None,
) -> NewInvitation:
    """Create a link by which up to `max_uses` people join in a role, valid for some days.

    Raises:
        PeopleRefused: a number out of its range, or nobody can join the campaign any more.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    _check(campaign, days, max_uses)
    token = new_token()
    invitation = Invitation.objects.create(
        campaign=campaign,
        role=role,
        token_hash=token_hash(token),
        expires_at=timezone.now() + timedelta(days=days),
        max_uses=max_uses,
        sent_to=sent_to,
        created_by=actor,
    )
    log_event(
        campaign=campaign,
        kind=EventKind.INVITED,
        actor=actor,
        invitation=invitation.pk,
        role=role,
        days=days,
        max_uses=max_uses,
    )
    return NewInvitation(invitation, token)


def _check(campaign: Campaign, days: int, max_uses: int) -> None:
    if code := _nobody_joins(campaign):
        raise PeopleRefused(f"{campaign} is over; nobody can be invited to it.", code=code)
    if not 1 <= days <= MAX_DAYS:
        raise PeopleRefused(
            f"An invitation is valid for 1 to {MAX_DAYS} days, not {days}.",
            code="out_of_range",
            field="days",
        )
    if not 1 <= max_uses <= MAX_USES:
        raise PeopleRefused(
            f"An invitation is for 1 to {MAX_USES} people, not {max_uses}.",
            code="out_of_range",
            field="max_uses",
        )


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: User | None = None) -> Invitation:
    """Revoke an invitation: nobody else joins by it. Doing so again changes nothing."""
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.sent_to = ""
        invitation.save(update_fields=["revoked_at", "sent_to"])
        log_event(
            campaign=invitation.campaign,
            kind=EventKind.INVITATION_REVOKED,
            actor=actor,
            invitation=invitation.pk,
        )
    return invitation


def forget_addresses() -> None:
    """Forget the e-mail addresses of invitations that have expired."""
    expired = Invitation.objects.filter(expires_at__lte=timezone.now()).exclude(sent_to="")
    expired.update(sent_to="")


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership:
    """Admit an account by an invitation and count the use; existing members stay as they are.

    Uses are counted under a lock: however many accept at once, no more get in than may.

    Raises:
        NotFound: the token opens nothing.
        PeopleRefused: the invitation serves nobody any more, or this person has withdrawn.
    """
    invitation = _locked(token)
    if member := membership_to_return_to(campaign=invitation.campaign, user=user):
        return member
    check_usable(invitation)
    member = join_by_oneself(campaign=invitation.campaign, user=user, role=Role(invitation.role))
    Invitation.objects.filter(pk=invitation.pk).update(n_uses=F("n_uses") + 1, sent_to="")
    return member


def accept_as_newcomer(*, token: str, username: str, password: str, email: str = "") -> Membership:
    """Create an account and admit it; if either fails, neither is done.

    Raises:
        NotFound, PeopleRefused: as `accept_invitation`; or the name or password will not do.
        NameTaken: there is such an account.
    """
    with taking_username(username):
        check_usable(invitation_behind(token))
        user = newcomer(username=username, password=password, email=email)
        _locked(token)
        store_account(user)
        return accept_invitation(token=token, user=user)


def _locked(token: str) -> Invitation:
    """The invitation, locked after its campaign: the order of all who change both."""
    campaign_id = invitation_behind(token).campaign_id
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign_id)
    return invitation_behind(token, Invitation.objects.select_for_update(of=("self",), no_key=True))
