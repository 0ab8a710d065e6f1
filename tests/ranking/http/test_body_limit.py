from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from ranking.http.uploads import announced_length

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/labels/combine", "2,621,440"),
        ("/api/session", "64,000"),
        ("/api/invitations/look", "64,000"),
        ("/anything", "64,000"),
    ],
)
def test_a_body_that_announces_too_much_is_refused_unread(
    path: str, most: str, client: Client, rita: User
) -> None:
    client.force_login(rita)
    response = client.generic("POST", path, b"{}", "application/json", CONTENT_LENGTH="2500000000")
    assert (response.status_code, response.json()) == (
        413,
        {
            "code": "too_large",
            "detail": f"The request holds 2,500,000,000 bytes; at most {most} are taken here.",
        },
    )


def test_a_body_of_usual_length_is_taken(client: Client) -> None:
    response = client.post("/api/session", {"username": "x", "password": "y" * 60_000})
    assert response.status_code == 415  # a form, but read


@pytest.mark.parametrize(("text", "length"), [("17", 17), ("", 0), ("-1", 0), ("many", 0)])
def test_a_length_that_is_no_number_announces_nothing(text: str, length: int) -> None:
    assert announced_length(RequestFactory().get("/", CONTENT_LENGTH=text)) == length
