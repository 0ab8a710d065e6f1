from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ranking.models import Run
from tests.factories import make_run
from tests.ranking.runs.pairing import RANKINGS, add_pairs, make_duo
from tests.regrade.neural.pair_cases import drawn

pytestmark = pytest.mark.django_db
PAIRS, PAIR = "/api/runs/pairs", "/api/runs/pairs/one"
LINES = b"q1\td1\td2\t0.75\nq1\td2\td1\t0.5\n"


def send(client: Client, run: str, lines: bytes) -> Any:
    return client.post(PAIRS, {"run": run, "file": SimpleUploadedFile("pairs.tsv", lines)})


def make_other(owner: User | None) -> None:
    duo = make_duo()
    run = make_run("other", duo.collection, duo.topic_set, RANKINGS)
    run.owner = owner
    run.save()


def test_pair_scores_are_taken_in_and_downloaded(organizer: Client, carol: User) -> None:
    make_other(carol)
    answer = send(organizer, "other", LINES)
    assert (answer.status_code, answer.json()) == (
        201,
        {"name": "other", "n_topics": 1, "n_pairs": 2},
    )
    sent = organizer.get(f"{PAIRS}/scores", {"run": "other"})
    assert sent["Content-Disposition"] == 'attachment; filename="other.pairs.tsv"'
    text = b"".join(sent.streaming_content)  # type: ignore[attr-defined]
    assert text == b"query_id\tdoc_id_i\tdoc_id_j\tprobability\n" + LINES


def test_pair_scores_that_are_wrong_are_listed(organizer: Client, carol: User) -> None:
    make_other(carol)
    answer = send(organizer, "other", LINES + b"q9\td1\td2\t1\n")
    data = answer.json()
    assert (answer.status_code, data["code"], data["n_bad_lines"]) == (400, "bad_file", 1)
    assert (data["file"], data["place"], data["bad_lines"][0]["line"]) == ("pairs.tsv", 1, 3)
    assert not Run.objects.get(name="other").pair_scores.exists()


def test_pair_scores_are_given_by_anyone_who_may_rename_the_run(
    organizer: Client, client: Client, rita: User
) -> None:
    make_other(rita)
    refused = send(organizer, "other", LINES)
    assert refused.status_code == 403
    assert "rita" in refused.json()["detail"]
    Run.objects.filter(name="other").update(owner=None)
    assert send(organizer, "other", LINES).status_code == 403
    assert not Run.objects.get(name="other").pair_scores.exists()
    client.force_login(rita)
    assert send(client, "other", LINES).status_code == 201


def test_topics_flips_and_one_pair_are_answered(organizer: Client) -> None:
    make_duo()
    [topic] = organizer.get(f"{PAIRS}/topics", {"run": "duo"}).json()["topics"]
    assert (topic["query_id"], topic["n_flips"]) == ("q1", 1)
    page = organizer.get(PAIRS, {"run": "duo", "query_id": "q1"}).json()
    assert page["rows"] == [
        {"first": "d1", "second": "d2", "p_first": 0.75, "p_second": 0.75, "gap": 0.5}
    ]
    asked = {"run": "duo", "query_id": "q1", "first": "d1", "second": "d2"}
    pair = organizer.get(PAIR, asked).json()
    assert (pair["flips"], pair["first"]["rank"], pair["second"]["rank_in_parent"]) == (True, 1, 2)


@pytest.mark.parametrize("n", [2, 50])
def test_the_number_of_queries_is_the_same_for_any_number_of_topics(
    organizer: Client, django_assert_num_queries: DjangoAssertNumQueries, n: int
) -> None:
    pairs = {f"q{number}": drawn(3) for number in range(3, n + 2)}
    run = make_duo(pairs=pairs)
    add_pairs(run, "q1", drawn(5))
    with django_assert_num_queries(8):
        organizer.get(f"{PAIRS}/topics", {"run": "duo"})


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"run": "duo", "query_id": "q9"}, 404, "no_pairs_of_topic"),
        ({"run": "duo", "query_id": "q1", "page": "0"}, 400, "invalid"),
        ({"run": "bm25", "query_id": "q1"}, 400, "no_pair_scores"),
    ],
)
def test_pairs_that_are_not_there_are_refused(
    organizer: Client, query: dict[str, str], status: int, code: str
) -> None:
    make_duo()
    answer = organizer.get(PAIRS, query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
