from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from ranking.asking import MAY_RESEARCH, has_role
from ranking.http.scopes import RESEARCH

MAY_COMPUTE = MAY_RESEARCH


class MayResearchOrOrganize(BasePermission):
    """Runs are visible to accounts that compare or pool them, not to assessors."""

    message = "Runs are shown to researchers and organizers only."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return has_role(request.user)


class MayCompute(BasePermission):
    """Computing a run takes the machine's time."""

    message = "Computing runs needs the right of a researcher, which this account does not have."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.user.has_perm(MAY_COMPUTE)


# Without docstrings: the API's description would give them to every operation that has none.
class ResearchOrOrganizeView(APIView):
    permission_classes = [MayResearchOrOrganize]
    token_scopes = RESEARCH


class ComputeView(APIView):
    permission_classes = [MayCompute]
    token_scopes = RESEARCH
