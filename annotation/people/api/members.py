from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.models import Campaign, Membership
from annotation.people.anonymizing import Anonymized, anonymize_campaign
from annotation.people.memberships import (
    Member,
    members_of,
    pause_member,
    resume_member,
    set_quota,
    withdraw_member,
)
from annotation.quality.flags import GoldCheck, Pace
from annotation.slow_counts import kept
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import first_of


class PaceSerializer(TupleSerializer[Pace]):
    too_fast_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class GoldSerializer(TupleSerializer[GoldCheck]):
    as_expert_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class MembershipSerializer(RowSerializer):
    """A membership without the account behind it."""

    model = Membership
    columns = [
        "pseudonym",
        "role",
        "kind",
        "english_level",
        "quota",
        "n_served",
        "n_attempts",
        "consented_at",
        "qualified_at",
        "suspended_at",
        "withdrawn_at",
    ]
    joined_at = serializers.DateTimeField(source="created_at")


class StandingMemberSerializer(MembershipSerializer):
    columns = ["id", *MembershipSerializer.columns]


class MemberSerializer(TupleSerializer[Member]):
    """A member as organizers see them; `gold` is hidden from assessors of the campaign."""

    membership = StandingMemberSerializer()
    pace = PaceSerializer()
    gold = GoldSerializer(allow_null=True)


class QuotaRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(set_quota, "quota")


class WithdrawalRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(withdraw_member, "work")


class WithdrawalSerializer(serializers.Serializer[Any]):
    withdrawn_at = serializers.DateTimeField(source="membership.withdrawn_at")
    n_retracted = serializers.IntegerField()


class AnonymizeRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(anonymize_campaign, "confirmation")


class AnonymizedSerializer(RowSerializer):
    model = Anonymized
    columns = [
        "anonymized_at",
        "n_people",
        "n_deleted_accounts",
        "n_revoked_invitations",
    ]
    anonymized_at = serializers.DateTimeField(source="campaign.anonymized_at")


class MembersView(OrganizersView):
    @extend_schema(operation_id="campaign_members", responses=MemberSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """The members by pseudonym, with flags that block nobody by themselves."""
        campaign = campaign_by_id(campaign_id)
        members = kept("members", campaign, lambda: _members(campaign))
        if judges_now(request, campaign):
            members = [{**member, "gold": None} for member in members]
        return Response(members)


def _members(campaign: Campaign) -> list[dict[str, Any]]:
    return list(MemberSerializer(members_of(campaign), many=True).data)


class MemberView(OrganizersView):
    def member(self, campaign_id: int, member_id: int) -> Membership:
        members = Membership.objects.filter(campaign_id=campaign_id, pk=member_id)
        return first_of(members, "There is no such member of this campaign.")


class QuotaView(MemberView):
    @extend_schema(
        operation_id="member_set_quota",
        request=QuotaRequestSerializer,
        responses=StandingMemberSerializer,
    )
    def patch(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Set a member's quota of pairs; null means the campaign's quota."""
        asked = body_fields(request, QuotaRequestSerializer)
        member = set_quota(
            membership=self.member(campaign_id, member_id),
            actor=account(request),
            **asked,
        )
        return Response(StandingMemberSerializer(member).data)


class PauseView(MemberView):
    @extend_schema(operation_id="member_pause", request=None, responses=StandingMemberSerializer)
    @takes_no_fields
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Pause a member, who gets no more pairs until resumed."""
        member = self.member(campaign_id, member_id)
        paused = pause_member(membership=member, actor=account(request))
        return Response(StandingMemberSerializer(paused).data)


class ResumeView(MemberView):
    @extend_schema(operation_id="member_resume", request=None, responses=StandingMemberSerializer)
    @takes_no_fields
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Resume a member who was paused or has withdrawn."""
        member = self.member(campaign_id, member_id)
        resumed = resume_member(membership=member, actor=account(request))
        return Response(StandingMemberSerializer(resumed).data)


class WithdrawView(MemberView):
    @extend_schema(
        operation_id="member_withdraw",
        request=WithdrawalRequestSerializer,
        responses=WithdrawalSerializer,
    )
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Withdraw a member; their judgments stay or are dropped."""
        asked = body_fields(request, WithdrawalRequestSerializer)
        withdrawal = withdraw_member(
            membership=self.member(campaign_id, member_id),
            actor=account(request),
            **asked,
        )
        return Response(WithdrawalSerializer(withdrawal).data)


class AnonymizeView(OrganizersView):
    @extend_schema(
        operation_id="campaign_anonymize",
        request=AnonymizeRequestSerializer,
        responses=AnonymizedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Permanently unlink pseudonyms from accounts; repeat the campaign's name to confirm."""
        asked = body_fields(request, AnonymizeRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        done = anonymize_campaign(campaign=campaign, actor=account(request), **asked)
        return Response(AnonymizedSerializer(done).data)
