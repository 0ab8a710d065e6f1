from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_safe

from config.readiness import POSTGRESQL, away, has_postgresql

RETRY_AFTER_S = "5"
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Regrade</title>
<h1>Regrade</h1>
<p>A workbench for information-retrieval test collections: judge passages, derive label sets,
re-score runs.</p>
<p>The server runs, but its pages have not been built yet: <code>./dev setup</code> builds them.
The data is at <a href="/api/schema">/api</a>.</p>
"""


@require_safe
@ensure_csrf_cookie
def application_page(request: HttpRequest) -> HttpResponse:
    """The browser application's one document, or a page that says how to build it."""
    index = Path(settings.FRONTEND_ROOT) / "index.html"
    page = index.read_text(encoding="utf-8") if index.is_file() else NOT_BUILT
    response = HttpResponse(page)
    response["Cache-Control"] = "no-cache"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Refusal of a cross-site request, in the API's error format."""
    detail = "The page is too old or was opened elsewhere; load it again."
    return JsonResponse({"code": "csrf_failed", "detail": detail}, status=403)


@require_safe
def api_schema(request: HttpRequest) -> HttpResponse:
    """The committed OpenAPI description: generating it takes more than a second."""
    path = settings.BASE_DIR / "frontend" / "openapi.json"
    return HttpResponse(path.read_bytes(), content_type="application/json")


@require_GET
def health(request: HttpRequest) -> HttpResponse:
    """Answers 200 when PostgreSQL answers this process."""
    if not has_postgresql():
        raise OperationalError("PostgreSQL does not answer")
    return HttpResponse("ok", content_type="text/plain")


@require_GET
def ready(request: HttpRequest) -> JsonResponse:
    """Missing services, one sentence each; 503 if the database is down."""
    missing = away()
    is_down = POSTGRESQL.name in missing
    status = "down" if is_down else "limited" if missing else "ready"
    if not is_down:
        return JsonResponse({"status": status, "away": missing})
    headers = {"Retry-After": RETRY_AFTER_S}
    return JsonResponse({"status": status, "away": missing}, status=503, headers=headers)
