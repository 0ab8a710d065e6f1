"""What is answered while PostgreSQL is away: that it is, and when to ask again."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import server_error as usual_page
from rest_framework import status
from rest_framework.exceptions import APIException

AGAIN_AFTER_S = 5
DETAIL = f"The database is away at the moment; try again in {AGAIN_AFTER_S} seconds."
# PostgreSQL's codes for: shut down by hand or by a crash, starting, no connection free.
GOING_OR_COMING = {"57P01", "57P02", "57P03", "53300"}
LOST_CONNECTION = "08"
PAGE = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Regrade</title>
<h1>Regrade</h1>
<p>{DETAIL}</p>
"""


class DatabaseAway(APIException):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "database_away"
    default_detail = DETAIL
    wait = AGAIN_AFTER_S  # becomes Retry-After


def is_away(error: BaseException | None) -> bool:
    """Whether the error says that there is no connection to PostgreSQL."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlstate", None)  # none where no server was there to give one
    return code is None or code in GOING_OR_COMING or code.startswith(LOST_CONNECTION)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's answer to what nobody caught, which may have happened before or after a view."""
    if not is_away(sys.exc_info()[1]):
        return usual_page(request)
    response: HttpResponse
    if request.path.startswith("/api/"):
        content = {"code": DatabaseAway.default_code, "detail": DETAIL}
        response = JsonResponse(content, status=DatabaseAway.status_code)
    else:
        response = HttpResponse(PAGE, status=DatabaseAway.status_code)
    response["Retry-After"] = str(AGAIN_AFTER_S)
    return response
