"""Validated fields of a request."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import Serializer


def body_fields(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The validated fields of the body.

    Raises:
        ValidationError: it names each field that does not fit, and why.
    """
    return _checked(serializer(data=request.data))


def query_fields(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The validated fields of the query string."""
    return _checked(serializer(data=request.query_params))


def _checked(sent: Serializer[Any]) -> dict[str, Any]:
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
