from __future__ import annotations

import pytest
from django.test import Client

from ranking.models import Run, Visibility
from tests.factories import make_collection, make_run, make_topics, make_user

pytestmark = pytest.mark.django_db
URL = "/api/runs/ranking"


@pytest.fixture(autouse=True)
def _run(db: None) -> None:
    rankings = {"q1": ["d2", "d1"], "q2": ["d3"]}
    make_run("a/b", make_collection(), make_topics(), rankings)


def test_a_run_is_sent_topic_by_topic_as_a_trec_file(researcher: Client) -> None:
    response = researcher.get(URL, {"name": "a/b"})
    assert response.streaming
    lines = b"q1 Q0 d2 1 2.0 a/b\nq1 Q0 d1 2 1.0 a/b\nq2 Q0 d3 1 1.0 a/b\n"
    assert response.getvalue() == lines
    assert response["Content-Disposition"] == 'attachment; filename="a-b.run"'


def test_depth_and_tag_are_taken(researcher: Client) -> None:
    response = researcher.get(URL, {"name": "a/b", "depth": "1", "tag": "t"})
    assert response.getvalue() == b"q1 Q0 d2 1 2.0 t\nq2 Q0 d3 1 1.0 t\n"


def test_a_header_of_metadata_is_for_researchers_and_organizers(
    researcher: Client, client: Client
) -> None:
    asked = {"name": "a/b", "tag": "t", "ir_metadata": "true"}
    first, second, *_ = researcher.get(URL, asked).getvalue().decode().splitlines()
    assert (first, second) == ("# ir_metadata.start", "# schema-version: 0.1")
    Run.objects.update(visibility=Visibility.PUBLIC)
    client.force_login(make_user("alice"))
    assert client.get(URL, {"name": "a/b"}).status_code == 200
    assert client.get(URL, asked).status_code == 403


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"name": "no"}, 404, "not_found"),
        ({"name": "a/b", "tag": "two words"}, 400, "tag_not_a_word"),
        ({"name": "a/b", "depth": "0"}, 400, "invalid"),
    ],
)
def test_what_cannot_be_sent_is_refused(
    researcher: Client, query: dict[str, str], status: int, code: str
) -> None:
    response = researcher.get(URL, query)
    assert (response.status_code, response.json()["code"]) == (status, code)
