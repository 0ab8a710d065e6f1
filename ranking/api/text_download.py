"""A text file as a response."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header


def as_download(texts: Iterable[str], file_name: str) -> StreamingHttpResponse:
    """A text file that is sent part by part."""
    response = StreamingHttpResponse(
        (text.encode() for text in texts), content_type="text/plain; charset=utf-8"
    )
    # Kept in a folder, a name with a slash would lie in another one.
    name = re.sub(r"[/\\]", "-", file_name)
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
