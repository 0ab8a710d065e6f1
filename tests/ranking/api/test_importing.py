"""Collections, topic sets and runs that come as files through the browser."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from ranking.api import runs
from ranking.http.uploads import Allowance
from ranking.models import Collection, Passage, Run, Topic, TopicSet
from tests.factories import make_collection, make_topics

pytestmark = pytest.mark.django_db

RUN = b"q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 2.5 t\nq1 Q0 new 3 1.5 t\nq9 Q0 d1 1 1 t\n"
BESIDE = {"name": "bm25", "collection": "trees", "topic_set": "needs"}


@pytest.fixture(autouse=True)
def kept(storage: Path) -> Path:
    """Where uploads lie while they are read."""
    folder = storage / "uploads"
    folder.mkdir(parents=True)
    return folder


def send(client: Client, where: str, *files: bytes, named: str = "run.txt", **fields: str) -> Any:
    uploaded = [SimpleUploadedFile(named, file) for file in files]
    return client.post(f"/api/{where}", {"file": uploaded, **fields})


@pytest.fixture
def ground(db: None) -> None:
    make_collection(), make_topics()


def test_an_uploaded_run_is_stored_and_reported(organizer: Client, ground: None) -> None:
    answer = send(organizer, "runs", RUN, **BESIDE, team="waterloo", kind="nnlm")
    assert (answer.status_code, answer.json()) == (
        201,
        {
            "name": "bm25",
            "tag": "t",
            "n_topics": 1,
            "n_lines": 3,
            "n_repeated": 0,
            "depth": 3,
            "n_tied": 2,
            "n_textless": 1,
            "n_new_doc_ids": 1,
            "n_unknown_topics": 1,
            "n_lines_of_unknown_topics": 1,
            "unknown_query_ids": ["q9"],
            "n_topics_without_ranking": 1,
            "overlap": "The file and topic set needs share only part of their ids: "
            "1 are in both, 1 only in the file (q9), 1 only in the topic set.",
            "same_as": [],
            "metadata_note": "",
        },
    )
    run = Run.objects.get()
    assert (run.team, run.kind) == ("waterloo", "nnlm")


def test_an_uploaded_run_is_rounded_to_single_precision_where_that_is_asked_for(
    organizer: Client, ground: None
) -> None:
    lines = b"q1 Q0 d1 1 20.0000005 t\nq1 Q0 d2 2 20.0000003 t\n"
    assert send(organizer, "runs", lines, **BESIDE).json()["n_tied"] == 0
    beside = {**BESIDE, "name": "rounded", "single_precision": "true"}
    assert send(organizer, "runs", lines, **beside).json()["n_tied"] == 2
    facts = {run["name"]: run["description"] for run in organizer.get("/api/menus/runs").json()}
    plain = BESIDE["name"]
    assert facts == {plain: None, "rounded": "imported, scores rounded to single precision"}


def test_an_uploaded_run_keeps_the_first_of_a_passage_where_that_is_asked_for(
    organizer: Client, ground: None
) -> None:
    lines = b"q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n"
    assert send(organizer, "runs", lines, **BESIDE).json()["reason_code"] == "passage_twice"
    assert send(organizer, "runs", lines, **BESIDE, keep_first="true").json()["n_repeated"] == 1
    [run] = organizer.get("/api/menus/runs").json()
    assert run["description"] == "imported, without 1 line that repeated a passage"


def test_a_refused_run_is_reported_with_its_bad_lines_and_leaves_nothing(
    organizer: Client, ground: None, kept: Path
) -> None:
    bad = (
        RUN
        + b"q1 Q0 d3 4\nq1 Q0 d1 5 1 t\n"
        + b"".join(b"q2 Q0 d%d 1 x t\n" % i for i in range(30))
    )
    answer = send(organizer, "runs", bad, named="mine.run", **BESIDE)
    data = answer.json()
    assert (answer.status_code, data["code"], data["n_bad_lines"]) == (400, "bad_file", 32)
    assert data["detail"].startswith("mine.run, line 5: ")
    assert len(data["bad_lines"]) == 20
    second = data["bad_lines"][1]
    assert (second["line"], second.keys()) == (6, {"line", "reason", "code"})
    assert (Run.objects.count(), Passage.objects.count()) == (0, 3)
    assert list(kept.iterdir()) == []


def test_a_run_of_other_topics_is_refused_in_one_sentence(organizer: Client, ground: None) -> None:
    data = send(organizer, "runs", b"x1 Q0 d1 1 2 t\n", named="mine.run", **BESIDE).json()
    assert data.pop("detail").startswith("mine.run: ")
    assert data == {
        "code": "bad_file",
        "reason_code": "no_known_topic",
        "file": "mine.run",
        "place": 1,
    }


def test_a_name_is_taken_once(organizer: Client, ground: None) -> None:
    send(organizer, "runs", RUN, **BESIDE)
    data = send(organizer, "runs", RUN, **BESIDE).json()
    assert (data["code"], data["fields"]) == ("name_taken", {"name": data["detail"]})
    absent = send(organizer, "runs", RUN, **{**BESIDE, "collection": "shrubs"})
    assert (absent.status_code, list(absent.json()["fields"])) == (404, ["collection"])


def test_runs_come_one_at_a_time(organizer: Client, ground: None) -> None:
    refused = send(organizer, "runs", RUN, RUN, **BESIDE)
    assert (refused.status_code, refused.json()["code"]) == (400, "upload_refused")


def test_a_run_too_long_for_the_browser_is_sent_to_the_command(
    organizer: Client, ground: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "ONE_RUN", Allowance(1, 2, runs.ONE_RUN.mend))
    data = send(organizer, "runs", RUN, **BESIDE).json()
    assert data["code"] == "bad_file"
    assert "./dev manage import_run" in data["detail"]


def test_a_run_that_unpacks_to_far_more_than_was_sent_is_refused(
    organizer: Client, ground: None, settings: Settings
) -> None:
    settings.MAX_UPLOAD_BYTES = 2000
    packed = gzip.compress(b"q1 Q0 d1 1 2 t\n" * 10_000)
    data = send(organizer, "runs", packed, named="r.gz", **BESIDE).json()
    assert data["code"] == "bad_file"
    assert data["detail"].startswith("r.gz: unpacked")


def test_a_collection_is_made_of_several_files(organizer: Client) -> None:
    parts = b"d1\tSpruces live long.\n", b"d2\tFirs have cones.\nd3\t\n"
    answer = send(organizer, "collections", *parts, name="trees", language="en")
    assert (answer.status_code, answer.json()) == (
        201,
        {
            "name": "trees",
            "n_added": 3,
            "n_filled": 0,
            "n_unchanged": 0,
            "n_passages": 3,
            "n_without_text": 1,
            "n_title_alone": 0,
            "n_in_documents": 0,
            "mojibake": {"n": 0, "examples": []},
        },
    )
    assert Collection.objects.get().language == "en"


def test_topics_are_taken_and_numbered_as_asked(organizer: Client) -> None:
    rows = b"7\thow long do spruces live\n9\tdo firs have cones\n"
    answer = send(organizer, "topic-sets", rows, name="needs", number_by="position")
    assert (answer.status_code, answer.json()["n_topics"]) == (201, 2)
    assert list(Topic.objects.values_list("query_id", flat=True)) == ["1", "2"]


def test_topics_are_taken_without_those_that_cannot_be_read(organizer: Client) -> None:
    rows = b"q1\tfirst\nq1\tagain\n"
    data = send(organizer, "topic-sets", rows, name="needs", skip_bad="true").json()
    assert (data["n_topics"], data["n_skipped"]) == (1, 1)
    assert (data["skipped"][0]["line"], data["skipped"][0]["code"]) == (2, "topic_twice")


def test_bad_topics_and_collections_are_refused_naming_file_and_line(organizer: Client) -> None:
    rows = b"1\ta\n1\tb\n"
    for where in ("topic-sets", "collections"):
        data = send(organizer, where, rows, named="t.tsv", name="needs").json()
        assert data["code"] == "bad_file"
        assert data["detail"].startswith("t.tsv, line 2: ")
    assert not TopicSet.objects.exists()
    assert not Collection.objects.exists()


def test_what_there_is_is_listed(organizer: Client, ground: None) -> None:
    original = {"parent": None, "recipe": None, "seed": None}
    assert organizer.get("/api/menus/collections").json() == [
        {
            "name": "trees",
            "description": "",
            "language": "",
            "n_passages": 3,
            "has_texts": True,
            **original,
            "making": None,
        }
    ]
    assert organizer.get("/api/menus/topic-sets").json() == [
        {"name": "needs", "n_topics": 2, **original}
    ]
    assert organizer.get("/api/upload-limits").json() == {"max_bytes": 200_000_000}


@pytest.mark.parametrize("n", [2, 50])
def test_lists_take_the_same_queries_however_long_they_are(
    organizer: Client, n: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(n):
        make_collection(f"c{number}"), make_topics(f"t{number}")
    for where in ("collections", "topic-sets"):
        with django_assert_num_queries(4):  # session, user, rights, the list
            assert len(organizer.get(f"/api/menus/{where}").json()) == n


@pytest.mark.parametrize("where", ["collections", "topic-sets"])
def test_wrongly_decoded_text_is_refused_kept_or_mended_as_asked(
    organizer: Client, where: str
) -> None:
    rows = "qÃ©\tcafÃ©\nq2\tright\n".encode()
    answer = send(organizer, where, rows, name="needs", mojibake="refuse")
    found = {"n": 1, "examples": [{"before": "cafÃ©", "after": "café"}]}
    assert (answer.status_code, answer.json()["code"]) == (400, "wrongly_decoded")
    assert answer.json()["mojibake"] == found
    for model in (Collection, TopicSet):
        assert not model._default_manager.exists()
    for name, choice, text in (("a", "keep", "cafÃ©"), ("b", "mend", "café")):
        assert send(organizer, where, rows, name=name, mojibake=choice).json()["mojibake"] == found
        shown = organizer.get(f"/api/{where}/one", {"name": name}).json()
        [record] = shown["mojibake"]
        assert (record["n"], record["is_mended"]) == (1, choice == "mend")
        assert record["by"].startswith("ftfy ")
        if where == "topic-sets":
            [topic, _] = Topic.objects.filter(topic_set__name=name).values_list("query_id", "query")
            assert topic == ("qÃ©", text)
        else:
            [passage, _] = Passage.objects.filter(collection__name=name).values_list(
                "doc_id", "text"
            )
            assert passage == ("qÃ©", text)
