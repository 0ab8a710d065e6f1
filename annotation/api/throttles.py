from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView


class AddressThrottle(ScopedRateThrottle):
    """Counts requests by address even of who is signed in: guessing is as easy with an account."""

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = self.get_ident(request)
        return str(self.cache_format % {"scope": self.scope, "ident": ident})
