from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from regrade import __version__

pytestmark = pytest.mark.django_db


def test_every_address_of_the_browser_application_answers(client: Client) -> None:
    for address in ("/", "/login", "/judge/1", "/no/such/page"):
        assert client.get(address).status_code == 200, address


def test_the_front_page_answers_before_the_frontend_is_built(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.FRONTEND_ROOT = tmp_path
    response = client.get("/")
    assert response.status_code == 200
    assert b"./dev setup" in response.content


def test_the_built_document_is_served_and_asks_to_be_looked_at_again(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.FRONTEND_ROOT = tmp_path
    (tmp_path / "index.html").write_text("<title>built</title>", encoding="utf-8")
    response = client.get("/compare")
    assert (response.content, response["Cache-Control"]) == (b"<title>built</title>", "no-cache")


def test_an_unknown_address_of_the_api_is_not_found(client: Client) -> None:
    assert client.get("/api/nothing").status_code == 404


def test_health_reaches_the_database(client: Client) -> None:
    assert client.get("/health").content == b"ok"


def test_the_schema_is_served_as_it_is_committed(client: Client, settings: Settings) -> None:
    answer = client.get("/api/schema")
    assert answer["Content-Type"] == "application/json"
    committed = settings.BASE_DIR / "frontend" / "openapi.json"
    assert answer.content == committed.read_bytes()


def test_everybody_may_ask_for_the_version(client: Client) -> None:
    assert client.get("/api/version").json() == {"version": __version__}
