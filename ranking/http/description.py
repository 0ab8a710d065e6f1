"""The API's description: each operation with the scope that a token needs for it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc

from ranking.http.scopes import scope_for

BY_TOKEN, BY_SESSION = "tokenAuth", "cookieAuth"


class ScopedSchema(AutoSchema):
    """Description of an operation; one that no token opens does not name tokens."""

    def get_description(self) -> str:  # type: ignore[override]
        """The docstring of the method alone: that of its class is for who reads the code."""
        return str(get_doc(getattr(self.view, self.method.lower())))

    def get_auth(self) -> list[dict[str, Any]]:
        is_upload = getattr(self.view, "takes_uploads", False)  # its session is the same cookie
        ways = [{BY_TOKEN: []}, {BY_SESSION: []}] if is_upload else super().get_auth()
        scope = scope_for(self.view, self.method)
        if scope is None:
            return [way for way in ways if BY_TOKEN not in way]
        return [{BY_TOKEN: [str(scope)]} if BY_TOKEN in way else way for way in ways]
