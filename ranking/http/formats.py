"""An address in several formats: JSON, and files where `?format=` asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from ranking.http.negotiation import Negotiation
from ranking.http.request_fields import REPEATED
from regrade.csv_cells import BOM

MEDIA_TYPES: Mapping[str, str] = {
    "csv": "text/csv",
    "tex": "application/x-tex",
    "md": "text/markdown",
    "bib": "application/x-bibtex",
    "parquet": "application/vnd.apache.parquet",
    "zip": "application/zip",
}
OF_BYTES = {"parquet", "zip"}
READING = ("GET", "HEAD")
BOM_NAME = "bom"


class FileRenderer(BaseRenderer):
    """Stands for a format in negotiation; the views write the files themselves."""

    def __init__(self, name: str) -> None:
        self.format, self.media_type = name, media_type(name)

    def render(self, *_: Any) -> bytes:
        raise NotImplementedError  # a file is a response of Django's, and a refusal is JSON


class FormatsSerializer(serializers.Serializer[Any]):
    bom = serializers.BooleanField(
        default=False,
        help_text="With format=csv: begin with a byte order mark, by which Excel knows that the"
        " file is UTF-8.",
    )


class FormatsView(APIView):
    """`get` answers in JSON, and a method such as `as_csv` with a file where that is asked for.

    Neither finds `format` or `bom` among the request's fields.
    """

    def get_renderers(self) -> list[Any]:
        files = [FileRenderer(name) for name in MEDIA_TYPES if hasattr(self, f"as_{name}")]
        return [*super().get_renderers(), *files]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        chosen = request.accepted_renderer.format
        if request.method in READING and chosen in MEDIA_TYPES:
            self.is_marked = _taken_out(request) and chosen == "csv"
            self.get = self.head = getattr(self, f"as_{chosen}")

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(response, Response):
            _answer_in_json(request)
        elif getattr(self, "is_marked", False):
            response.content = BOM.encode() + response.content
        return super().finalize_response(request, response, *args, **kwargs)


class FileView(APIView):
    """`get` answers with a file, in the one of `formats` that `?format=` asks for, else the first.

    It finds its choice in `chosen`, and in `is_named` whether it was asked for; the request's
    fields have no `format`.
    """

    formats: ClassVar[tuple[str, ...]]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """By `format` alone: a file is what there is, whatever media types the client names."""
        if request.method not in READING or force:
            return super().perform_content_negotiation(request, force)
        files = [FileRenderer(name) for name in self.formats]
        asked = request.query_params.get(api_settings.URL_FORMAT_OVERRIDE)
        self.is_named, self.chosen = asked is not None, asked or self.formats[0]
        found = Negotiation().filter_renderers(files, self.chosen)
        return found[0], found[0].media_type

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(response, Response):
            _answer_in_json(request)
        return super().finalize_response(request, response, *args, **kwargs)


def one_of_formats(*formats: str) -> OpenApiParameter:
    """`format` as the API's description has it; the first is the default."""
    return OpenApiParameter("format", enum=formats, default=formats[0])


def media_type(name: str) -> str:
    return MEDIA_TYPES.get(name, "text/plain")


def content_type(name: str) -> str:
    """The header of a file in this format; texts are in UTF-8."""
    return media_type(name) if name in OF_BYTES else f"{media_type(name)}; charset=utf-8"


def as_files(*formats: str) -> dict[tuple[int, str], Any]:
    """Answers with a file as the API's description has them."""
    return {
        (200, media_type(name)): OpenApiTypes.BINARY if name in OF_BYTES else OpenApiTypes.STR
        for name in formats
    }


def in_formats(answers: Any, *formats: str) -> dict[tuple[int, str], Any]:
    """Responses of a view as the API's description has them: JSON by status, and the files."""
    by_status = answers if isinstance(answers, dict) else {200: answers}
    return {
        **{(status, JSONRenderer.media_type): answer for status, answer in by_status.items()},
        **as_files(*formats),
    }


def _answer_in_json(request: Request) -> None:
    request.accepted_renderer = JSONRenderer()
    request.accepted_media_type = JSONRenderer.media_type


def _taken_out(request: Request) -> bool:
    """Whether a byte order mark is asked for; the query has the other fields alone after this."""
    others = request.query_params.copy()
    given = others.pop(BOM_NAME, [])
    if len(given) > 1:
        raise ValidationError({BOM_NAME: [REPEATED]})
    asked = FormatsSerializer(data={BOM_NAME: given[0]} if given else {})
    asked.is_valid(raise_exception=True)
    request._request.GET = others  # type: ignore[assignment]  # which may be changed, and is not
    return bool(asked.validated_data[BOM_NAME])
