"""Answers so far of a campaign whose pool is by design."""

from __future__ import annotations

import math
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from evaluation.watching.sampling import SamplingProgress, sampling_progress
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer


def above_zero(margin: float) -> None:
    if not 0 < margin < math.inf:
        raise serializers.ValidationError(f"A margin is a number above 0, not {margin}.")


class SamplingQuerySerializer(RequestSerializer[Any]):
    within = serializers.FloatField(
        default=None,
        validators=[above_zero],
        help_text="Margin within which a difference counts as none, chosen before looking.",
    )


class SamplingView(OrganizersView):
    @extend_schema(
        operation_id="campaign_sampling",
        parameters=[SamplingQuerySerializer],
        responses=TupleSerializer[SamplingProgress],
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Estimates from the drawn pairs judged so far, with an outlook on more of them."""
        campaign = campaign_to_see(request, campaign_id)
        found = sampling_progress(campaign, **query_fields(request, SamplingQuerySerializer))
        return Response(TupleSerializer[SamplingProgress](found).data)
