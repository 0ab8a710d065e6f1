from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from annotation.api.campaign_serializers import CampaignOverviewSerializer
from annotation.api.campaigns_details_serializers import BoardDetailsSerializer
from annotation.board_forecast import Outlook
from annotation.models import AssessorKind, CampaignState, Role
from annotation.own_parts import PartStanding
from regrade.agreement import Agreement
from regrade.agreement.report import FleissRule


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
    n_pairs = serializers.IntegerField(allow_null=True)
    n_wanted = serializers.IntegerField(allow_null=True)
    n_votes = serializers.IntegerField(allow_null=True)
    n_left = serializers.IntegerField(allow_null=True)
    n_set_aside = serializers.IntegerField(allow_null=True)
    n_waiting_for_adjudication = serializers.IntegerField(allow_null=True)
    own = OwnPartSerializer(allow_null=True)


class TotalsSerializer(serializers.Serializer[Any]):
    """Pairs and judgments are of the regular pairs; the others stand apart.

    Of the judgments that are wanted each is in, left, or set aside with a pair that waits for
    adjudication.
    """

    n_pairs = serializers.IntegerField()
    n_wanted = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    n_left = serializers.IntegerField()
    n_set_aside = serializers.IntegerField()
    n_waiting_for_adjudication = serializers.IntegerField(help_text="Pairs, not judgments.")
    n_extra = serializers.IntegerField()
    n_overlap_pairs = serializers.IntegerField()
    n_overlap_votes = serializers.IntegerField()
    n_pilot_pairs = serializers.IntegerField()
    n_gold_pairs = serializers.IntegerField()
    n_qualification_pairs = serializers.IntegerField()
    n_pairs_not_judged = serializers.IntegerField(
        help_text="Regular and overlap pairs that somebody could not judge."
    )
    n_surplus = serializers.IntegerField()


class TopicProgressSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField()
    query = serializers.CharField()
    n_pairs = serializers.IntegerField()
    n_wanted = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    n_left = serializers.IntegerField()
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


class AgreementRowSerializer(serializers.Serializer[Any]):
    scope = serializers.SerializerMethodField()
    n_pairs = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    fleiss_kappa = serializers.FloatField(allow_null=True)
    fleiss_n_pairs = serializers.IntegerField()
    fleiss_votes = serializers.IntegerField()
    fleiss_rule = serializers.ChoiceField(
        choices=get_args(FleissRule),
        help_text="Why that many votes: as many as the campaign wants of a pair; the commonest "
        "number, two at least, where no pair stopped at that; chosen, as of a pilot one vote of "
        "each who took part; or two of a couple of assessors.",
    )
    n_filled = serializers.IntegerField()
    cohen_kappa = serializers.FloatField(allow_null=True)
    cohen_kappa_quadratic = serializers.FloatField(allow_null=True)
    alpha_nominal = serializers.FloatField(allow_null=True)
    alpha_ordinal = serializers.FloatField(allow_null=True)
    percent_agreement = serializers.FloatField(allow_null=True)

    def get_scope(self, row: Agreement) -> list[str]:
        """["overall"], a query id, or two pseudonyms."""
        return [row.scope] if isinstance(row.scope, str) else list(row.scope)


class AgreementSerializer(serializers.Serializer[Any]):
    """Rows whose scope is a list: ["overall"], [query_id], or two pseudonyms."""

    overall = AgreementRowSerializer()
    topics = AgreementRowSerializer(many=True)
    assessors = AgreementRowSerializer(many=True)
    n_model_votes_left_out = serializers.IntegerField(
        help_text="Overall and by topic; for couples models' votes count like all others."
    )


class BoardPartsSerializer(serializers.Serializer[Any]):
    """What of a board is the same for everybody who may see all of it."""

    progress = TotalsSerializer(source="totals", allow_null=True)
    topics = TopicProgressSerializer(many=True, allow_null=True)
    assessors = AssessorProgressSerializer(many=True)
    grades = GradeCountSerializer(many=True, allow_null=True)
    most_frequent_group = GroupSerializer(allow_null=True)
    forecast = ForecastSerializer(allow_null=True)
    n_active = serializers.IntegerField()
    details = BoardDetailsSerializer()
    agreement = AgreementSerializer(allow_null=True)
    counted_at = serializers.DateTimeField(
        help_text="The board of a large campaign is kept for a while."
    )


class BoardSerializer(BoardPartsSerializer):
    """All of it is as of `counted_at`, the counts of the campaign too.

    Until the campaign has ended, what others said (grades, agreement, parts of the details) is null
    for who judges here. So is all that counts judgments of regular pairs (progress, topics, groups,
    forecast), which tells hidden gold apart. Agreement is null too where there are too many
    judgments for a page.
    """

    campaign = CampaignOverviewSerializer()
