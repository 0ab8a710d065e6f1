from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.models import Chunk, Collection, Job, Run
from ranking.services.index_options import PLAIN_INDEX
from ranking.services.jobs import fail_job
from ranking.services.lexical_indexes import build_lexical_index
from ranking.services.rank_chunk import rank_chunk
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db
URL, PROGRESS = "/api/runs/computed", "/api/runs/progress"
ASKED = {"name": "bm25", "collection": "trees", "topic_set": "needs"}


@pytest.fixture
def researcher(client: Client, rita: User) -> Client:
    client.force_login(rita)
    return client


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """What the broker was handed."""
    messages: list[tuple[int, str]] = []

    def send_task(name: str, args: list[int], queue: str, expires: None) -> None:
        messages.append((args[0], queue))

    monkeypatch.setattr(celery_app, "send_task", send_task)
    return messages


def ask(client: Client, **changes: Any) -> Any:
    return client.post(URL, {**ASKED, **changes}, content_type="application/json")


def progress(client: Client, name: str = "bm25") -> Any:
    return client.get(PROGRESS, {"name": name}).json()


def test_a_run_asked_for_is_planned_and_offered_to_workers(
    researcher: Client,
    sent: list[tuple[int, str]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    make_collection(), make_topics()
    with django_capture_on_commit_callbacks(execute=True):
        answer = ask(researcher)
    assert answer.status_code == 202
    assert sent == [(Chunk.objects.get().pk, "rank.cpu")]
    assert answer.json() == {
        "name": "bm25",
        "collection": "trees",
        "topic_set": "needs",
        "team": "",
        "source": "computed",
        "ranker": "bm25",
        "description": "BM25 (k1 0.82, b 0.68), ranks the top 1000",
        "parent": None,
        "n_topics": 0,
        "depth": 0,
        "status": "computing",
    }


def test_a_run_asked_for_takes_every_parameter(researcher: Client) -> None:
    make_collection(), make_topics()
    rm3 = {"fb_terms": 5, "fb_docs": 2, "original_query_weight": 0.25}
    ask(researcher, depth=7, k1=0.9, b=0.4, rm3=rm3, adjusts_ties=False, fields_indexed="text")
    spec = Run.objects.get().spec or {}
    assert (spec["depth"], spec["index"]["fields"]) == (7, "text")
    assert spec["parameters"] == {"k1": 0.9, "b": 0.4, "rm3": rm3, "adjusts_ties": False}


def test_progress_goes_from_nothing_to_done(researcher: Client) -> None:
    make_collection(), make_topics()
    ask(researcher)
    before = progress(researcher)
    rank_chunk(chunk_id=Chunk.objects.get().pk)
    told = {"n_topics": 2, "error": ""}
    assert before == {**told, "status": "running", "n_topics_done": 0, "is_begun": False}
    assert progress(researcher) == {**told, "status": "done", "n_topics_done": 2, "is_begun": True}


def test_progress_of_a_failed_run_says_why(researcher: Client) -> None:
    make_collection(), make_topics()
    ask(researcher)
    fail_job(job_id=Job.objects.get().pk, reason="The disk is full.")
    told = progress(researcher)
    assert (told["status"], told["error"]) == ("failed", "The disk is full.")


def test_progress_of_an_imported_run_is_not_found(researcher: Client) -> None:
    make_run("tas-b", make_collection(), make_topics(), {"q1": ["d1"]})
    assert progress(researcher, "tas-b") == {
        "code": "not_found",
        "detail": "Run tas-b was not computed here.",
    }


def test_a_run_asked_for_twice_is_one_run(researcher: Client) -> None:
    make_collection(), make_topics()
    assert [ask(researcher).status_code for _ in range(2)] == [202, 202]
    assert Job.objects.count() == 1


def test_a_run_under_a_taken_name_is_refused(researcher: Client) -> None:
    make_run("bm25", make_collection(), make_topics(), {"q1": ["d1"]})
    answer = ask(researcher)
    assert (answer.status_code, answer.json()["code"]) == (400, "name_taken")


def test_a_run_over_an_index_older_than_the_texts_is_refused(researcher: Client) -> None:
    make_topics()
    build_lexical_index(collection=make_collection(), options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    answer = ask(researcher)
    assert (answer.status_code, answer.json()["code"]) == (400, "index_stale")
    assert "./dev manage index trees --rebuild" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("depth", 0),
        ("depth", 10_001),
        ("k1", -1),
        ("k1", "nan"),
        ("k1", "inf"),
        ("b", 1.5),
        ("b", "nan"),
        ("ranker", "bert-dot"),
        ("rm3", {"fb_terms": 0}),
        ("rm3", {"original_query_weight": "nan"}),
        ("stemmer", "snowball"),
        ("name", "a b"),
    ],
)
def test_a_run_with_a_parameter_out_of_range_is_refused(
    researcher: Client, field: str, value: object
) -> None:
    make_collection(), make_topics()
    assert ask(researcher, **{field: value}).status_code == 400
    assert not Run.objects.exists()


def test_a_run_of_an_absent_collection_is_not_found(researcher: Client) -> None:
    make_topics()
    assert ask(researcher).status_code == 404


def test_computing_is_not_for_organizers(organizer: Client) -> None:
    make_collection(), make_topics()
    assert ask(organizer).status_code == 403
    assert not Run.objects.exists()


def test_progress_is_not_for_assessors(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(PROGRESS, {"name": "bm25"}).status_code == 403
