from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.jobs.chunk import rank_chunk
from ranking.jobs.jobs import fail_job
from ranking.models import Chunk, Collection, Job, Run
from ranking.rankers.index_options import PLAIN_INDEX
from ranking.rankers.indexes import build_lexical_index
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

    def send_task(name: str, args: list[int], queue: str, **_: object) -> None:
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
    row = answer.json()
    assert row.pop("asked")["name"] == "bm25"
    assert row.pop("created_at")
    assert row.pop("job") == Job.objects.get().pk
    assert row == {
        "name": "bm25",
        "collection": "trees",
        "topic_set": "needs",
        "lineage": {"collections": ["trees"], "topic_sets": ["needs"]},
        "team": "",
        "kind": "trad",
        "source": "computed",
        "ranker": "bm25",
        "description": "BM25 (k1 0.82, b 0.68), ranks the top 1000",
        "has_pairs": False,
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


def test_a_run_tells_what_to_ask_for_to_have_it_again(researcher: Client) -> None:
    make_collection(), make_topics()
    rm3 = {"fb_terms": 5, "fb_docs": 2, "original_query_weight": 0.25}
    scoring = {"depth": 7, "k1": 0.9, "b": 0.4, "rm3": rm3, "adjusts_ties": False}
    index = {"fields_indexed": "text", "stop_words": "none", "stemmer": "none"}
    asked = {**ASKED, "ranker": "bm25", **scoring, **index}
    assert ask(researcher, **asked).json()["asked"] == asked


def test_progress_goes_from_nothing_to_done(researcher: Client) -> None:
    make_collection(), make_topics()
    ask(researcher)
    before = progress(researcher)
    rank_chunk(chunk_id=Chunk.objects.get().pk)
    work = {"unit": "topic", "n": 2, "n_done": 0, "n_failed": 0}
    waiting = {"status": "running", "is_begun": False, "is_worked_on": False, "error": ""}
    assert before == {"work": work, **waiting}
    work["n_done"] = 2
    done = {"status": "done", "is_begun": True, "is_worked_on": True, "error": ""}
    assert progress(researcher) == {"work": work, **done}


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
    assert list(answer.json()["fields"]) == ["name"]


def test_a_run_over_an_index_older_than_the_texts_is_refused(researcher: Client) -> None:
    make_topics()
    build_lexical_index(collection=make_collection(), options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    answer = ask(researcher)
    assert (answer.status_code, answer.json()["code"]) == (400, "index_stale")
    assert list(answer.json()["fields"]) == ["collection"]
    assert "./dev manage index trees --rebuild" in answer.json()["detail"]


K1, SHARE = "a number from 0 to 1,000", "a number from 0 to 1"
WHOLE = "a whole number from 1 to 1,000"


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"depth": 0}, {"depth": "Must be a whole number from 1 to 10,000."}),
        ({"depth": 10_001}, {"depth": "Must be a whole number from 1 to 10,000."}),
        ({"depth": 1.5}, {"depth": "Must be a whole number from 1 to 10,000."}),
        ({"k1": -1}, {"k1": f"Must be {K1}."}),
        ({"k1": 1e30}, {"k1": f"Must be {K1}."}),
        ({"k1": "inf"}, {"k1": f"Must be {K1}."}),
        ({"k1": None}, {"k1": f"Must be {K1}."}),
        ({"k1": "nan"}, {"k1": f"Must be {K1}."}),
        ({"b": 1.5}, {"b": f"Must be {SHARE}."}),
        ({"k1": 0, "b": "x"}, {"b": f"Must be {SHARE}."}),
        (
            {"rm3": {"fb_terms": 0, "fb_docs": 1001}},
            {"rm3.fb_terms": f"Must be {WHOLE}.", "rm3.fb_docs": f"Must be {WHOLE}."},
        ),
        (
            {"rm3": {"original_query_weight": "nan"}},
            {"rm3.original_query_weight": f"Must be {SHARE}."},
        ),
        ({"ranker": "splade"}, {"ranker": '"splade" is not a valid choice.'}),
        ({"stemmer": "snowball"}, {"stemmer": '"snowball" is not a valid choice.'}),
    ],
)
def test_a_run_is_refused_with_a_sentence_at_each_field_at_fault(
    researcher: Client, changes: dict[str, Any], fields: dict[str, str]
) -> None:
    make_collection(), make_topics()
    answer = ask(researcher, **changes)
    assert (answer.status_code, answer.json()["fields"]) == (400, fields)
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "a b"}, "name"),
        ({"collection": "woods"}, "collection"),
        ({"topic_set": "wants"}, "topic_set"),
        ({"fields_indexed": "title"}, "fields_indexed"),
    ],
)
def test_a_run_that_cannot_be_planned_is_refused_at_its_field(
    researcher: Client, changes: dict[str, str], field: str
) -> None:
    make_collection(), make_topics()
    told = ask(researcher, **changes).json()
    assert told["fields"] == {field: told["detail"]}
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
