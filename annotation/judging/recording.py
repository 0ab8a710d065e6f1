from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from annotation.active.due import offer_next_step
from annotation.database import execute, tried_again
from annotation.exceptions import AnotherAnswerStands, JudgmentRefused
from annotation.judging.inserting import insert_judgment, join_answers
from annotation.judging.qualification import Feedback, check_taking_part, feedback_on, qualify
from annotation.judging.setting_aside import meet_standing, met_before
from annotation.judging.visits import VisitReport, add_visit, time_on_pair
from annotation.models import (
    Cause,
    Grade,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
)
from annotation.serving.ask_again import ask_again_where_grades_disagree
from annotation.serving.slots import (
    fill_personal_slot,
    fill_shared_slot,
    locked_personal_slot,
    locked_slots,
)
from annotation.serving.special_pairs import AskedPair, read_asked_pair
from annotation.serving.tickets import Ticket
from regrade.serving.honest_time import Stay, Time, total_time
from regrade.serving.rotation import spans_as_shown, spans_as_stored
from regrade.text.spans import Span

# The new answer begins where the old one ends.
SUPERSEDE = """
WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS now), ended AS (
    UPDATE annotation_judgment SET superseded_at = moment.now FROM moment
    WHERE campaign_pair_id = %(pair)s AND assessor_id = %(assessor)s AND occasion = %(occasion)s
      AND superseded_at IS NULL
    RETURNING coalesce(reason_not_judged, '') AS reason
)
SELECT moment.now, ARRAY(SELECT reason FROM ended) FROM moment
"""
SURPLUS = (
    "Thank you. Others gave this passage all the judgments it needs before yours came; yours is"
    " kept, and counts should one of them be taken back."
)


class Seen(NamedTuple):
    """The client key of the own answer that a page showed, or that there was none."""

    answer: UUID | None


class Answer(NamedTuple):
    """An assessor's answer to a pair: a grade, or a reason why there is none.

    Spans, the highlights, are offsets into the text as it was shown; `confidence` is from 1, very
    low, to 5, very high. `visit` names the stay to which the times belong; without one they are
    one stay, and taken as they are where the ticket does not say when it was issued. `guideline` is
    the version that the assessor had before their eyes, 0 where there was none; where the page does
    not say, it is the newest of when the pair was served. `seen` says which own answer to the same
    pair the page showed; where it does not say, the answer replaces whichever stands.
    """

    grade: int | None = None
    reason_not_judged: Reason | None = None
    spans: Sequence[Sequence[int]] = ()
    confidence: int | None = None
    note: str = ""
    active_ms: int | None = None
    away_ms: int | None = None
    visit: UUID | None = None
    guideline: int | None = None
    seen: Seen | None = None


class VoteStatus(StrEnum):
    """How a judgment counts, as shown to its assessor: a gold pair looks like any other."""

    VOTE = "vote"
    SURPLUS = "surplus"
    NOT_JUDGED = "not_judged"

    @property
    def sentence(self) -> str | None:
        """A sentence for the assessor, besides that the judgment is saved."""
        return SURPLUS if self == VoteStatus.SURPLUS else None


class Recorded(NamedTuple):
    """The stored judgment; spans are offsets into the text as it was shown."""

    judgment: Judgment
    status: VoteStatus
    grade: int | None
    spans: Sequence[Span]
    feedback: Feedback | None  # in the qualification round, whole in its last attempt alone


def record_judgment(
    *, membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID
) -> Recorded:
    """Store an answer to a served pair; a later answer supersedes an earlier one.

    Sending the same `client_key` again changes nothing and returns what was stored. A grade
    fills the assessor's slot, or any free one when the lease ran out and the slot went to
    someone else; when none is free it is kept as surplus. An answer without a grade frees the
    slot, for a surplus grade if there is one. Where another answer stands than the page saw,
    as after work on two devices, that one goes on counting, and this one is set aside; so does one
    that says the same. Spans of an answer that takes none, see `AskedPair.takes_spans`, are left
    out: a page of an earlier release may still send them.

    Raises:
        AnotherAnswerStands: this one was set aside.
        CampaignNotOpen: the campaign takes no judgments, or none of this member.
        JudgmentRefused: the answer does not fit the scale or the passage, the guideline was never
            published, the key was used for something else, or it would change an answer of the
            qualification round.
    """
    outcome = _record(membership, ticket, answer, client_key)
    if isinstance(outcome, AnotherAnswerStands):
        raise outcome  # now that the answer set aside is stored
    return outcome


@tried_again
def _record(
    membership: Membership, ticket: Ticket, answer: Answer, client_key: UUID
) -> Recorded | AnotherAnswerStands:
    join_answers(membership.campaign_id)
    pair = read_asked_pair(
        membership_id=membership.pk,
        campaign_pair_id=ticket.campaign_pair_id,
        grade=answer.grade,
        guideline=answer.guideline,
        client_key=client_key,
    )
    if pair.stored_id is not None:
        return _sent_before(ticket, pair, pair.stored_id)
    check_taking_part(
        role=pair.role,
        is_withdrawn=pair.is_withdrawn,
        is_suspended=pair.is_suspended,
        campaign=pair.campaign_name,
        state=pair.state,
    )
    _check_grade(pair, answer)
    answer = answer._replace(spans=_spans(pair, answer, ticket.rotation))
    ticket = ticket._replace(guideline_id=_guideline(pair, answer, ticket))
    judgment = _judgment(membership, ticket, answer, pair, client_key)
    if answer.seen is not None and pair.kind != PairKind.QUALIFICATION:
        met = meet_standing(judgment, seen=answer.seen.answer, now=pair.now)
        if met is not None:
            return _as_met(pair, met)
    is_seated = _seat(judgment, pair)
    if pair.kind == PairKind.QUALIFICATION:
        qualify(membership)
    if pair.learns:
        offer_next_step(campaign_id=pair.campaign_id, topic_id=pair.topic_id)
    return _recorded(pair, judgment, answer.grade, is_seated=is_seated)


def _seat(judgment: Judgment, pair: AskedPair) -> bool:
    """Store the judgment and fill its slot; whether it has one."""
    if pair.is_shared(judgment.occasion):
        slots = locked_slots(pair.id)
        _store(judgment, pair)
        is_seated = fill_shared_slot(judgment, slots)
        ask_again_where_grades_disagree(pair.id, slots)
        return is_seated
    own = locked_personal_slot(pair.id, judgment.assessor_id, judgment.occasion)
    _store(judgment, pair)
    return fill_personal_slot(judgment, own, pair)


def _store(judgment: Judgment, pair: AskedPair) -> None:
    """Store a new row, which supersedes an earlier one. The pair's slots are locked."""
    judgment.created_at, is_change = _supersede(judgment, pair)
    judgment.cause = Cause.CHANGED if is_change else Cause.JUDGED
    insert_judgment(judgment)


def _judgment(
    membership: Membership, ticket: Ticket, answer: Answer, pair: AskedPair, client_key: UUID
) -> Judgment:
    """The answer as a row that is not stored yet; the visit that it ends is noted."""
    time = _time(membership, ticket, answer, pair.now)
    return Judgment(
        campaign_pair_id=pair.id,
        assessor=membership,
        occasion=ticket.occasion,
        grade_id=pair.grade_id,
        reason_not_judged=answer.reason_not_judged,
        spans=answer.spans,
        text_hash=sha256(pair.text.encode()).hexdigest(),
        confidence=answer.confidence,
        note=answer.note,
        active_ms=time.active_ms if time else None,
        away_ms=time.away_ms if time else None,
        position=ticket.position,
        rotation=ticket.rotation,
        guideline_id=ticket.guideline_id,
        policy_id=ticket.policy_id,
        client_key=client_key,
    )


def _sent_before(ticket: Ticket, pair: AskedPair, stored_id: int) -> Recorded | AnotherAnswerStands:
    stored = Judgment.objects.select_related("grade").get(pk=stored_id)
    is_same = (stored.assessor_id, stored.campaign_pair_id, stored.occasion) == (
        ticket.membership_id,
        ticket.campaign_pair_id,
        ticket.occasion,
    )
    if not is_same or stored.reason_not_judged == Reason.RETRACTED:
        raise JudgmentRefused(
            f"The client key {stored.client_key} was used for another judgment.",
            code="client_key_used",
        )
    return _as_met(pair, met_before(stored) if stored.cause == Cause.LATE else stored)


def _as_met(pair: AskedPair, met: Judgment | AnotherAnswerStands) -> Recorded | AnotherAnswerStands:
    """The response where an answer stored before goes on counting."""
    if isinstance(met, AnotherAnswerStands):
        return met
    grade = met.grade.value if met.grade else None
    is_seated = Slot.objects.filter(judgment=met).exists()
    return _recorded(pair, met, grade, is_seated=is_seated)


def _recorded(
    pair: AskedPair, judgment: Judgment, grade: int | None, *, is_seated: bool
) -> Recorded:
    n_characters = len(pair.text)
    return Recorded(
        judgment,
        _status(judgment, is_seated=is_seated),
        grade,
        spans_as_shown(judgment.spans, rotation=judgment.rotation, n_characters=n_characters),
        feedback_on(judgment) if pair.kind == PairKind.QUALIFICATION else None,
    )


def _status(judgment: Judgment, *, is_seated: bool) -> VoteStatus:
    if judgment.grade_id is None:
        return VoteStatus.NOT_JUDGED
    return VoteStatus.VOTE if is_seated else VoteStatus.SURPLUS


def _check_grade(pair: AskedPair, answer: Answer) -> None:
    if (answer.grade is None) == (answer.reason_not_judged is None):
        raise JudgmentRefused(
            "A judgment has a grade or a reason for none, not both.", code="grade_or_reason"
        )
    if answer.grade is not None and pair.grade_id is None:
        scale = Grade.objects.filter(campaign=pair.campaign_id).order_by("value")
        values = list(scale.values_list("value", flat=True))
        raise JudgmentRefused(
            f"{answer.grade} is not on the scale {values}.", code="grade_off_scale"
        )


def _guideline(pair: AskedPair, answer: Answer, ticket: Ticket) -> int | None:
    """The version shown, which a page may read later than it gets its pairs, or earlier."""
    if answer.guideline is None:
        return ticket.guideline_id
    if answer.guideline > 0 and pair.guideline_id is None:
        raise JudgmentRefused(
            f"{pair.campaign_name} has no version {answer.guideline} of its guideline.",
            code="unknown_guideline",
        )
    return pair.guideline_id


def _spans(pair: AskedPair, answer: Answer, rotation: int) -> list[Span]:
    if not pair.takes_spans:
        return []
    try:
        spans = spans_as_stored(answer.spans, rotation=rotation, n_characters=len(pair.text))
    except ValueError as error:
        raise JudgmentRefused(
            f"The highlights cannot be stored: {error}.", code="bad_spans"
        ) from error
    if pair.requires_span and not spans:
        raise JudgmentRefused(
            f"“{pair.grade_name}” asks for the words that answer; highlight them first.",
            code="span_missing",
        )
    return spans


def _time(membership: Membership, ticket: Ticket, answer: Answer, now: datetime) -> Time | None:
    """The time on the pair: all visits together, when the page names them."""
    if answer.active_ms is None:
        return None
    given = Time(answer.active_ms, answer.away_ms or 0)
    if answer.visit is None:
        if ticket.issued_s is None:
            return given
        issued_at = datetime.fromtimestamp(ticket.issued_s, UTC)
        return total_time([Stay(min(issued_at, now), now, *given)])
    report = VisitReport(answer.visit, given.active_ms, given.away_ms)
    add_visit(membership=membership, ticket=ticket, report=report)
    return time_on_pair(membership, ticket)


def _supersede(judgment: Judgment, pair: AskedPair) -> tuple[datetime, bool]:
    """End the life of the assessor's earlier answer to the pair; when, and whether there is one."""
    earlier = {
        "pair": pair.id,
        "assessor": judgment.assessor_id,
        "occasion": judgment.occasion,
    }
    with execute(SUPERSEDE, earlier) as cursor:
        [(now, reasons)] = cursor.fetchall()
    stood = reasons and reasons != [Reason.RETRACTED]
    if stood and pair.kind == PairKind.QUALIFICATION:
        raise JudgmentRefused(
            "An answer of the qualification round stays as it was given.",
            code="qualification_answer",
        )
    return now, bool(reasons)
