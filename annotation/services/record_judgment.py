from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen, JudgmentRefused
from annotation.models import CampaignPair, Cause, Grade, Judgment, Membership, PairKind, Reason
from annotation.services.ask_again import ask_again_where_grades_disagree
from annotation.services.fill_slot import (
    fill_personal_slot,
    fill_shared_slot,
    is_shared,
    locked_personal_slot,
    locked_slots,
)
from annotation.services.note_visit import VisitReport, note_visit, time_on_pair
from annotation.services.qualify import Feedback, feedback_on, qualify
from annotation.serving.honest_time import Time
from annotation.serving.rotation import spans_as_shown, spans_as_stored
from annotation.spans import Span
from annotation.tickets import Ticket


class Answer(NamedTuple):
    """What an assessor says of a pair: a grade, or a reason why there is none.

    Spans are offsets into the text as it was shown. `visit` names the stay to which the times
    belong; without one they are taken as they are.
    """

    grade: int | None = None
    reason_not_judged: Reason | None = None
    spans: Sequence[Sequence[int]] = ()
    confidence: int | None = None
    note: str = ""
    active_ms: int | None = None
    away_ms: int | None = None
    visit: UUID | None = None


class Standing(StrEnum):
    """What a judgment counts as, as far as its assessor is told: a gold pair looks like any."""

    VOTE = "vote"
    SURPLUS = "surplus"
    NOT_JUDGED = "not_judged"


class Recorded(NamedTuple):
    judgment: Judgment
    standing: Standing
    feedback: Feedback | None = None  # in the qualification round

    @property
    def spans(self) -> list[Span]:
        """The marked words in the text as it was shown."""
        stored, text = self.judgment, self.judgment.campaign_pair.pair.passage.text or ""
        return spans_as_shown(stored.spans, rotation=stored.rotation, n_characters=len(text))


def record_judgment(
    *, membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID
) -> Recorded:
    """Store an answer to a pair that was handed out; a later answer supersedes an earlier one.

    Sending the same `client_key` again changes nothing and returns what was stored. A grade
    fills the assessor's slot, or any free one when the lease ran out and the slot went to
    someone else; when none is free it is kept as surplus. An answer without a grade frees the
    slot, for a surplus grade if there is one.

    Raises:
        CampaignNotOpen: the campaign takes no judgments.
        JudgmentRefused: the answer does not fit the scale or the passage, the key was used
            for something else, or it would change an answer of the qualification round.
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
    return Standing.VOTE if hasattr(judgment, "slot") else Standing.SURPLUS


def _sent_before(membership: Membership, client_key: UUID, ticket: Ticket) -> Recorded | None:
    found = Judgment.objects.select_related(
        "grade", "slot", "campaign_pair__pair__passage", "campaign_pair__expert_grade__grade"
    )
    stored = found.filter(client_key=client_key).first()
    if stored is None:
        return None
    if (stored.assessor_id, stored.campaign_pair_id) != (membership.pk, ticket.campaign_pair_id):
        raise JudgmentRefused(f"The client key {client_key} was used for another judgment.")
    return Recorded(stored, standing(stored), feedback_on(stored))


def _record(membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID) -> Recorded:
    pair = CampaignPair.objects.select_related("campaign", "pair__passage").get(
        pk=ticket.campaign_pair_id
    )
    _check_open(pair, membership)
    grade = _grade(pair, answer)
    text = pair.pair.passage.text or ""
    time = _time(membership, ticket, answer)
    shared = is_shared(pair, ticket.occasion)
    slots = locked_slots(pair) if shared else []
    own = None if shared else locked_personal_slot(pair, membership, ticket.occasion)
    is_change = _supersede(pair, membership, ticket.occasion)
    judgment = Judgment.objects.create(
        campaign_pair=pair,
        assessor=membership,
        occasion=ticket.occasion,
        grade=grade,
        reason_not_judged=answer.reason_not_judged,
        spans=_spans(answer, grade, text, ticket.rotation),
        text_hash=sha256(text.encode()).hexdigest(),
        confidence=answer.confidence,
        note=answer.note,
        active_ms=time.active_ms if time else None,
        away_ms=time.away_ms if time else None,
        position=ticket.position,
        rotation=ticket.rotation,
        guideline_id=ticket.guideline_id,
        policy_id=ticket.policy_id,
        cause=Cause.CHANGED if is_change else Cause.JUDGED,
        client_key=client_key,
        created_at=timezone.now(),
    )
    if shared:
        is_seated = fill_shared_slot(judgment, slots)
        ask_again_where_grades_disagree(pair, slots)
    else:
        is_seated = fill_personal_slot(judgment, own)
    if pair.kind == PairKind.QUALIFICATION:
        qualify(membership)
    return Recorded(judgment, _standing(judgment, is_seated=is_seated), feedback_on(judgment))


def _standing(judgment: Judgment, *, is_seated: bool) -> Standing:
    if judgment.grade_id is None:
        return Standing.NOT_JUDGED
    return Standing.VOTE if is_seated else Standing.SURPLUS


def _check_open(pair: CampaignPair, membership: Membership) -> None:
    if membership.withdrawn_at is not None:
        raise CampaignNotOpen("You have withdrawn from this campaign; ask its organizer.")
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


def _spans(answer: Answer, grade: Grade | None, text: str, rotation: int) -> list[Span]:
    if grade is not None and grade.requires_span and not answer.spans:
        raise JudgmentRefused(f"“{grade.name}” asks for the words that answer; mark them first.")
    try:
        return spans_as_stored(answer.spans, rotation=rotation, n_characters=len(text))
    except ValueError as error:
        raise JudgmentRefused(f"The marked words cannot be stored: {error}.") from error


def _time(membership: Membership, ticket: Ticket, answer: Answer) -> Time | None:
    """The time on the pair: all visits together, when the page names them."""
    if answer.active_ms is None:
        return None
    given = Time(answer.active_ms, answer.away_ms or 0)
    if answer.visit is None:
        return given
    report = VisitReport(answer.visit, given.active_ms, given.away_ms)
    note_visit(membership=membership, ticket=ticket, report=report)
    return time_on_pair(membership, ticket)


def _supersede(pair: CampaignPair, membership: Membership, occasion: int) -> bool:
    """End the life of the assessor's earlier answer to the pair, if there is one."""
    earlier = pair.judgments.live().filter(assessor=membership, occasion=occasion)
    if pair.kind == PairKind.QUALIFICATION and earlier.exists():
        raise JudgmentRefused("An answer of the qualification round stays as it was given.")
    return earlier.update(superseded_at=timezone.now()) > 0
