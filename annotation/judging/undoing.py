from __future__ import annotations

from uuid import UUID

from annotation.database import tried_again
from annotation.exceptions import JudgmentRefused
from annotation.judging.retracting import retract_judgment
from annotation.judging.taking_part import check_may_judge
from annotation.models import Cause, Judgment, Membership


@tried_again
def undo_judgment(*, membership: Membership, judgment_id: int, client_key: UUID) -> Judgment:
    """Undo one of the assessor's own answers; its pair is served to them again.

    Sending the same `client_key` again changes nothing and returns what was stored.

    Raises:
        CampaignNotOpen: the campaign takes no judgments, or the assessor has no part in it now.
        JudgmentRefused: it is not theirs, no longer live, or of the qualification round, or the key
            was used for something else.
    """
    # Ending the membership waits for answers in progress.
    member = Membership.objects.select_for_update(no_key=True, of=("self",))
    membership = member.select_related("campaign").get(pk=membership.pk)
    judgment = membership.judgments.select_related("assessor").filter(pk=judgment_id).first()
    if judgment is None:
        raise JudgmentRefused(
            "You have no such judgment; load the page again.", code="no_such_judgment"
        )
    if stored := _sent_before(judgment, client_key):
        return stored
    check_may_judge(membership)
    return retract_judgment(judgment=judgment, cause=Cause.UNDONE, client_key=client_key)


def _sent_before(judgment: Judgment, client_key: UUID) -> Judgment | None:
    stored = Judgment.objects.filter(client_key=client_key).first()
    if stored is None:
        return None
    about = judgment.assessor_id, judgment.campaign_pair_id, judgment.occasion, Cause.UNDONE
    if (stored.assessor_id, stored.campaign_pair_id, stored.occasion, stored.cause) != about:
        raise JudgmentRefused(
            f"The client key {client_key} was used for something else.", code="client_key_used"
        )
    return stored
