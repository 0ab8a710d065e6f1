from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen, JudgmentRefused
from annotation.models import CampaignPair, Grade, Judgment, Membership, Reason, Slot
from annotation.spans import checked_spans
from annotation.tickets import Ticket


class Answer(NamedTuple):
    """What an assessor says of a pair: a grade, or a reason why there is none."""

    grade: int | None = None
    reason_not_judged: Reason | None = None
    spans: Sequence[Sequence[int]] = ()
    confidence: int | None = None
    note: str = ""
    active_ms: int | None = None
    away_ms: int | None = None


class Standing(StrEnum):
    """What a judgment counts as."""

    VOTE = "vote"
    SURPLUS = "surplus"
    NOT_JUDGED = "not_judged"


def record_judgment(
    *, membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID
) -> Judgment:
    """Store an answer to a pair that was handed out; a later answer supersedes an earlier one.

    Sending the same `client_key` again changes nothing and returns what was stored. A grade
    fills the assessor's slot, or any free one when the lease ran out and the slot went to
    someone else; when none is free it is kept as surplus. An answer without a grade frees the
    slot, for a surplus grade if there is one.

    Raises:
        CampaignNotOpen: the campaign takes no judgments.
        JudgmentRefused: the answer does not fit the scale or the passage, or the key was used
            for something else.
    """
    try:
        with transaction.atomic():
            return _sent_before(membership, client_key, ticket) or _record(
                membership, ticket, answer, client_key
            )
    except IntegrityError:
        # The same answer was stored by a request that ran beside this one.
        if stored := _sent_before(membership, client_key, ticket):
            return stored
        raise


def standing(judgment: Judgment) -> Standing:
    if judgment.grade_id is None:
        return Standing.NOT_JUDGED
    return Standing.VOTE if Slot.objects.filter(judgment=judgment).exists() else Standing.SURPLUS


def _sent_before(membership: Membership, client_key: UUID, ticket: Ticket) -> Judgment | None:
    stored = Judgment.objects.filter(client_key=client_key).first()
    if stored is None:
        return None
    if (stored.assessor_id, stored.campaign_pair_id) != (membership.pk, ticket.campaign_pair_id):
        raise JudgmentRefused(f"The client key {client_key} was used for another judgment.")
    return stored


def _record(membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID) -> Judgment:
    pair = CampaignPair.objects.select_related("campaign", "pair__passage").get(
        pk=ticket.campaign_pair_id
    )
    _check_open(pair, membership)
    grade = _grade(pair, answer)
    text = pair.pair.passage.text or ""
    # Every writer of this pair waits here; claims skip the locked slots.
    slots = list(pair.slots.select_for_update().order_by("number"))
    _supersede(pair, membership)
    judgment = Judgment.objects.create(
        campaign_pair=pair,
        assessor=membership,
        grade=grade,
        reason_not_judged=answer.reason_not_judged,
        spans=_spans(answer, grade, text),
        text_hash=sha256(text.encode()).hexdigest(),
        confidence=answer.confidence,
        note=answer.note,
        active_ms=answer.active_ms,
        away_ms=answer.away_ms,
        position=ticket.position,
        guideline_id=ticket.guideline_id,
        client_key=client_key,
        created_at=timezone.now(),
    )
    _seat_in_slot(judgment, slots)
    return judgment


def _check_open(pair: CampaignPair, membership: Membership) -> None:
    if membership.suspended_at is not None:
        raise CampaignNotOpen("Your part in this campaign is suspended; ask its organizer.")
    if not pair.campaign.takes_judgments:
        raise CampaignNotOpen(
            f"{pair.campaign} is {pair.campaign.state} and takes no judgments at the moment."
        )


def _grade(pair: CampaignPair, answer: Answer) -> Grade | None:
    if (answer.grade is None) == (answer.reason_not_judged is None):
        raise JudgmentRefused("A judgment holds a grade or a reason why there is none, not both.")
    if answer.grade is None:
        return None
    scale = {grade.value: grade for grade in pair.campaign.grades.all()}
    if answer.grade not in scale:
        raise JudgmentRefused(f"{answer.grade} is not on the scale {sorted(scale)}.")
    return scale[answer.grade]


def _spans(answer: Answer, grade: Grade | None, text: str) -> list[tuple[int, int]]:
    if grade is not None and grade.requires_span and not answer.spans:
        raise JudgmentRefused(f"“{grade.name}” asks for the words that answer; mark them first.")
    try:
        return checked_spans(answer.spans, n_characters=len(text))
    except ValueError as error:
        raise JudgmentRefused(f"The marked words cannot be stored: {error}.") from error


def _supersede(pair: CampaignPair, membership: Membership) -> None:
    """End the life of the assessor's earlier answer to the pair, if there is one."""
    earlier = pair.judgments.live().filter(assessor=membership, occasion=0)
    earlier.update(superseded_at=timezone.now())


def _seat_in_slot(judgment: Judgment, slots: Sequence[Slot]) -> None:
    """Fill, keep or free a slot; a grade that finds none free is surplus until one is."""
    own = next((slot for slot in slots if slot.holder_id == judgment.assessor_id), None)
    if judgment.grade_id is None:
        if own is not None:
            waiting = _oldest_surplus(judgment.campaign_pair)
            _set(own, holder=waiting.assessor if waiting else None, judgment=waiting)
        return
    slot = own or next((slot for slot in slots if _is_free(slot)), None)
    if slot is not None:
        _set(slot, holder=judgment.assessor, judgment=judgment)


def _oldest_surplus(pair: CampaignPair) -> Judgment | None:
    """The grade that has waited longest for a slot of the pair to be free."""
    grades = pair.judgments.live().filter(occasion=0, grade__isnull=False, slot__isnull=True)
    return grades.order_by("created_at", "pk").first()


def _is_free(slot: Slot) -> bool:
    if slot.judgment_id is not None:
        return False
    return slot.leased_until is None or slot.leased_until <= timezone.now()


def _set(slot: Slot, *, holder: Membership | None, judgment: Judgment | None) -> None:
    slot.holder, slot.judgment, slot.leased_until = holder, judgment, None
    slot.save(update_fields=["holder", "judgment", "leased_until"])
