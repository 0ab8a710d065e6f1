from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from annotation.agreement.report import FleissRule
from annotation.board_forecast import Outlook
from annotation.models import AssessorKind, Campaign, CampaignState, Pool, Role
from annotation.own_parts import PartStanding
from annotation.services.sign_up import takes_sign_ups


class OwnPartSerializer(serializers.Serializer[Any]):
    """Of who asks: answers given, and how many are theirs to give; null without such an end."""

    n_judged = serializers.IntegerField()
    share = serializers.IntegerField(allow_null=True)
    standing = serializers.ChoiceField(choices=[standing.value for standing in PartStanding])


class CampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)
    judgments_per_pair = serializers.IntegerField()
    is_assessor = serializers.BooleanField()
    may_organize = serializers.BooleanField()
    is_simulated = serializers.BooleanField()
    n_pairs = serializers.IntegerField()
    n_wanted = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    own = OwnPartSerializer(allow_null=True)


class PoolSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    depth = serializers.IntegerField(allow_null=True)
    runs = serializers.SerializerMethodField()

    def get_runs(self, pool: Pool) -> list[str]:
        """The runs that fed it."""
        return [run.name for run in pool.runs.all()]


class BoardCampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)
    judgments_per_pair = serializers.IntegerField()
    takes_sign_ups = serializers.SerializerMethodField()
    pool = PoolSerializer()

    def get_takes_sign_ups(self, campaign: Campaign) -> bool:
        """Whether anybody may join at the moment, on the page `/join/` and the campaign's id."""
        return takes_sign_ups(campaign)


class TotalsSerializer(serializers.Serializer[Any]):
    """Pairs, wanted judgments and votes are of the regular pairs; the others stand apart."""

    n_pairs = serializers.IntegerField()
    n_wanted = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    n_extra = serializers.IntegerField()
    n_overlap_pairs = serializers.IntegerField()
    n_overlap_votes = serializers.IntegerField()
    n_pilot_pairs = serializers.IntegerField()
    n_gold_pairs = serializers.IntegerField()
    n_qualification_pairs = serializers.IntegerField()
    n_not_judged = serializers.IntegerField()
    n_surplus = serializers.IntegerField()
    n_waiting_for_adjudication = serializers.IntegerField()


class TopicProgressSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField()
    query = serializers.CharField()
    n_pairs = serializers.IntegerField()
    n_wanted = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    n_overlap_pairs = serializers.IntegerField()
    n_pilot_pairs = serializers.IntegerField(help_text="Of the overlap pairs.")


class AssessorProgressSerializer(serializers.Serializer[Any]):
    pseudonym = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    n_judged = serializers.IntegerField()
    n_not_judged = serializers.IntegerField()
    quota = serializers.IntegerField(allow_null=True)
    median_active_ms = serializers.FloatField(allow_null=True)
    per_active_hour = serializers.FloatField(allow_null=True)
    last_active_at = serializers.DateTimeField(allow_null=True)
    last_seen_at = serializers.DateTimeField(allow_null=True)
    is_active = serializers.BooleanField()
    is_qualified = serializers.BooleanField(allow_null=True)
    is_suspended = serializers.BooleanField()
    is_withdrawn = serializers.BooleanField()


class GradeCountSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    name = serializers.CharField()
    colour = serializers.CharField()
    n = serializers.IntegerField()


class GroupSerializer(serializers.Serializer[Any]):
    """Who most often judged a regular pair together; the share is of the finished pairs."""

    pseudonyms = serializers.ListField(child=serializers.CharField())
    n_pairs = serializers.IntegerField()
    share = serializers.FloatField()


class ForecastSerializer(serializers.Serializer[Any]):
    """The end at the rate of the last days, and at that of their slowest and fastest stretch."""

    outlook = serializers.ChoiceField(choices=[outlook.value for outlook in Outlook])
    n_left = serializers.IntegerField()
    n_out_of_reach = serializers.IntegerField(
        help_text="Votes left that the quotas of those at work or invited do not cover."
    )
    n_days = serializers.IntegerField(help_text="Whole days of 24 hours that the rate rests on.")
    n_recent = serializers.IntegerField(help_text="Votes on regular pairs in these days.")
    per_day = serializers.FloatField(allow_null=True)
    per_active_hour = serializers.FloatField(allow_null=True)
    hours_left = serializers.FloatField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    earliest = serializers.DateTimeField(allow_null=True)
    latest = serializers.DateTimeField(allow_null=True)


class BoardSerializer(serializers.Serializer[Any]):
    campaign = BoardCampaignSerializer()
    progress = TotalsSerializer(source="totals")
    topics = TopicProgressSerializer(many=True)
    assessors = AssessorProgressSerializer(many=True)
    grades = GradeCountSerializer(many=True, allow_null=True)
    most_frequent_group = GroupSerializer(allow_null=True)
    forecast = ForecastSerializer()
    n_active = serializers.IntegerField()
    counted_at = serializers.DateTimeField(
        help_text="The board of a large campaign is kept for a while."
    )


class AgreementRowSerializer(serializers.Serializer[Any]):
    scope = serializers.ListField(child=serializers.CharField())
    n_pairs = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    fleiss_kappa = serializers.FloatField(allow_null=True)
    fleiss_n_pairs = serializers.IntegerField()
    fleiss_votes = serializers.IntegerField()
    fleiss_rule = serializers.ChoiceField(
        choices=get_args(FleissRule),
        help_text="Why that many votes: as many as the campaign wants of a pair; the commonest "
        "number, two at least, where no pair stopped at that; or two of a couple of assessors.",
    )
    n_filled = serializers.IntegerField()
    cohen_kappa = serializers.FloatField(allow_null=True)
    cohen_kappa_quadratic = serializers.FloatField(allow_null=True)
    alpha_nominal = serializers.FloatField(allow_null=True)
    alpha_ordinal = serializers.FloatField(allow_null=True)
    percent_agreement = serializers.FloatField(allow_null=True)


class AgreementSerializer(serializers.Serializer[Any]):
    """Rows whose scope is a list: ["overall"], [query_id], or two pseudonyms."""

    overall = AgreementRowSerializer()
    topics = AgreementRowSerializer(many=True)
    assessors = AgreementRowSerializer(many=True)
    n_model_votes_left_out = serializers.IntegerField(
        help_text="Overall and by topic; for couples models' votes count like all others."
    )
