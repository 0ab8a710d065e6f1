"""Limits on request text: UTF-8 only, and JSON of limited depth in whole characters."""

from __future__ import annotations

import codecs
import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import IO, Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from rest_framework import status
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

ENCODINGS = ("utf-8", "ascii")
MAX_DEPTH = 20
TOO_DEEP = f"The request's JSON is nested more than {MAX_DEPTH} deep."


class Utf8Only:
    """Middleware that refuses a request in another encoding, before any of it is decoded.

    Python knows encodings whose decoders take a minute for half a megabyte.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        encoding = request.encoding  # none where the header names none that Python knows
        if encoding is None or codecs.lookup(encoding).name in ENCODINGS:
            return None
        content = {"code": "unsupported_media_type", "detail": "Send it in UTF-8."}
        return JsonResponse(content, status=status.HTTP_415_UNSUPPORTED_MEDIA_TYPE)


class JSONText(JSONParser):
    """JSON parser that refuses text which neither database nor response can hold."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        encoding = (parser_context or {}).get("encoding", "utf-8")
        try:
            body = json.loads(
                stream.read().decode(encoding),
                parse_constant=strict_constant,
                object_pairs_hook=_each_once,
            )
        except RecursionError as error:
            raise ParseError(TOO_DEEP) from error
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        _check(body)
        return body


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """As JSON's readers would keep the last of two."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise ParseError(f"{twice!r} was given more than once.")
    return found


def _check(body: Any) -> None:
    level = [body]
    for _ in range(MAX_DEPTH):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return
    raise ParseError(TOO_DEEP)


def _parts(whole: Any) -> Collection[Any]:
    if isinstance(whole, dict):
        return [*whole, *whole.values()]
    if isinstance(whole, str):
        _check_whole_characters(whole)
    return whole if isinstance(whole, list) else ()


def _check_whole_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ParseError("The request's JSON contains half a character.") from error
