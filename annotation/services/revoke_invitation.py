from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.models import EventKind, Invitation
from annotation.services.log_event import log_event


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: User | None = None) -> Invitation:
    """Take an invitation back: nobody else joins by it. Doing so again changes nothing."""
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        log_event(
            campaign=invitation.campaign,
            kind=EventKind.INVITATION_REVOKED,
            actor=actor,
            invitation=invitation.pk,
        )
    return invitation
