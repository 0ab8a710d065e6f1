"""What a request asks for, as the serializer that describes it has checked it."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import Serializer


def body_fields(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The fields of the body.

    Raises:
        ValidationError: it names each field that does not fit, and why.
    """
    return _checked(serializer(data=request.data))


def query_fields(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The same of the address's query."""
    return _checked(serializer(data=request.query_params))


def _checked(sent: Serializer[Any]) -> dict[str, Any]:
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
