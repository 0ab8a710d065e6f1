from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.models import AssessorKind, Cause, PairKind, Reason

# What stands in the place of an answer that was withdrawn.
UNSAID: dict[str, Any] = {
    "grade": None,
    "reason_not_judged": None,
    "spans": [],
    "confidence": None,
    "note": "",
}


class VersionSerializer(serializers.Serializer[Any]):
    """One version of a judgment: its content, when it was live, its cause and author."""

    occasion = serializers.IntegerField()
    grade = serializers.IntegerField(source="grade.value", allow_null=True, default=None)
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    confidence = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()
    active_ms = serializers.IntegerField(allow_null=True)
    away_ms = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField(allow_null=True)
    rotation = serializers.IntegerField()
    guideline = serializers.IntegerField(source="guideline.version", allow_null=True, default=None)
    cause = serializers.ChoiceField(choices=Cause.choices)
    recorded_by = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    superseded_at = serializers.DateTimeField(allow_null=True)

    def get_recorded_by(self, judgment: Any) -> str:
        """`organizer`, or `assessor`, who need not say more of themselves."""
        return "assessor" if judgment.recorded_by_id is None else "organizer"


class AuditedVersionSerializer(VersionSerializer):
    """A version for the audit; a withdrawn one shows only by whom, when and why."""

    id = serializers.IntegerField()
    pseudonym = serializers.CharField(source="assessor.pseudonym")
    assessor_kind = serializers.ChoiceField(choices=AssessorKind.choices, source="assessor.kind")
    policy = serializers.IntegerField(source="policy.version", allow_null=True, default=None)
    why = serializers.CharField(source="get_cause_display")
    is_withdrawn = serializers.BooleanField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {**shown, **UNSAID} if instance.is_withdrawn else shown


class AuditedPairSerializer(serializers.Serializer[Any]):
    """A pair with every version of every judgment, oldest first."""

    query_id = serializers.CharField(source="pair.topic.query_id")
    doc_id = serializers.CharField(source="pair.passage.doc_id")
    kind = serializers.ChoiceField(choices=PairKind.choices)
    judgments = AuditedVersionSerializer(many=True, source="versions")
