from __future__ import annotations

import pytest
from django.test import Client

from tests.evaluation.library.shelf import make_shelf, signed_in
from tests.factories import make_user

pytestmark = pytest.mark.django_db
QRELS = "/api/labels/qrels?name=gold"


@pytest.fixture
def client() -> Client:
    make_shelf()
    return signed_in(make_user("rita", "ranking.may_research"))


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/csv", "image/png"])
@pytest.mark.parametrize("asked", ["", "&format=trec", "&format=msmarco"])
def test_format_alone_chooses_the_file(asked: str, accept: str, client: Client) -> None:
    for ask in (client.get, client.head):
        answer = ask(QRELS + asked, headers={"accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")


def test_another_format_is_refused_with_those_that_there_are(client: Client) -> None:
    answer = client.get(f"{QRELS}&format=csv")
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"format": "This address answers in trec or msmarco or prels or table, not in 'csv'."},
    )
