"""Run and qrels files that are sent together."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import LabelSet
from ranking.models import Collection, Run
from tests.factories import make_user

pytestmark = pytest.mark.django_db

RUN = b"q1 Q0 d1 1 2.5 a\nq2 Q0 d2 1 3 a\n"
QRELS = b"q1 0 d1 1\nq1 0 d2 2\n"
Sent = tuple[int, dict[str, object]]


def send(client: Client, files: dict[str, bytes], **fields: object) -> Sent:
    client.force_login(make_user("rita", "ranking.may_research"))
    file = [SimpleUploadedFile(name, content) for name, content in files.items()]
    answer = client.post("/api/imports/files", {"name": "mine", "file": file, **fields})
    return answer.status_code, answer.json()


def test_each_label_file_may_have_its_own_threshold(client: Client) -> None:
    files = {"bm25.run": RUN, "old.txt": QRELS, "new.txt": QRELS}
    send(client, files, min_relevance=2, min_relevance_of=["2=1"])
    found = LabelSet.objects.values_list("name", "min_relevance")
    assert dict(found) == {"old": 1, "new": 2}


def test_label_files_of_one_name_each_have_the_threshold_of_their_place(client: Client) -> None:
    # Django reads "&not" in a name as "¬": the name that was sent is not the one that comes.
    names = ("bm25.run", "new&notes.txt", "new&notes.txt")
    contents = (RUN, QRELS, QRELS)
    file = [SimpleUploadedFile(*each) for each in zip(names, contents, strict=True)]
    status, _ = send(client, {}, file=file, min_relevance_of=["3=2", "2=1"])
    assert status == 201
    found = LabelSet.objects.order_by("pk").values_list("min_relevance", flat=True)
    assert list(found) == [1, 2]


def test_a_threshold_that_has_no_place_is_refused(client: Client) -> None:
    files = {"bm25.run": RUN, "old.txt": QRELS}
    status, refused = send(client, files, min_relevance_of=["old.txt=1"])
    assert (status, refused["code"]) == (400, "bad_threshold")
    assert not Collection.objects.exists()


def test_runs_and_labels_are_made_and_shown_and_belong_to_the_sender(client: Client) -> None:
    sent = send(client, {"bm25.run": RUN, "qrels.txt": QRELS}, min_relevance=2)
    assert sent == (
        201,
        {
            "name": "mine",
            "n_topics": 2,
            "runs": [
                {
                    "name": "bm25",
                    "file": "bm25.run",
                    "n_topics": 2,
                    "n_lines": 2,
                    "n_repeated": 0,
                    "same_as": [],
                    "metadata_note": "",
                }
            ],
            "label_sets": [
                {
                    "name": "qrels",
                    "file": "qrels.txt",
                    "n_topics": 1,
                    "n_pairs": 2,
                    "n_relevant": 1,
                    "min_relevance": 2,
                }
            ],
        },
    )
    made = (Collection.objects.get(), Run.objects.get(), LabelSet.objects.get())
    owners = {thing.owner.username for thing in made if thing.owner is not None}
    assert (owners, {thing.is_private for thing in made}) == ({"rita"}, {False})


def test_bad_lines_are_reported_with_the_name_of_their_file(client: Client) -> None:
    files = {"b.run": RUN, "b.run, line": b"q1 Q0 d1 1 x a\nq1 Q0 d2 2 y a\n"}
    status, refused = send(client, files)
    assert (status, refused["code"], refused["n_bad_lines"]) == (400, "bad_file", 2)
    # Which the sentence alone does not tell apart.
    assert (refused["file"], refused["place"]) == ("b.run, line", 2)
    assert str(refused["detail"]).startswith("b.run, line, line 1: ")
    assert not Collection.objects.exists()


def test_more_than_twenty_files_are_refused(client: Client) -> None:
    status, refused = send(client, {f"{n}.run": RUN for n in range(21)})
    assert (status, refused["code"]) == (400, "upload_refused")
