from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from annotation.identity.accounts import store_account
from annotation.identity.registering import newcomer, taking_username
from annotation.models import Campaign, Invitation, Membership, Role
from annotation.people.invitations import check_usable, invitation_behind
from annotation.people.joining import join_by_oneself, membership_to_return_to


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
    Invitation.objects.filter(pk=invitation.pk).update(n_uses=F("n_uses") + 1)
    return member


def accept_as_newcomer(*, token: str, username: str, password: str) -> Membership:
    """Create an account and admit it; if either fails, neither is done.

    Raises:
        NotFound, PeopleRefused: as `accept_invitation`; or the name or password will not do.
        NameTaken: there is such an account.
    """
    with taking_username(username):
        check_usable(invitation_behind(token))
        user = newcomer(username=username, password=password)
        _locked(token)
        store_account(user)
        return accept_invitation(token=token, user=user)


def _locked(token: str) -> Invitation:
    """The invitation, locked after its campaign: the order of all who change both."""
    campaign_id = invitation_behind(token).campaign_id
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign_id)
    return invitation_behind(token, Invitation.objects.select_for_update(of=("self",), no_key=True))
