from __future__ import annotations

from typing import Any, NamedTuple, get_args
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.agreement.overall import CampaignAgreement
from annotation.board.assessors import AssessorProgress
from annotation.board.board import GradeCount, GroupRow, TopicProgress, Totals, campaign_board
from annotation.board.details import AssessorChecks, Blank, BoardDetails, TopicBlanks
from annotation.board.forecast import Forecast
from annotation.campaigns.api.campaign import CampaignOverviewSerializer, overview
from annotation.campaigns.listing import CampaignCounts
from annotation.campaigns.pilot import PilotDraw, draw_pilot
from annotation.campaigns.pilot_report import PilotAssessor, PilotReport, pilot_report
from annotation.campaigns.pilot_verdict import DisputedPair, PilotLevel, PilotVerdict
from annotation.labels.arrays import ValueCount
from annotation.models import AssessorKind, Campaign
from annotation.people.api.members import GoldSerializer, PaceSerializer
from annotation.quality.flags import RepeatCheck
from annotation.slow_counts import kept
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from regrade.agreement import Agreement
from regrade.agreement.report import FleissRule


class BoardQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(campaign_board, "zone")


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


class AgreementSerializer(TupleSerializer[CampaignAgreement]):
    """Agreement of all people; by part and by assessor the campaign's `agreement` has it."""

    overall = AgreementRowSerializer()
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


class BoardView(OrganizersView):
    @extend_schema(
        operation_id="campaign_board",
        parameters=[BoardQuerySerializer],
        responses=BoardSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Everything the board's page shows, counted at one moment."""
        campaign = campaign_by_id(campaign_id)
        zone = query_fields(request, BoardQuerySerializer)["zone"]
        shown = kept(f"board:{zone.key}", campaign, lambda: _shown(campaign, zone))
        head = overview(request, campaign, shown.counts)
        board = _blinded(shown.board) if judges_now(request, campaign) else shown.board
        return Response({**board, "campaign": head})


# What of a board says how others judged, or which pairs were hidden gold.
HIDDEN = ("grades", "agreement", "progress", "topics", "most_frequent_group", "forecast")


class Shown(NamedTuple):
    """A board as sent to every reader, with the counts that depend on the reader."""

    board: dict[str, Any]
    counts: CampaignCounts


def _shown(campaign: Campaign, zone: ZoneInfo) -> Shown:
    board = campaign_board(campaign, zone)
    is_simulated = any(row.kind == AssessorKind.SIMULATED for row in board.assessors)
    counts = CampaignCounts(
        board.totals.pairs, board.progress, is_simulated, board.n_topics_choosing
    )
    return Shown(dict(BoardPartsSerializer(board).data), counts)


def _blinded(board: dict[str, Any]) -> dict[str, Any]:
    """The board without other assessors' judgments and the checks based on them.

    Counts of judgments on regular pairs are left out too: one that stands still reveals hidden
    gold.
    """
    unsaid = {"gold": None, "repeats": None, "blanks": None}
    details = board["details"]
    assessors = [{**assessor, **unsaid} for assessor in details["assessors"]]
    details = {**details, "assessors": assessors, "topics": None}
    return {**board, **dict.fromkeys(HIDDEN), "details": details}


class PilotRequestSerializer(RequestSerializer[Any]):
    """Size of the pilot: a share of the regular pairs, or their number."""

    derived_from = arguments(draw_pilot, "share", "n", "seed")


class GradeTallySerializer(TupleSerializer[ValueCount]):
    pass


class PilotAssessorSerializer(TupleSerializer[PilotAssessor]):
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    grades = serializers.SerializerMethodField()

    @extend_schema_field(GradeTallySerializer(many=True))
    def get_grades(self, assessor: PilotAssessor) -> list[dict[str, int]]:
        return [{"value": value, "n": n} for value, n in assessor.grades.items()]


class PilotVerdictSerializer(TupleSerializer[PilotVerdict]):
    level = serializers.ChoiceField(choices=list(PilotLevel))
    disputed = TupleSerializer[DisputedPair](many=True)


class PilotSerializer(TupleSerializer[PilotReport]):
    """Report on the pilot; its agreement has the scope ["overall"]."""

    verdict = PilotVerdictSerializer()
    agreement = AgreementRowSerializer()
    assessors = PilotAssessorSerializer(many=True)


class PilotView(OrganizersView):
    @extend_schema(operation_id="campaign_pilot", responses=PilotSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Agreement in the pilot, by assessor and pair, and a verdict on it."""
        campaign = campaign_by_id(campaign_id)
        if judges_now(request, campaign):
            raise PermissionDenied(
                "You judge in this campaign, so the pilot stays hidden until it ends."
            )
        return Response(PilotSerializer(pilot_report(campaign)).data)

    @extend_schema(
        operation_id="campaign_draw_pilot",
        request=PilotRequestSerializer,
        responses={201: TupleSerializer[PilotDraw]},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Draw the pairs of a pilot."""
        asked = body_fields(request, PilotRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        drawn = draw_pilot(campaign=campaign, actor=account(request), **asked)
        return Response(TupleSerializer[PilotDraw](drawn).data, status=status.HTTP_201_CREATED)
