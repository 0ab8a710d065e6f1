"""Campaigns made, over a pool or from runs with a preview first, and pairs added to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import MayOrganize, OrganizersView
from annotation.campaigns.api.campaign import CampaignSerializer, made_campaign
from annotation.campaigns.api.new_campaign_serializers import (
    CampaignFromRunsSerializer,
    CampaignRequestSerializer,
    PlanRequestSerializer,
    ScalesSerializer,
    mark_lines,
)
from annotation.campaigns.api.pool_fields import (
    PooledRunsSerializer,
    draw_of,
    planned,
    sample_of,
    visible_sets,
)
from annotation.campaigns.creating import create_campaign, set_up_campaign
from annotation.campaigns.drawing_more import Drawn, draw_more
from annotation.campaigns.growing import Growth, add_pairs
from annotation.campaigns.listing import campaign_rows
from annotation.campaigns.planned_work import Crew, Plan, plan_campaign
from annotation.campaigns.policy import default_policy
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import MAX_GRADES, PRESETS, sequential_colours
from annotation.models import Pool, PoolStrategy
from annotation.pools.pairs import Mark, resolve_marks
from annotation.pools.preview import n_pairs_of
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.scopes import ORGANIZE, READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import all_by_name, by_name
from ranking.models import Run
from regrade.files.errors import BadInput


class CampaignsView(APIView):
    token_scopes = ORGANIZE

    def get_permissions(self) -> list[BasePermission]:
        return [MayOrganize()] if self.request.method == "POST" else [IsAuthenticated()]

    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Campaigns the requesting user organizes or assesses."""
        return Response(CampaignSerializer(campaign_rows(request.user), many=True).data)

    @extend_schema(
        operation_id="campaigns_create",
        request=CampaignRequestSerializer,
        responses={201: CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a draft campaign."""
        fields = body_fields(request, CampaignRequestSerializer)
        pool = by_name(Pool, fields.pop("pool"))
        campaign = create_campaign(
            pool=pool,
            marks=_marks(pool, fields),
            policy=replace(default_policy(pool.strategy), **fields.pop("policy", {})),
            actor=account(request),
            **fields,
        )
        return made_campaign(request, campaign)


def _marks(pool: Pool, fields: dict[str, Any]) -> dict[int, Mark]:
    scale = [grade.value for grade in fields["grades"]]
    try:
        return resolve_marks(
            pool=pool, lines=fields.pop("marks"), scale=scale, source=Path("marks")
        )
    except BadInput as refused:
        raise ValidationError({"marks": f"number {refused.line}: {refused.reason}"}) from refused


# Pairs with their slots. So many take a minute, and half a gigabyte, of a process that serves the
# assessors as well.
MAX_ROWS = 500_000


class CampaignFromRunsView(OrganizersView):
    @extend_schema(
        operation_id="campaigns_create_from_runs",
        request=CampaignFromRunsSerializer,
        responses={201: CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a pool and a draft campaign over it, both or neither."""
        fields = body_fields(request, CampaignFromRunsSerializer)
        runs = all_by_name(Run, fields.pop("runs"))
        sample = sample_of(request, fields.pop("sample"))
        without = visible_sets(request, fields.pop("without_labels"))
        draw = draw_of(request, fields.pop("draw"))
        if draw is None:
            n_pairs = n_pairs_of(runs=runs, depth=fields["depth"], sample=sample, without=without)
        else:
            n_pairs = draw.n
        check_size(n_pairs, fields["judgments_per_pair"])
        strategy = PoolStrategy.DESIGN if draw else PoolStrategy.DEPTH
        try:
            campaign = set_up_campaign(
                runs=runs,
                sample=sample,
                without=without,
                draw=draw,
                mark_lines=fields.pop("marks"),
                policy=replace(default_policy(strategy), **fields.pop("policy", {})),
                actor=account(request),
                **fields,
            )
        except BadInput as refused:
            sentence = f"number {refused.line}: {refused.reason}"
            raise ValidationError({"marks": sentence}) from refused
        return made_campaign(request, campaign)


class PlanView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="campaigns_plan",
        request=PlanRequestSerializer,
        responses=TupleSerializer[Plan],
    )
    def post(self, request: Request) -> Response:
        """Check the marks of a campaign before it is made, and forecast its work."""
        fields = body_fields(request, PlanRequestSerializer)
        strategy = PoolStrategy.DESIGN if fields["draw"] else PoolStrategy.DEPTH
        plan = plan_campaign(
            pool=planned(request, fields),
            marks=mark_lines(fields.pop("marks")),
            crew=Crew(**fields.pop("crew")),
            policy=replace(default_policy(strategy), **fields.pop("policy", {})),
            **fields,
        )
        return Response(TupleSerializer[Plan](plan).data)


class ScalesView(OrganizersView):
    @extend_schema(operation_id="scales", responses=ScalesSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Ready scales of grades, and colours for scales of each length."""
        colours = [sequential_colours(n) for n in range(2, MAX_GRADES + 1)]
        return Response(ScalesSerializer({"presets": PRESETS, "colours": colours}).data)


def check_size(n_pairs: int, n_judgments: int) -> None:
    if n_pairs * (1 + max(n_judgments, 0)) > MAX_ROWS:
        raise PoolRefused(
            f"{n_pairs:,} pairs with {n_judgments} judgments each are more than can be set up here"
            " at once. Take fewer topics, a smaller depth or fewer judgments a pair, or set it up"
            " on the server, by ./dev manage build_pool and create_campaign.",
            code="too_many_pairs",
        )


class AddPairsRequestSerializer(PooledRunsSerializer, RequestSerializer[Any]):
    """Adds the top passages of these runs that the campaign and these labels lack."""

    derived_from = arguments(add_pairs, "depth", "new_topics", "only_look")


class AddPairsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_add_pairs",
        request=AddPairsRequestSerializer,
        responses=TupleSerializer[Growth],
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Add pairs to a campaign that is not over, or only count them."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, AddPairsRequestSerializer)
        asked: dict[str, Any] = {
            "campaign": campaign,
            "runs": all_by_name(Run, fields["runs"]),
            "depth": fields["depth"],
            "without": visible_sets(request, fields["without_labels"]),
            "new_topics": fields["new_topics"],
        }
        growth = add_pairs(**asked, only_look=True)
        if not fields["only_look"]:
            check_size(growth.n_pairs, campaign.judgments_per_pair)
            growth = add_pairs(**asked, actor=account(request))
        return Response(TupleSerializer[Growth](growth).data)


class DrawMoreRequestSerializer(RequestSerializer[Any]):
    """Draws `n` more pairs into a campaign whose pool was drawn by design."""

    derived_from = arguments(draw_more, "n")


class DrawMoreView(OrganizersView):
    @extend_schema(
        operation_id="campaign_draw_pairs",
        request=DrawMoreRequestSerializer,
        responses=TupleSerializer[Drawn],
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Draw more pairs into a campaign that is not over; those drawn keep their places."""
        campaign = campaign_to_see(request, campaign_id)
        n = body_fields(request, DrawMoreRequestSerializer)["n"]
        check_size(n, campaign.judgments_per_pair)
        drawn = draw_more(campaign=campaign, n=n, actor=account(request))
        return Response(TupleSerializer[Drawn](drawn).data)
