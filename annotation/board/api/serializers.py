from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from annotation.agreement.api.fields import ZoneField
from annotation.board.assessors import AssessorProgress
from annotation.board.board import GradeCount, GroupRow, TopicProgress, Totals
from annotation.board.details import AssessorChecks, Blank, BoardDetails, TopicBlanks
from annotation.board.forecast import Forecast
from annotation.campaigns.api.campaign_serializers import CampaignOverviewSerializer
from annotation.people.api.members_serializers import GoldSerializer, PaceSerializer
from annotation.quality.flags import RepeatCheck
from ranking.http.tuple_serializer import TupleSerializer
from regrade.agreement import Agreement
from regrade.agreement.report import FleissRule


class BoardQuerySerializer(serializers.Serializer[Any]):
    zone = ZoneField(default="UTC", max_length=60)


class RepeatsSerializer(TupleSerializer[RepeatCheck]):
    n_near = serializers.IntegerField(help_text="The same grade, or the next one on the scale.")
    same_share = serializers.FloatField(allow_null=True)
    near_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class AssessorChecksSerializer(TupleSerializer[AssessorChecks]):
    """Quality signals, which block nobody; those based on other assessors are null for a blind
    reader.
    """

    pace = PaceSerializer()
    gold = GoldSerializer(allow_null=True)
    repeats = RepeatsSerializer(allow_null=True)
    blanks = TupleSerializer[Blank](many=True, allow_null=True)


class BoardDetailsSerializer(TupleSerializer[BoardDetails]):
    assessors = AssessorChecksSerializer(many=True)
    topics = TupleSerializer[TopicBlanks](many=True, allow_null=True)


class GroupSerializer(TupleSerializer[GroupRow]):
    """Assessors who most often judged the same regular pairs; the share is of finished pairs."""


class AgreementRowSerializer(TupleSerializer[Agreement]):
    """Agreement within one scope; null where a statistic is undefined."""

    scope = serializers.SerializerMethodField()
    fleiss_rule = serializers.ChoiceField(
        choices=get_args(FleissRule),
        help_text="Why that many votes: as many as the campaign wants of a pair; the commonest "
        "number, two at least, where no pair stopped at that; chosen, as of a pilot one vote of "
        "each who took part; or two of a couple of assessors.",
    )

    def get_scope(self, row: Agreement) -> list[str]:
        """["overall"], a query id, or two pseudonyms."""
        return [row.scope] if isinstance(row.scope, str) else list(row.scope)


class AgreementSerializer(serializers.Serializer[Any]):
    """Agreement of all people; by part and by assessor the campaign's `agreement` has it."""

    overall = AgreementRowSerializer()
    n_model_votes_left_out = serializers.IntegerField()
    n_further_votes_left_out = serializers.IntegerField(
        help_text="Votes that were asked for where grades disagreed."
    )


class BoardPartsSerializer(serializers.Serializer[Any]):
    """The parts of a board that are the same for every reader who may see all of it."""

    progress = TupleSerializer[Totals](source="totals", allow_null=True)
    topics = TupleSerializer[TopicProgress](many=True, allow_null=True)
    assessors = TupleSerializer[AssessorProgress](many=True)
    grades = TupleSerializer[GradeCount](many=True, allow_null=True)
    most_frequent_group = GroupSerializer(allow_null=True)
    forecast = TupleSerializer[Forecast](allow_null=True)
    n_active = serializers.IntegerField()
    details = BoardDetailsSerializer()
    agreement = AgreementSerializer(allow_null=True)
    counted_at = serializers.DateTimeField(
        help_text="The board of a large campaign is kept for a while."
    )


class BoardSerializer(BoardPartsSerializer):
    """The board; all counts, the campaign's included, are as of `counted_at`.

    Until the campaign has ended, other people's answers (grades, agreement, parts of the details)
    are null for readers who judge here. So is everything that counts judgments of regular pairs
    (progress, topics, groups, forecast), since it reveals hidden gold. Agreement is null too where
    there are too many judgments for a page.
    """

    campaign = CampaignOverviewSerializer()
