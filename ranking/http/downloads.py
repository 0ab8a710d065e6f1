"""Files as responses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header

from ranking.http.formats import MEDIA_TYPES

Response = TypeVar("Response", bound=HttpResponseBase)


def as_download(texts: Iterable[str], file_name: str) -> StreamingHttpResponse:
    """A text file that is sent part by part."""
    parts = (text.encode() for text in texts)
    return _named(StreamingHttpResponse(parts, content_type="text/plain; charset=utf-8"), file_name)


def as_file(content: str | bytes, name: str, stem: str) -> HttpResponse:
    """A whole file in one of the formats of `MEDIA_TYPES`, by its name; `stem` is the file's."""
    of_text = "; charset=utf-8" if isinstance(content, str) else ""
    file = HttpResponse(content, content_type=MEDIA_TYPES[name] + of_text)
    return _named(file, f"{stem}.{name}")


def _named(response: Response, file_name: str) -> Response:
    # Kept in a folder, a name with a slash would lie in another one.
    name = re.sub(r"[/\\]", "-", file_name)
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
