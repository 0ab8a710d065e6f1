from __future__ import annotations

from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from ranking.models import Chunk, Job, Run
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from tests.factories import make_collection, make_run, make_topics

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]
URL, RANKERS = "/api/runs/computed", "/api/rankers"
RERANK = {"name": "again", "ranker": "bert-dot", "parent": "bm25"}
SEARCH = {"name": "found", "ranker": "colbert", "collection": "trees", "topic_set": "needs"}
UNSAID = {
    "parent": None,
    "collection": None,
    "topic_set": None,
    "model": None,
    "passage_model": None,
    "precision": "float32",
}


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
    assert (Run.objects.get(name="again").spec or {})["depth"] == 2
    assert sent == [(Chunk.objects.get().pk, "rank.gpu")]


@pytest.mark.parametrize(("pairs", "n_chunks"), [(2, 2), (4, 1), (None, 1)])
def test_a_re_ranking_is_divided_as_it_is_asked_for(
    researcher: Client, pairs: int | None, n_chunks: int
) -> None:
    rankings = {"q1": ["d1", "d2"], "q2": ["d1", "d2"]}
    make_run("bm25", make_collection(), make_topics(), rankings)
    assert ask(researcher, RERANK, pairs_per_chunk=pairs).status_code == 202
    assert Chunk.objects.count() == n_chunks


@pytest.mark.parametrize(
    "asked",
    [
        {**RERANK, "depth": 7, "precision": "bfloat16"},
        {**SEARCH, "depth": 9, "parameters": {"max_query_tokens": 8, "attends_to_masks": True}},
    ],
)
def test_a_run_by_a_model_shows_what_to_ask_for_to_have_it_again(
    researcher: Client, bm25: Run, asked: dict[str, Any]
) -> None:
    data = ask(researcher, asked).json()["asked"]
    given = asked.get("parameters", {})
    assert {**data, "parameters": given} == {**UNSAID, "parameters": {}, **asked}
    assert data["parameters"].items() >= given.items()
    assert ask(researcher, data).status_code == 202
    assert Job.objects.count() == 1


def test_a_model_of_this_machine_can_be_asked_for_again(researcher: Client, bm25: Run) -> None:
    ask(researcher, RERANK)
    run = Run.objects.get(name="again")
    spec = run.spec or {}
    spec["model"]["name"] = "/srv/models/tuned"
    Run.objects.filter(pk=run.pk).update(spec=spec)
    rows = {row["name"]: row for row in researcher.get("/api/menus/runs").json()}
    assert rows["again"]["asked"]["model"] == "/srv/models/tuned"


@pytest.mark.parametrize(
    ("asked", "changes", "status", "code", "field"),
    [
        (RERANK, {"parent": "bm52"}, 404, "not_found", "parent"),
        (RERANK, {"parent": None}, 400, "invalid", "parent"),
        (RERANK, {"collection": "trees"}, 400, "invalid", "collection"),
        (RERANK, {"ranker": "bert-cat"}, 400, "no_model", "model"),
        (RERANK, {"model": "~nobody-at-all/model"}, 400, "model_missing", "model"),
        (RERANK, {"model": "x" * 999}, 400, "model_missing", "model"),
        (RERANK, {"parameters": {"pool": "max"}}, 400, "unknown_parameter", "parameters.pool"),
        (RERANK, {"parameters": ["pooling"]}, 400, "invalid", "parameters"),
        (RERANK, {"pairs_per_chunk": 10**400}, 400, "invalid", "pairs_per_chunk"),
        (RERANK, {"pairs_per_chunk": 1.5}, 400, "invalid", "pairs_per_chunk"),
        (SEARCH, {"topic_set": None}, 400, "invalid", "topic_set"),
        (SEARCH, {"pairs_per_chunk": 100}, 400, "invalid", "pairs_per_chunk"),
    ],
)
def test_a_run_by_a_model_is_refused_at_the_field_at_fault(
    researcher: Client,
    bm25: Run,
    asked: dict[str, Any],
    changes: dict[str, Any],
    status: int,
    code: str,
    field: str,
) -> None:
    answer = ask(researcher, asked, **changes)
    data = answer.json()
    assert (answer.status_code, data["code"], list(data["fields"])) == (status, code, [field])
    assert Run.objects.count() == 1


def test_a_model_of_the_hub_is_not_fetched_while_somebody_waits(
    researcher: Client, bm25: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(name: str, *, local_files_only: bool, **_: Any) -> str:
        assert local_files_only
        raise FileNotFoundError(name)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", look)
    data = ask(researcher, RERANK, model="castorini/monot5-base").json()
    assert (data["code"], list(data["fields"])) == ("model_missing", ["model"])


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("is_closed", [True, False])
def test_a_refusal_does_not_reveal_which_folders_there_are(
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
    data = ask(researcher, RERANK, model=str(folder)).json()
    assert data["fields"]["model"] == (
        "Model model: there is no such folder with a model in it "
        "(a config.json or modules.json at least)."
    )


def test_rankers_are_reported_with_all_that_a_form_needs(researcher: Client) -> None:
    data = researcher.get(RANKERS).json()
    assert [one["name"] for one in data["rankers"]] == list(NEURAL_RANKERS)
    precisions = {one["name"]: one["precisions"] for one in data["rankers"]}
    assert precisions["bert-cat"] == ["float32", "bfloat16"]
    assert precisions["tk"] == ["float32"]
    late = next(one for one in data["rankers"] if one["name"] == "colbert")
    assert late.pop("precisions") == precisions["bert-cat"]
    parameters = {one.pop("name"): one for one in late.pop("parameters")}
    assert late.pop("about")
    assert data["pairs_per_chunk"] == 1000
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
