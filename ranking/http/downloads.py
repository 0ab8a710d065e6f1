"""Files as responses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header

Response = TypeVar("Response", bound=HttpResponseBase)


def as_download(texts: Iterable[str], file_name: str) -> StreamingHttpResponse:
    """A text file that is sent part by part."""
    parts = (text.encode() for text in texts)
    return _named(StreamingHttpResponse(parts, content_type="text/plain; charset=utf-8"), file_name)


def as_file(content: str | bytes, content_type: str, file_name: str) -> HttpResponse:
    """A whole file; `content_type` without a charset, which text gets."""
    of_text = "; charset=utf-8" if isinstance(content, str) else ""
    return _named(HttpResponse(content, content_type=content_type + of_text), file_name)


def _named(response: Response, file_name: str) -> Response:
    # Kept in a folder, a name with a slash would lie in another one.
    name = re.sub(r"[/\\]", "-", file_name)
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
