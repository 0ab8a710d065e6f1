from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.models import AssessorKind, Judgment, PairKind
from ranking.http.tuple_serializer import RowSerializer

# What stands in the place of an answer that was withdrawn.
UNSAID: dict[str, Any] = {
    "grade": None,
    "reason_not_judged": None,
    "spans": [],
    "confidence": None,
    "note": "",
}


class VersionSerializer(RowSerializer):
    """One version of a judgment: its content, when it was live, its cause and author."""

    model = Judgment
    columns = [
        "occasion",
        "reason_not_judged",
        "confidence",
        "note",
        "active_ms",
        "away_ms",
        "position",
        "rotation",
        "cause",
        "created_at",
        "superseded_at",
    ]
    grade = serializers.IntegerField(source="grade.value", allow_null=True, default=None)
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    guideline = serializers.IntegerField(source="guideline.version", allow_null=True, default=None)
    recorded_by = serializers.SerializerMethodField()

    def get_recorded_by(self, judgment: Any) -> str:
        """`organizer`, or `assessor`, who need not say more of themselves."""
        return "assessor" if judgment.recorded_by_id is None else "organizer"


class AuditedVersionSerializer(VersionSerializer):
    """A version for the audit; a withdrawn one shows only by whom, when and why."""

    columns = ["id", *VersionSerializer.columns]
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
