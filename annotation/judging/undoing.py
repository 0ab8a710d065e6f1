from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now

from annotation.database import database_now, tried_again
from annotation.exceptions import JudgmentRefused
from annotation.judging.qualification import check_may_judge
from annotation.models import (
    CampaignPair,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
    TopicSeat,
)
from annotation.serving.ask_again import ask_again_where_grades_disagree
from annotation.serving.slots import (
    free_shared_slot,
    hand_back,
    is_free,
    locked_personal_slot,
    locked_slots,
)


@transaction.atomic
def retract_judgment(
    *,
    judgment: Judgment,
    cause: Cause,
    recorded_by: User | None = None,
    client_key: UUID | None = None,
) -> Judgment:
    """Retract a live judgment: a new row records it and supersedes the judgment.

    Undone by its assessor, the slot is leased to them again, or a free one in its place;
    withdrawn, it is free for others or for a surplus grade.

    Raises:
        JudgmentRefused: the judgment is no longer the live one, or belongs to the qualification
            round, in which answers stay, or would be undone in a pilot of other pairs.
    """
    pair = CampaignPair.objects.select_related("campaign", "pair").get(pk=judgment.campaign_pair_id)
    if cause == Cause.UNDONE:
        _check_undone(pair)
    slots = _locked_slots(pair, judgment)
    live = Judgment.objects.live().filter(pk=judgment.pk)
    is_retracted = judgment.reason_not_judged == Reason.RETRACTED
    if is_retracted or not live.update(superseded_at=Now()):
        raise JudgmentRefused(
            "This answer was changed or taken back since, in another tab perhaps, and what was said"
            " last stands; load the page again to see it.",
            code="answer_changed",
        )
    retraction = _store(judgment, cause, recorded_by, client_key)
    if cause == Cause.UNDONE:
        _open_again(pair, judgment, slots)
    else:
        _free(judgment, slots)
    return retraction


def _check_undone(pair: CampaignPair) -> None:
    if pair.kind == PairKind.QUALIFICATION:
        raise JudgmentRefused(
            "An answer of the qualification round stays as it was given.",
            code="qualification_answer",
        )
    if pair.campaign.state == CampaignState.PILOT and not pair.in_pilot:
        raise JudgmentRefused(
            "Judgments from before the pilot cannot change until the pilot is over.",
            code="before_pilot",
        )


def _store(
    judgment: Judgment, cause: Cause, recorded_by: User | None, client_key: UUID | None
) -> Judgment:
    return Judgment.objects.create(
        campaign_pair_id=judgment.campaign_pair_id,
        assessor_id=judgment.assessor_id,
        occasion=judgment.occasion,
        reason_not_judged=Reason.RETRACTED,
        text_hash=judgment.text_hash,
        position=judgment.position,
        rotation=judgment.rotation,
        guideline_id=judgment.guideline_id,
        policy_id=judgment.policy_id,
        cause=cause,
        recorded_by=recorded_by,
        client_key=client_key or uuid4(),
        created_at=database_now(),
    )


def _is_personal(pair: CampaignPair, judgment: Judgment) -> bool:
    return pair.kind != PairKind.REGULAR or judgment.occasion > 0


def _locked_slots(pair: CampaignPair, judgment: Judgment) -> list[Slot]:
    """The shared slots that the judgment may hold one of, or its assessor's own if there is one."""
    if not _is_personal(pair, judgment):
        return locked_slots(pair.pk)
    own = locked_personal_slot(pair.pk, judgment.assessor_id, judgment.occasion)
    return [] if own is None else [own]


def _open_again(pair: CampaignPair, judgment: Judgment, slots: Sequence[Slot]) -> None:
    """The pair is before its assessor again, first by the lease and later by their seat.

    What was answered without a grade held no slot: a free one does, if there is one left.
    """
    own = next((slot for slot in slots if slot.holder_id == judgment.assessor_id), None)
    slot = own or next((slot for slot in slots if is_free(slot)), None)
    if slot is None and _is_personal(pair, judgment):
        slot = Slot(
            campaign_pair=pair,
            campaign_id=pair.campaign_id,
            topic_id=pair.pair.topic_id,
            occasion=judgment.occasion,
        )
    if slot is not None:
        hand_back(slot, judgment, lease_s=pair.campaign.lease_s)
    TopicSeat.objects.filter(
        campaign=pair.campaign_id, topic=pair.pair.topic_id, holder=judgment.assessor_id
    ).update(finished_at=None)


def _free(judgment: Judgment, slots: Sequence[Slot]) -> None:
    slot = next((slot for slot in slots if slot.judgment_id == judgment.pk), None)
    if slot is None:
        return
    if slot.order_key is None:
        slot.delete()
        return
    free_shared_slot(slot)
    ask_again_where_grades_disagree(judgment.campaign_pair_id, slots)


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
