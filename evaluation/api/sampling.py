"""Answers so far of a campaign whose pool is by design."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from evaluation.watching.sampling import SamplingProgress, sampling_progress
from ranking.http.request_fields import takes_no_fields
from ranking.http.tuple_serializer import TupleSerializer


class SamplingView(OrganizersView):
    @extend_schema(operation_id="campaign_sampling", responses=TupleSerializer[SamplingProgress])
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Estimates from the drawn pairs judged so far, with an outlook on more of them."""
        found = sampling_progress(campaign_to_see(request, campaign_id))
        return Response(TupleSerializer[SamplingProgress](found).data)
