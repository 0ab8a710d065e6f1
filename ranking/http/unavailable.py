"""The response to an uncaught error: JSON below /api; why, and when to retry, while PostgreSQL is
unreachable, busy or full.
"""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.html import escape
from django.views.defaults import page_not_found as usual_missing_page
from django.views.defaults import server_error as usual_page
from rest_framework import status
from rest_framework.exceptions import APIException, NotFound

# PostgreSQL's codes for: shut down by hand or by a crash, starting, no connection free.
GOING_OR_COMING = {"57P01", "57P02", "57P03", "53300"}
LOST_CONNECTION = "08"
FULL = "53100"
# A lock not given in time, a deadlock, and a transaction that others were in the way of.
BUSY = {"55P03", "40P01", "40001"}
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Regrade</title>
<h1>Regrade</h1>
<p>{}</p>
"""


class DatabaseAway(APIException):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "database_away"
    wait = 5  # becomes Retry-After
    default_detail = f"The database is away at the moment; try again in {wait} seconds."


class DatabaseBusy(APIException):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "database_busy"
    wait = 5
    default_detail = (
        "The database is busy with something that holds this up, such as an update or a large"
        f" import; try again in {wait} seconds."
    )


class DatabaseFull(APIException):
    status_code = status.HTTP_507_INSUFFICIENT_STORAGE
    default_code = "database_full"
    wait = 60
    default_detail = (
        "The database has no room left, so nothing was stored. An administrator must free space on"
        " the server; try again after that."
    )


class ServerFailed(APIException):
    default_code = "server_error"
    default_detail = "The server failed at this; the reason is in its log."


def unavailable(error: BaseException | None) -> DatabaseAway | DatabaseBusy | DatabaseFull | None:
    """The response for an error that means PostgreSQL is unreachable, busy or full, else None."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    code = getattr(error.__cause__, "sqlstate", None)  # none where no server was there to give one
    if code == FULL:
        return DatabaseFull()
    if code in BUSY:
        return DatabaseBusy()
    is_away = code is None or code in GOING_OR_COMING or code.startswith(LOST_CONNECTION)
    return DatabaseAway() if is_away else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for uncaught errors, raised before, in or after a view."""
    error = unavailable(sys.exc_info()[1])
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = _as_json(error or ServerFailed())
    elif error is None:
        return usual_page(request)
    else:
        response = HttpResponse(PAGE.format(escape(error.default_detail)), status=error.status_code)
    if error is not None:
        response["Retry-After"] = str(error.wait)
    return response


def no_such_address(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for addresses that no view has."""
    if request.path.startswith("/api/"):
        return _as_json(NotFound("There is no such address."))
    return usual_missing_page(request, exception)


def _as_json(error: APIException) -> JsonResponse:
    content = {"code": error.default_code, "detail": str(error.detail)}
    return JsonResponse(content, status=error.status_code)
