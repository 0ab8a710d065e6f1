"""Answers that come after another one which their page did not see, as from two devices.

The answer that stands goes on counting until its assessor says which of the two holds; both are
kept.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from annotation.database import execute
from annotation.exceptions import AnotherAnswerStands, JudgmentRefused
from annotation.judging.inserting import insert_judgment
from annotation.models import Cause, Judgment
from regrade.serving.rotation import spans_as_shown

STANDING = """
SELECT id FROM annotation_judgment
WHERE campaign_pair_id = %(pair)s AND assessor_id = %(assessor)s AND occasion = %(occasion)s
  AND superseded_at IS NULL AND reason_not_judged IS DISTINCT FROM 'retracted'
"""


def meet_standing(
    judgment: Judgment, *, seen: UUID | None, now: datetime
) -> Judgment | AnotherAnswerStands | None:
    """Settle this judgment against the assessor's standing answer to the same look.

    None lets this one take its place, for its page saw it or one that says the same. The standing
    one itself goes on counting where it says what this one does. Else this one is stored as one
    that never counted, and the message to its assessor is returned.
    """
    other = _standing(judgment)
    if other is None:
        return None
    if _content(other) == _content(judgment):
        if other.client_key != seen:
            _set_aside(judgment, other, now)
        return other
    if seen is not None and _was_seen(other, judgment, seen):
        return None
    _set_aside(judgment, other, now)
    return _another_stands(other)


def met_before(stored: Judgment) -> Judgment | AnotherAnswerStands:
    """As `meet_standing` for what was set aside, when it is sent once more.

    Raises:
        JudgmentRefused: the answer that stood then was taken back.
    """
    other = _standing(stored)
    if other is None:
        raise JudgmentRefused(
            "This answer was set aside, as another one stood; that one was taken back since. Open"
            " the passage again and judge it.",
            code="answer_set_aside",
        )
    return other if _content(other) == _content(stored) else _another_stands(other)


def _standing(judgment: Judgment) -> Judgment | None:
    look = {
        "pair": judgment.campaign_pair_id,
        "assessor": judgment.assessor_id,
        "occasion": judgment.occasion,
    }
    with execute(STANDING, look) as cursor:
        found = cursor.fetchone()
    if found is None:
        return None
    read = Judgment.objects.select_related("grade", "campaign_pair__pair__passage")
    return read.get(pk=found[0])


def _was_seen(other: Judgment, judgment: Judgment, seen: UUID) -> bool:
    if other.client_key == seen:
        return True
    versions = Judgment.objects.filter(
        campaign_pair=judgment.campaign_pair_id,
        assessor=judgment.assessor_id,
        occasion=judgment.occasion,
    )
    known = versions.filter(client_key=seen).first()
    return known is not None and _content(known) == _content(other)


def _set_aside(judgment: Judgment, other: Judgment, now: datetime) -> None:
    """Store the answer as one that never counted."""
    judgment.cause = Cause.LATE
    judgment.created_at = judgment.superseded_at = max(now, other.created_at)
    insert_judgment(judgment)


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
