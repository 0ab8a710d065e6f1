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
PAIRS, PAIR = "/api/runs/pairs", "/api/runs/pair"
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
    sent = organizer.get(f"{PAIRS}/download", {"run": "other"})
    assert sent["Content-Disposition"] == 'attachment; filename="other.pairs.tsv"'
    text = b"".join(sent.streaming_content)  # type: ignore[attr-defined]
    assert text == b"query_id\tdoc_id_i\tdoc_id_j\tprobability\n" + LINES


def test_pair_scores_that_are_wrong_are_listed(organizer: Client, carol: User) -> None:
    make_other(carol)
    answer = send(organizer, "other", LINES + b"q9\td1\td2\t1\n")
    assert answer.status_code == 400
    assert answer.json() == {
        "code": "bad_file",
        "detail": "pairs.tsv, line 3: run other ranks no topic 'q9'",
        "file": "pairs.tsv",
        "place": 1,
        "n_bad_lines": 1,
        "bad_lines": [{"line": 3, "reason": "run other ranks no topic 'q9'"}],
    }
    assert not Run.objects.get(name="other").pair_scores.exists()


def test_pair_scores_are_given_by_whoever_may_rename_the_run(
    organizer: Client, client: Client, rita: User
) -> None:
    make_other(rita)
    refused = send(organizer, "other", LINES)
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "other is rita's: ask them, or an administrator.",
    )
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
    assert page["pairs"] == [
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
    with django_assert_num_queries(9):
        organizer.get(f"{PAIRS}/topics", {"run": "duo"})


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ({"run": "duo", "query_id": "q9"}, 404, "no pair scores of a topic 'q9'"),
        ({"run": "duo", "query_id": "q1", "doc_id": "d9"}, 404, "no pairs of passage 'd9'"),
        ({"run": "duo", "query_id": "q1", "after": "-1"}, 400, "after: "),
        ({"run": "bm25", "query_id": "q1"}, 400, "bm25 has no pair scores"),
        ({"run": "nix", "query_id": "q1"}, 404, "no run named 'nix'"),
    ],
)
def test_pairs_that_are_not_there_are_refused(
    organizer: Client, query: dict[str, str], status: int, reason: str
) -> None:
    make_duo()
    answer = organizer.get(PAIRS, query)
    assert (answer.status_code, reason in answer.json()["detail"]) == (status, True)


def test_pair_scores_are_not_for_assessors(client: Client, alice: User) -> None:
    client.force_login(alice)
    make_other(None)
    assert send(client, "other", LINES).status_code == 403
    assert client.get(PAIRS, {"run": "duo", "query_id": "q1"}).status_code == 403
