"""Answers that come after another one which their page did not see, as from two devices.

The answer that stands goes on counting until its assessor says which of the two holds; both are
kept.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from annotation.database import execute
from annotation.exceptions import AnotherAnswerStands, JudgmentRefused
from annotation.judging.inserting import insert_judgment
from annotation.models import Cause, Judgment
from regrade.serving.rotation import spans_as_shown

OTHER = """
SELECT id FROM annotation_judgment
WHERE campaign_pair_id = %(pair)s AND assessor_id = %(assessor)s AND occasion = %(occasion)s
  AND superseded_at IS NULL AND reason_not_judged IS DISTINCT FROM 'retracted'
  AND client_key IS DISTINCT FROM %(seen)s
"""


def other_answer(judgment: Judgment, *, seen: UUID | None) -> Judgment | None:
    """The assessor's standing answer to the same look, unless it, or one that says the same, was
    seen, or this one says the same."""
    other = _standing(judgment, seen)
    if other is None or _content(other) == _content(judgment):
        return None
    known = None if seen is None else _one_of(judgment).filter(client_key=seen).first()
    return None if known is not None and _content(known) == _content(other) else other


def _one_of(judgment: Judgment) -> QuerySet[Judgment]:
    """All versions of the same look."""
    return Judgment.objects.filter(
        campaign_pair=judgment.campaign_pair_id,
        assessor=judgment.assessor_id,
        occasion=judgment.occasion,
    )


def _standing(judgment: Judgment, seen: UUID | None) -> Judgment | None:
    asked = {
        "pair": judgment.campaign_pair_id,
        "assessor": judgment.assessor_id,
        "occasion": judgment.occasion,
        "seen": seen,
    }
    with execute(OTHER, asked) as cursor:
        found = cursor.fetchone()
    if found is None:
        return None
    read = Judgment.objects.select_related("grade", "campaign_pair__pair__passage")
    return read.get(pk=found[0])


def set_aside(judgment: Judgment, other: Judgment, now: datetime) -> AnotherAnswerStands:
    """Store the answer as one that never counted; what to tell its assessor."""
    judgment.cause = Cause.LATE
    judgment.created_at = judgment.superseded_at = now
    insert_judgment(judgment)
    return _another_stands(other)


def still_set_aside(stored: Judgment) -> AnotherAnswerStands | None:
    """What to tell who sends once more what was set aside; None where what stands says the same.

    Raises:
        JudgmentRefused: the answer that stood then was taken back.
    """
    other = _standing(stored, None)
    if other is not None and _content(other) == _content(stored):
        return None
    if other is None:
        raise JudgmentRefused(
            "This answer was set aside, as another one stood; that one was taken back since. Open"
            " the passage again and judge it.",
            code="answer_set_aside",
        )
    return _another_stands(other)


def _content(judgment: Judgment) -> tuple[object, ...]:
    return (
        judgment.grade_id,
        judgment.reason_not_judged,
        sorted(map(tuple, judgment.spans)),
        judgment.confidence,
        judgment.note,
    )


def _another_stands(other: Judgment) -> AnotherAnswerStands:
    text = other.campaign_pair.pair.passage.text or ""
    return AnotherAnswerStands(
        "You answered this passage on another device or in another window as well. That answer"
        " counts until you say which of the two holds; both are kept.",
        standing={
            "answer": str(other.client_key),
            "grade": other.grade and other.grade.value,
            "reason_not_judged": other.reason_not_judged,
            "spans": spans_as_shown(other.spans, rotation=other.rotation, n_characters=len(text)),
            "confidence": other.confidence,
            "note": other.note,
            "created_at": other.created_at,
        },
    )
