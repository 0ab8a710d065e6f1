from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.events import log_member_event
from annotation.judging.retracting import retract_judgment
from annotation.models import Cause, EventKind, Judgment, Membership, Reason
from annotation.pairs.deciding import drop_decisions
from annotation.pairs.summaries import summarize_at_the_end
from annotation.people.memberships import locked_member, release_turn
from annotation.serving.leases import release_member


class Work(StrEnum):
    """What happens to a withdrawing person's judgments and decisions."""

    KEEP = "keep"
    DROP = "drop"


class Withdrawal(NamedTuple):
    membership: Membership
    n_retracted: int
    n_decisions: int  # taken back


@transaction.atomic
def withdraw_member(*, membership: Membership, work: Work, actor: User | None = None) -> Withdrawal:
    """End a member's part in a campaign, in whatever state it is.

    What they hold is free for others at once. Their work stays, or every live judgment is taken
    back by a new row, its slot is free again, and their decisions as an adjudicator end. Who kept
    their work may still drop it later; else withdrawing again changes nothing. Label sets that were
    frozen before stay as they are.
    """
    member = locked_member(membership)
    was_out = member.withdrawn_at is not None
    if was_out and work == Work.KEEP:
        return Withdrawal(member, 0, 0)
    member.withdrawn_at = member.withdrawn_at or timezone.now()
    member.save(update_fields=["withdrawn_at"])
    release_turn(member)
    release_member(membership=member)
    # Looked up after what they held is released: that waited for an answer under way.
    counting = _counting_judgments(member) if work == Work.DROP else []
    n_decisions = drop_decisions(member) if work == Work.DROP else 0
    summarize_at_the_end()
    recorded_by = None if actor is None or actor.pk == member.user_id else actor
    for judgment in counting:
        retract_judgment(judgment=judgment, cause=Cause.WITHDRAWN, recorded_by=recorded_by)
    if counting or n_decisions or not was_out:
        log_member_event(
            member=member,
            kind=EventKind.WITHDRAWN,
            actor=actor,
            work=work,
            n_retracted=len(counting),
            n_decisions=n_decisions,
        )
    return Withdrawal(member, len(counting), n_decisions)


def _counting_judgments(member: Membership) -> list[Judgment]:
    """What the assessor has said and not taken back, in the order in which pairs are locked."""
    live = member.judgments.live().exclude(reason_not_judged=Reason.RETRACTED)
    return list(live.select_related("assessor").order_by("campaign_pair_id", "occasion"))
