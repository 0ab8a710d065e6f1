"""Only responses that are the same for everybody may be cached."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

pytestmark = pytest.mark.django_db

PRIVATE = "private, no-store"


def fail(_: object) -> HttpResponse:
    raise RuntimeError


urlpatterns = [path("api/fail", fail), path("fail", fail)]
handler500 = "ranking.http.unavailable.server_error"


@pytest.mark.parametrize(
    "address", ["/api/session", "/api/campaigns", "/api/nothing", "/api/schema", "/health"]
)
def test_no_answer_is_kept(client: Client, address: str) -> None:
    assert client.get(address)["Cache-Control"] == PRIVATE


def test_built_files_are_kept_and_pages_looked_at_again(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page.js").write_text("1")
    settings.STATIC_ROOT = tmp_path
    file = client.get("/static/assets/page.js")
    file.close()
    assert "immutable" in file["Cache-Control"]
    assert client.get("/judge/1")["Cache-Control"] == "no-cache"


@pytest.mark.urls(__name__)
def test_a_failure_below_the_api_is_json_and_private(client: Client) -> None:
    client.raise_request_exception = False
    failed = client.get("/api/fail")
    assert (failed.status_code, failed.json()["code"]) == (500, "server_error")
    assert failed["Cache-Control"] == PRIVATE
    assert client.get("/fail")["Content-Type"].startswith("text/html")


def test_an_address_that_is_not_there_is_json_below_the_api(client: Client) -> None:
    missing = client.get("/api/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
