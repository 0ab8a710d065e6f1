from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.models import AssessorKind, EnglishLevel, Role
from annotation.people.members import Member
from annotation.people.memberships import MAX_QUOTA
from annotation.people.withdrawal import Work
from annotation.quality.flags import GoldCheck, Pace
from ranking.http.tuple_serializer import TupleSerializer


class PaceSerializer(TupleSerializer[Pace]):
    too_fast_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class GoldSerializer(TupleSerializer[GoldCheck]):
    as_expert_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class MembershipSerializer(serializers.Serializer[Any]):
    """A membership without the account behind it."""

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
    """A member as organizers see them; `gold` is hidden from assessors of the campaign."""

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
