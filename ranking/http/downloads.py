"""Files as responses."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from ranking.http.formats import MEDIA_TYPES

GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
GZIP_BITS, FAST = 31, 1  # zlib's names for its format and its level
Response = TypeVar("Response", bound=HttpResponseBase)


def as_download(request: Request, texts: Iterable[str], file_name: str) -> StreamingHttpResponse:
    """A text file that is sent part by part, packed for clients that accept that.

    Nobody knows how long it is before its end. Packed, it has a mark there, by which a client sees
    that nothing was cut off on the way.
    """
    parts = (text.encode() for text in texts)
    is_packed = GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    response = StreamingHttpResponse(
        _packed(parts) if is_packed else parts, content_type="text/plain; charset=utf-8"
    )
    if is_packed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return _named(response, file_name)


def as_file(content: str | bytes, name: str, stem: str) -> HttpResponse:
    """A whole file in one of the formats of `MEDIA_TYPES`, by its name; `stem` is the file's."""
    of_text = "; charset=utf-8" if isinstance(content, str) else ""
    file = HttpResponse(content, content_type=MEDIA_TYPES[name] + of_text)
    return _named(file, f"{stem}.{name}")


def _packed(parts: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(FAST, wbits=GZIP_BITS)
    for part in parts:
        if packed := packer.compress(part):
            yield packed
    yield packer.flush()


def _named(response: Response, file_name: str) -> Response:
    # Kept in a folder, a name with a slash would lie in another one.
    name = re.sub(r"[/\\]", "-", file_name)
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
