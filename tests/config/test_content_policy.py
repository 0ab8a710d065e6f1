"""Every response has a content policy, from any view or middleware."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

pytestmark = pytest.mark.django_db

NOBODY_ELSE = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def fail(_: object) -> HttpResponse:
    raise RuntimeError


urlpatterns = [path("fail", fail)]


def policy_of(client: Client, address: str, status: int = 200) -> dict[str, str]:
    response = client.get(address)
    response.close()
    assert response.status_code == status
    parts = response["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/judge/1", 200), ("/api/session", 200), ("/api/campaigns", 403), ("/api/nothing", 404)],
)
def test_pages_answers_and_refusals_come_with_the_policy(
    address: str, status: int, client: Client
) -> None:
    policy = policy_of(client, address, status)
    assert policy == policy | NOBODY_ELSE
    assert "unsafe" not in " ".join(policy.values())


def test_a_file_comes_with_the_policy(client: Client, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("1")
    settings.STATIC_ROOT = tmp_path
    assert policy_of(client, "/static/page.js")["script-src"] == "'self'"


def test_a_failure_comes_with_the_policy(client: Client, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    assert policy_of(client, "/fail", 500)["script-src"] == "'self'"


def test_a_request_that_is_refused_for_its_length_carries_the_policy(client: Client) -> None:
    length = str(10**10)
    response = client.post("/api/session", headers={"Content-Length": length})
    assert response.status_code == 413
    assert "script-src 'self'" in response["Content-Security-Policy"]
