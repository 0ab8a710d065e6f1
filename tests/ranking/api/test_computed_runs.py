from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from ranking.models import Chunk, Collection, Job, Run
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.indexes import build_lexical_index
from tests.factories import make_collection, make_run, make_topics

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]
URL, PROGRESS = "/api/runs/computed", "/api/runs/progress"
ASKED = {"name": "bm25", "collection": "trees", "topic_set": "needs"}


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
        "link": "",
        "source": "computed",
        "ranker": "bm25",
        "description": "BM25 (k1 0.82, b 0.68), ranks the top 1000",
        "has_pairs": False,
        "is_trained": False,
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


def test_a_run_shows_what_to_ask_for_to_have_it_again(researcher: Client) -> None:
    make_collection(), make_topics()
    rm3 = {"fb_terms": 5, "fb_docs": 2, "original_query_weight": 0.25}
    scoring = {"depth": 7, "k1": 0.9, "b": 0.4, "rm3": rm3, "adjusts_ties": False}
    index = {"fields_indexed": "text", "stop_words": "none", "stemmer": "none"}
    asked = {**ASKED, "ranker": "bm25", **scoring, **index, "device": "cuda"}
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


def test_progress_of_an_imported_run_is_not_found(researcher: Client) -> None:
    make_run("tas-b", make_collection(), make_topics(), {"q1": ["d1"]})
    answer = researcher.get(PROGRESS, {"name": "tas-b"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_job")


def test_a_run_over_an_index_older_than_the_texts_is_refused(researcher: Client) -> None:
    make_topics()
    build_lexical_index(collection=make_collection(), options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    answer = ask(researcher)
    assert (answer.status_code, answer.json()["code"]) == (400, "index_stale")
    assert list(answer.json()["fields"]) == ["collection"]
    assert "./dev manage index trees --rebuild" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"depth": 1.5}, {"depth": "Must be a whole number from 1 to 10,000."}),
        ({"k1": "nan"}, {"k1": "Must be a number from 0 to 1,000."}),
        ({"k1": None}, {"k1": "Must be a number from 0 to 1,000."}),
        ({"k1": 0, "b": "x"}, {"b": "Must be a number from 0 to 1."}),
        (
            {"rm3": {"fb_terms": 0, "fb_docs": 1001}},
            dict.fromkeys(
                ("rm3.fb_terms", "rm3.fb_docs"), "Must be a whole number from 1 to 1,000."
            ),
        ),
        ({"ranker": "splade"}, {"ranker": '"splade" is not a valid choice.'}),
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
    ("changes", "status", "code", "field"),
    [
        ({"name": "a b"}, 400, "name_refused", "name"),
        ({"collection": "woods"}, 404, "not_found", "collection"),
        ({"fields_indexed": "title"}, 400, "no_title", "fields_indexed"),
    ],
)
def test_a_run_that_cannot_be_planned_is_refused_at_its_field(
    researcher: Client, changes: dict[str, str], status: int, code: str, field: str
) -> None:
    make_collection(), make_topics()
    answer = ask(researcher, **changes)
    data = answer.json()
    assert (answer.status_code, data["code"]) == (status, code)
    assert data["fields"] == {field: data["detail"]}
    assert not Run.objects.exists()
