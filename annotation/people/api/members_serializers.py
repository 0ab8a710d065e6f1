from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.board.flags import GoldCheck, Pace
from annotation.models import AssessorKind, Cause, EnglishLevel, PairKind, Reason, Role
from annotation.people.members import Member
from annotation.people.memberships import MAX_QUOTA
from annotation.people.withdrawal import Work
from ranking.api.tuple_serializer import TupleSerializer


class PaceSerializer(TupleSerializer[Pace]):
    too_fast_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class GoldSerializer(TupleSerializer[GoldCheck]):
    as_expert_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class MembershipSerializer(serializers.Serializer[Any]):
    """What a membership says, but for the account behind it."""

    pseudonym = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    english_level = serializers.ChoiceField(choices=EnglishLevel.choices, allow_blank=True)
    quota = serializers.IntegerField(allow_null=True)
    n_served = serializers.IntegerField()
    n_attempts = serializers.IntegerField()
    joined_at = serializers.DateTimeField(source="created_at")
    consented_at = serializers.DateTimeField(allow_null=True)
    qualified_at = serializers.DateTimeField(allow_null=True)
    suspended_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class StandingMemberSerializer(MembershipSerializer):
    id = serializers.IntegerField()


class MemberSerializer(TupleSerializer[Member]):
    """A member as organizers see them; `gold` is hidden from who judges here."""

    membership = StandingMemberSerializer()
    pace = PaceSerializer()
    gold = GoldSerializer(allow_null=True)


class QuotaRequestSerializer(serializers.Serializer[Any]):
    quota = serializers.IntegerField(min_value=1, max_value=MAX_QUOTA, allow_null=True)


class WithdrawalRequestSerializer(serializers.Serializer[Any]):
    work = serializers.ChoiceField(choices=[work.value for work in Work])


class WithdrawalSerializer(serializers.Serializer[Any]):
    withdrawn_at = serializers.DateTimeField(source="membership.withdrawn_at")
    n_retracted = serializers.IntegerField()


class AnonymizeRequestSerializer(serializers.Serializer[Any]):
    confirmation = serializers.CharField(trim_whitespace=False)


class AnonymizedSerializer(serializers.Serializer[Any]):
    anonymized_at = serializers.DateTimeField(source="campaign.anonymized_at")
    n_people = serializers.IntegerField()
    n_deleted_accounts = serializers.IntegerField()
    n_revoked_invitations = serializers.IntegerField()


# What stands in the place of an answer that was withdrawn.
UNSAID: dict[str, Any] = {
    "grade": None,
    "reason_not_judged": None,
    "spans": [],
    "confidence": None,
    "note": "",
}


class VersionSerializer(serializers.Serializer[Any]):
    """One version of a judgment: what it says, when it stood, why it came and by whom."""

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
    """Of what was withdrawn it stays to be seen who, when and why, and no more."""

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
