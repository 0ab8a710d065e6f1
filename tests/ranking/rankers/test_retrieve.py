from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings

from ranking.exceptions import RankingError
from ranking.jobs.creating import create_job
from ranking.models import Attempt, Job, Run, RunKind
from ranking.rankers import vectors
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.frozen_models import load_frozen
from ranking.rankers.here_and_now import run_job_now
from ranking.rankers.rerank_plan import plan_retrieval
from regrade.neural.reranker import Candidates, PassageText
from tests.factories import QUERIES, make_collection, make_topics
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_bert import WIDE, change_weights, make_bert

pytestmark = pytest.mark.django_db
TEXTS = {
    "d1": "Cats sleep most of the day.",
    "d2": None,
    "d3": "Conifers such as spruces can reach an age of several centuries.",
    "d4": "Firs carry upright cones.",
    "d5": " ",
    "d6": "Firs carry upright cones.",
}
# Two alike, each alone in its block: beside another passage one could differ in its last bit.
ALIKE = {**TEXTS, "d3": None, "d5": None}


@pytest.fixture(autouse=True)
def _own_storage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "STORAGE_ROOT", tmp_path)
    monkeypatch.setattr(vectors, "PASSAGES_PER_BLOCK", 2)


def job_of(
    ranker: str, texts: Mapping[str, str | None] = TEXTS, of: str = "trees", **chosen: Any
) -> Job:
    plan = plan_retrieval(
        name=ranker,
        ranker=ranker,
        collection=make_collection(of, texts=texts),
        topic_set=make_topics(of),
        **chosen,
    )
    return create_job(plan=plan)


def run_of(ranker: str, texts: Mapping[str, str | None] = TEXTS, **chosen: Any) -> Run:
    return run_job_now(job=job_of(ranker, texts, **chosen))


def found(run: Run) -> dict[str, list[tuple[str, float]]]:
    doc_ids = dict(run.collection.passages.values_list("ordinal", "doc_id"))
    return {
        ranking.topic.query_id: [
            (doc_ids[ordinal], score)
            for ordinal, score in zip(
                ranking.ordinals.tolist(), ranking.scores.tolist(), strict=True
            )
        ]
        for ranking in run.rankings.select_related("topic")
    }


@pytest.mark.parametrize("ranker", ["bert-dot", "colbert"])
def test_retrieve_scores_every_passage_with_text_as_reranking_does(ranker: str) -> None:
    run = run_of(ranker)
    assert run.kind == RunKind.NNLM
    texts = {doc_id: PassageText("", text) for doc_id, text in TEXTS.items() if text is not None}
    candidates = [Candidates(query, list(texts.values())) for query in QUERIES.values()]
    scores = load_frozen(run.spec or {}).ranker.score(candidates)
    for of_topic, ranking in zip(scores, found(run).values(), strict=True):
        expected = dict(zip(texts, of_topic, strict=True))
        assert dict(ranking) == pytest.approx(expected, abs=1e-4)


def test_chunks_of_passages_keep_a_block_each_before_the_first_topic(tmp_path: Path) -> None:
    spans, n_kept = [], []
    for chunk in job_of("bert-dot").chunks.encoding():
        rank_chunk(chunk_id=chunk.pk)
        spans.append((chunk.passages_from, chunk.passages_to))
        n_kept.append(len(list(tmp_path.glob("vectors/*/*/vectors.npy"))))
    assert spans == [(0, 2), (2, 4), (4, 6)]
    assert n_kept == [1, 2, 3]


def test_retrieve_breaks_ties_by_doc_id_descending() -> None:
    best, second = found(run_of("bert-dot", ALIKE, depth=2))["q2"]
    assert (best[0], second[0], best[1]) == ("d6", "d4", second[1])


def test_retrieve_of_a_depth_of_one_keeps_the_later_of_two_alike() -> None:
    assert [doc_id for doc_id, _ in found(run_of("bert-dot", ALIKE, depth=1))["q2"]] == ["d6"]


def test_retrieve_keeps_token_vectors_in_half_precision(tmp_path: Path) -> None:
    run_of("colbert")
    files = list(tmp_path.glob("vectors/colbert-*/*/vectors.npy"))
    assert files
    assert {np.load(file, mmap_mode="r").dtype for file in files} == {np.dtype(np.float16)}


@pytest.mark.parametrize("ranker", ["bert-dot", "colbert"])
def test_retrieve_by_vectors_that_are_no_numbers_fails_at_once_and_keeps_none(
    tmp_path: Path, ranker: str
) -> None:
    import torch

    folder = make_bert(tmp_path / "model")
    change_weights(folder, add={"embeddings.LayerNorm.bias": torch.full((WIDE,), torch.nan)})
    with refused(RankingError, "job_failed", says="not finite"):
        run_of(ranker, model=str(folder))
    assert Attempt.objects.count() == 1
    assert not list(tmp_path.glob("vectors/*/*/*.npy"))


def test_plan_retrieval_by_what_only_reranks_or_of_no_text_is_refused(tmp_path: Path) -> None:
    with refused(RankingError, "cannot_search", field="ranker"):
        run_of("bert-cat", model=str(tmp_path))
    with refused(RankingError, "no_text", field="collection"):
        job_of("bert-dot", {"d1": None}, of="empty")
