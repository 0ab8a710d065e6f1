from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView, hidden_labels
from annotation.judging.api.desk import GradeSerializer
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    DecisionReason,
    ExpertGrade,
    Judgment,
    PairKind,
    PairOrigin,
    Reason,
)
from annotation.pairs.deciding import (
    choose,
    choose_no_more,
    decide,
    may_decide,
    take_back,
    version_of,
)
from annotation.pairs.labels import NamedSet, PairLabel, labels_of
from annotation.pairs.listing import (
    Choices,
    KindCount,
    Only,
    OnlyCount,
    Sought,
    choices_of,
    count_found,
    find_next,
    find_page,
)
from annotation.pairs.rows import Answer, Decision, PairRow, pair_rows, to_decision, with_names
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import CLOSED
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import first_of
from ranking.pages import Part

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

    columns = ["id", *VersionSerializer.columns, "assessor.pseudonym", "assessor_kind"]
    paths = {"assessor_kind": "assessor.kind"}
    policy = serializers.IntegerField(source="policy.version", allow_null=True, default=None)
    why = serializers.CharField(source="get_cause_display")
    is_withdrawn = serializers.BooleanField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {**shown, **UNSAID} if instance.is_withdrawn else shown


class AuditedPairSerializer(RowSerializer):
    """A pair with every version of every judgment, oldest first."""

    model = CampaignPair
    columns = ["pair.topic.query_id", "pair.passage.doc_id", "kind"]
    judgments = AuditedVersionSerializer(many=True, source="versions")


KEY = r"^[a-z_]+\.-?\d{1,16}\.\d{1,18}$"


class SoughtPairsSerializer(RequestSerializer[Sought]):
    """Filters of the list and its order."""

    only = serializers.MultipleChoiceField(
        choices=Only.choices, default=set, help_text="Several narrow the list."
    )
    kind = serializers.ChoiceField(choices=PairKind.choices, default="")
    reason = serializers.ChoiceField(
        choices=Reason.choices, default="", help_text="Why somebody gave no grade."
    )


class PairsQuerySerializer(SoughtPairsSerializer):
    page = serializers.RegexField(
        KEY, default="", help_text="The `next` of the part before, in the same order."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["page"] and not attrs["page"].startswith(f"{attrs['order']}."):
            raise serializers.ValidationError({"page": "It is no page of this order."})
        return attrs


class AnswerSerializer(TupleSerializer[Answer]):
    assessor_kind = serializers.ChoiceField(choices=AssessorKind.choices)
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)


class DecisionSerializer(TupleSerializer[Decision]):
    reason = serializers.ChoiceField(choices=DecisionReason.choices)


class SeenSerializer(RequestSerializer[Any]):
    derived_from = arguments(decide, "seen")


class DecisionRequestSerializer(SeenSerializer):
    """A decision on a pair, which supersedes an earlier one."""

    derived_from = arguments(decide, "grade", "note")


class NextPairSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="Null at the end of the list.")


class PairRowSerializer(TupleSerializer[PairRow]):
    kind = serializers.ChoiceField(choices=PairKind.choices)
    origin = serializers.ChoiceField(choices=PairOrigin.choices)
    decision = DecisionSerializer(allow_null=True)
    answers = AnswerSerializer(many=True)


class PairsSerializer(TupleSerializer[Part]):
    rows = PairRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    n = serializers.IntegerField(help_text="Of all; 10001 where there are more than 10000.")


class WholePairSerializer(serializers.Serializer[Any]):
    """A pair with its whole texts and its labels; `row` is what the list shows of it."""

    row = PairRowSerializer()
    description = serializers.CharField(source="pair.pair.topic.description")
    narrative = serializers.CharField(source="pair.pair.topic.narrative")
    text = serializers.CharField(source="pair.pair.passage.text", allow_null=True)
    expert_says = serializers.CharField()
    n_runs = serializers.IntegerField(
        source="pair.pair.n_runs", help_text="How many of the pool's runs brought it."
    )
    best_rank = serializers.IntegerField(source="pair.pair.best_rank", allow_null=True)
    labels = TupleSerializer[PairLabel](many=True)
    version = serializers.CharField(
        help_text="Changes with every answer and decision; decisions send it back."
    )
    may_decide = serializers.BooleanField(help_text="False for people who judged the pair.")
    decisions = DecisionSerializer(many=True, help_text="All that were made, the newest first.")


class OnlyCountSerializer(TupleSerializer[OnlyCount]):
    only = serializers.ChoiceField(choices=Only.choices)


class KindCountSerializer(TupleSerializer[KindCount]):
    kind = serializers.ChoiceField(choices=PairKind.choices)


class PairChoicesSerializer(TupleSerializer[Choices]):
    only = OnlyCountSerializer(many=True)
    kinds = KindCountSerializer(many=True)
    grades = GradeSerializer(many=True)
    label_sets = TupleSerializer[NamedSet](many=True)


class PairsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_pairs",
        parameters=[PairsQuerySerializer],
        responses=PairsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Pairs with every answer to them, a page at a time."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, PairsQuerySerializer)
        key, sought = asked.pop("page"), _sought(request, asked)
        page = find_page(campaign, sought, key)
        shown = {
            "n": count_found(campaign, sought),
            "next": page.next,
            "rows": pair_rows(page.ids),
        }
        return Response(PairsSerializer(shown).data)


def _sought(request: Request, asked: dict[str, Any]) -> Sought:
    """Filters from the address; label sets hidden from the requesting account do not exist."""
    sought = Sought(**asked)
    if sought.far_from in hidden_labels(request):
        raise NotFound("There is no such label set.")
    return sought


class PairChoicesView(OrganizersView):
    @extend_schema(operation_id="campaign_pair_choices", responses=PairChoicesSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Filters of the list of pairs, with the number of pairs under each value."""
        campaign = campaign_to_see(request, campaign_id)
        return Response(
            PairChoicesSerializer(choices_of(campaign, hidden=hidden_labels(request))).data
        )


class PairView(OrganizersView):
    @extend_schema(operation_id="campaign_pair", responses=WholePairSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """A pair with its texts, every answer to it, and what label sets say of it."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        return Response(WholePairSerializer(_whole(request, pair)).data)


class PairJudgmentsView(OrganizersView):
    @extend_schema(operation_id="pair_judgments", responses=AuditedPairSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Every version of every judgment of a pair, without the content of withdrawn ones."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        versions = pair.judgments.select_related("assessor", "grade", "guideline", "policy")
        versions = versions.with_withdrawals().order_by("created_at", "pk")
        pair.versions = versions  # type: ignore[attr-defined]
        return Response(AuditedPairSerializer(pair).data)


class NextPairView(OrganizersView):
    @extend_schema(
        operation_id="campaign_next_pair",
        parameters=[SoughtPairsSerializer],
        responses=NextPairSerializer,
    )
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """The pair behind this one in a list, which need not hold this one any more."""
        campaign = campaign_to_see(request, campaign_id)
        sought = _sought(request, query_fields(request, SoughtPairsSerializer))
        found = find_next(campaign, sought, _pair(campaign, pair_id))
        return Response(NextPairSerializer({"id": found}).data)


class DecisionView(OrganizersView):
    token_scopes = CLOSED

    @extend_schema(
        operation_id="campaign_decide",
        request=DecisionRequestSerializer,
        responses={201: WholePairSerializer},
    )
    def post(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Decide on a pair; an earlier decision is superseded, and kept."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        decide(
            pair=pair,
            adjudicator=account(request),
            **body_fields(request, DecisionRequestSerializer),
        )
        whole = WholePairSerializer(_whole(request, pair))
        return Response(whole.data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="campaign_take_decision_back",
        parameters=[SeenSerializer],
        responses={200: WholePairSerializer},
    )
    def delete(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Take the decision on a pair back; it is kept among those that were made."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        take_back(
            pair=pair, actor=account(request), seen=query_fields(request, SeenSerializer)["seen"]
        )
        return Response(WholePairSerializer(_whole(request, pair)).data)


class ChosenView(OrganizersView):
    @extend_schema(operation_id="campaign_choose_pair", request=None, responses=WholePairSerializer)
    @takes_no_fields
    def put(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Choose a pair for adjudication, whatever its answers are."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        choose(pair=pair, chosen_by=account(request))
        return Response(WholePairSerializer(_whole(request, pair)).data)

    @extend_schema(
        operation_id="campaign_choose_pair_no_more", responses={200: WholePairSerializer}
    )
    @takes_no_fields
    def delete(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Unmark a pair."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        choose_no_more(pair=pair, actor=account(request))
        return Response(WholePairSerializer(_whole(request, pair)).data)


def _pair(campaign: Campaign, pair_id: int) -> CampaignPair:
    pairs = campaign.pairs.filter(pk=pair_id).select_related("pair__topic", "pair__passage")
    return first_of(pairs, "There is no such pair in this campaign.")


def _whole(request: Request, pair: CampaignPair) -> dict[str, Any]:
    [row] = pair_rows([pair.pk])
    expert: ExpertGrade | None = getattr(pair, "expert_grade", None)
    made = with_names(pair.adjudications.order_by("-created_at", "-pk"))
    return {
        "row": row,
        "pair": pair,
        "expert_says": expert.explanation if expert else "",
        "labels": labels_of(pair, hidden=hidden_labels(request)),
        "version": version_of(pair),
        "may_decide": may_decide(pair, account(request)),
        "decisions": [to_decision(one) for one in made],
    }
