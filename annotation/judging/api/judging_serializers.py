from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.judging.own_judgments import ANY_REASON
from annotation.judging.qualification import Feedback
from annotation.judging.recording import VoteStatus
from annotation.models import CampaignState, Reason
from annotation.serving.assignments import Assignment, Progress, ShownPassage, ShownTopic
from annotation.serving.claim import MAX_LEASED, Nothing
from annotation.serving.claim_context import Newest
from ranking.http.limited_list import LimitedList
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import TupleSerializer
from regrade.files.judging.confidence import LEAST_CONFIDENCE, MOST_CONFIDENCE

# Reasons an assessor may give; the others are recorded by imports and retractions.
GIVEN_REASONS = (Reason.UNREADABLE, Reason.UNCLEAR_TOPIC, Reason.LANGUAGE, Reason.OTHER)
MAX_SPANS = 1000
DAY_MS = 24 * 3600 * 1000
HOLD = "How many to hold in all; each request leases a few more. At 0 none are returned."
MAX_ID = 2**63 - 1
MAX_VERSION = 2**31 - 1


class SpanField(LimitedList):
    child = serializers.IntegerField(min_value=0)

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class TopicSerializer(TupleSerializer[ShownTopic]):
    pass


class PassageSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    text = serializers.CharField()


class AssignmentSerializer(TupleSerializer[Assignment]):
    topic = TopicSerializer()
    leased_until = serializers.DateTimeField()


class EmptySerializer(serializers.Serializer[Any]):
    """Why there is nothing to judge; `state` is the campaign's and details `not_open`.

    Where others hold the rest, `free_at` says when the first of them counts as away, `free_in_s`
    in how many seconds, and `n_ahead` how many people have waited longer and come first.
    """

    reason = serializers.ChoiceField(choices=[nothing.value for nothing in Nothing])
    free_at = serializers.DateTimeField(allow_null=True)
    free_in_s = serializers.IntegerField(allow_null=True)
    n_ahead = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=CampaignState.choices)


class WorkSerializer(serializers.Serializer[Any]):
    """All pairs leased to the assessor; `empty` says why there are none.

    Empty when the request asks to hold no pairs. `newest` says whether the desk is worth reading
    again: there may be a newer guideline or message than the page shows.
    """

    assignments = AssignmentSerializer(many=True)
    empty = EmptySerializer(allow_null=True)
    progress = TupleSerializer[Progress]()
    newest = TupleSerializer[Newest]()


class ClaimRequestSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class JudgmentRequestSerializer(serializers.Serializer[Any]):
    """An answer to a pair: a grade, or a reason why there is none.

    `spans` are the highlights. Where some grade of the scale requires highlights, those of any
    other answer are left out; where none does, any grade may have some, but no answer without one.
    """

    ticket = serializers.CharField()
    grade = serializers.IntegerField(allow_null=True)
    reason_not_judged = serializers.ChoiceField(choices=GIVEN_REASONS, allow_null=True)
    spans = LimitedList(child=SpanField(), max_length=MAX_SPANS)
    confidence = serializers.IntegerField(
        min_value=LEAST_CONFIDENCE,
        max_value=MOST_CONFIDENCE,
        allow_null=True,
        default=None,
        help_text="5 is very high.",
    )
    note = TextField(allow_blank=True, max_length=10_000, default="")
    active_ms = serializers.IntegerField(min_value=0, max_value=DAY_MS)
    away_ms = serializers.IntegerField(min_value=0, max_value=DAY_MS)
    visit = serializers.UUIDField(default=None)
    guideline = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VERSION,
        allow_null=True,
        default=None,
        help_text="The version that the page showed, 0 where it showed none. Where nothing is said,"
        " the judgment is recorded under the newest when the pair was served.",
    )
    replaces = serializers.UUIDField(
        allow_null=True,
        required=False,
        help_text="The client key of the own answer to this passage that the page showed, null for"
        " none. Where another one stands, this one is set aside, and refused as"
        " `another_answer_stands` with the `standing` one. Where nothing is said, it replaces any.",
    )
    client_key = serializers.UUIDField()
    claim = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class StoredJudgmentSerializer(serializers.Serializer[Any]):
    """The stored judgment; spans are offsets into the text as it was shown.

    `sentence` is for the assessor: what there is to say besides that it is saved, or null.
    """

    id = serializers.IntegerField()
    grade = serializers.IntegerField(allow_null=True)
    reason_not_judged = serializers.CharField(allow_null=True)
    spans = serializers.ListField(child=SpanField())
    status = serializers.ChoiceField(choices=[status.value for status in VoteStatus])
    sentence = serializers.CharField(allow_null=True)


class RecordedSerializer(WorkSerializer):
    judgment = StoredJudgmentSerializer()
    feedback = TupleSerializer[Feedback](allow_null=True)


class UndoRequestSerializer(serializers.Serializer[Any]):
    judgment = serializers.IntegerField()
    client_key = serializers.UUIDField()
    claim = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class ActivitySerializer(serializers.Serializer[Any]):
    """Length of one stay on a pair so far; sent repeatedly while it lasts."""

    ticket = serializers.CharField()
    visit = serializers.UUIDField()
    active_ms = serializers.IntegerField(min_value=0, max_value=DAY_MS)
    away_ms = serializers.IntegerField(min_value=0, max_value=DAY_MS)


class OwnJudgmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="judgment.pk")
    key = serializers.CharField()
    ticket = serializers.CharField()
    answer = serializers.UUIDField(
        source="judgment.client_key", help_text="For `replaces` of a judgment that changes it."
    )
    topic = TopicSerializer()
    passage = TupleSerializer[ShownPassage]()
    grade = serializers.IntegerField(source="judgment.grade.value", allow_null=True, default=None)
    reason_not_judged = serializers.CharField(source="judgment.reason_not_judged", allow_null=True)
    spans = serializers.ListField(child=SpanField())
    confidence = serializers.IntegerField(source="judgment.confidence", allow_null=True)
    note = serializers.CharField(source="judgment.note", allow_blank=True)
    created_at = serializers.DateTimeField(source="judgment.created_at")


class OwnJudgmentsSerializer(serializers.Serializer[Any]):
    """A page of own judgments; send `next` as `before` for the following page, null on the last."""

    rows = OwnJudgmentSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class SoughtSerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField(min_value=1, max_value=MAX_ID, required=False)
    grade = serializers.IntegerField(required=False)
    reason = serializers.ChoiceField(
        choices=[*Reason.values, ANY_REASON], required=False, help_text="`any` is each of them."
    )
    query = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    words = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="That stand in the query."
    )
