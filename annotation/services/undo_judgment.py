from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError

from annotation.exceptions import CampaignNotOpen, JudgmentRefused
from annotation.models import Cause, Judgment, Membership
from annotation.services.retract_judgment import retract_judgment


def undo_judgment(*, membership: Membership, judgment_id: int, client_key: UUID) -> Judgment:
    """Take back one of the assessor's own answers; the pair is before them again.

    Sending the same `client_key` again changes nothing and returns what was stored.

    Raises:
        CampaignNotOpen: the campaign takes no judgments, or the assessor has no part in it now.
        JudgmentRefused: it is not theirs, no longer live, or of the qualification round.
    """
    if stored := _sent_before(membership, client_key):
        return stored
    is_out = membership.suspended_at is not None or membership.withdrawn_at is not None
    if is_out or not membership.campaign.takes_judgments:
        raise CampaignNotOpen(f"{membership.campaign} takes nothing back from you at the moment.")
    judgment = membership.judgments.select_related("assessor").filter(pk=judgment_id).first()
    if judgment is None:
        raise JudgmentRefused("You have no such judgment; load the page again.")
    try:
        return retract_judgment(judgment=judgment, cause=Cause.UNDONE, client_key=client_key)
    except (IntegrityError, JudgmentRefused):
        # The same request may have run beside this one.
        if stored := _sent_before(membership, client_key):
            return stored
        raise


def _sent_before(membership: Membership, client_key: UUID) -> Judgment | None:
    return membership.judgments.filter(client_key=client_key).first()
