from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.exceptions import RankingError, UnusableScores
from ranking.models import Collection, Run, Topic
from ranking.rankers.frozen_models import Loaded, load_frozen
from ranking.rankers.vectors import Arrays, PassageVectors
from ranking.runs.storing import ScoredTopics, TopicRanking
from regrade.code_version import code_version
from regrade.neural.colbert import Colbert
from regrade.neural.exact_search import (
    TokenBlock,
    TokenVectors,
    VectorBlock,
    search_token_vectors,
    search_vectors,
)
from regrade.neural.reranker import PassageText

# What a passage's vectors depend on beside model and parameters; how they are searched is not
# of it.
VECTORS_VERSION = code_version(
    "regrade/neural/bert_formats.py",
    "regrade/neural/bert_tower.py",
    "regrade/neural/bert_trunk.py",
    "regrade/neural/bi_encoder.py",
    "regrade/neural/colbert.py",
    "regrade/neural/library_models.py",
    "regrade/neural/model_folder.py",
    "regrade/neural/networks.py",
    "regrade/neural/packing.py",
    "regrade/neural/reranker.py",
    "regrade/neural/sentence_folder.py",
)
# How queries are written down moves no passage's vector.
OF_QUERIES = ("max_query_tokens", "query_prompt", "query_marker", "attends_to_masks")
N_DIGITS = 32


def retrieve(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Search all passages with text of a run's collection for these topics, exactly.

    Vectors of passages are computed first where they are not kept.

    Raises:
        RankingError: the model is not the one that the run's spec froze, or cannot be loaded, or
            its vectors are not finite numbers or cannot be kept.
        UnusableScores: a score is not a finite number.
    """
    spec = run.spec or {}
    loaded = load_frozen(spec)
    docids = docid_map(run.collection)
    topics = Topic.objects.filter(pk__in=topic_ids).order_by("ordinal")
    queries = dict(topics.values_list("pk", "query"))
    vectors = _vectors(run.collection, spec, loaded)
    try:
        found = _search(loaded, list(queries.values()), vectors, docids, spec["depth"])
    except ValueError as error:
        raise UnusableScores(f"Run {run.name}: {error}.") from error
    rankings = [
        TopicRanking(topic_id, docids.ordinals[one.ranks], one.scores.astype(np.float64))
        for topic_id, one in zip(queries, found, strict=True)
    ]
    return ScoredTopics(rankings, loaded.compute.machine)


def keep_vectors(*, run: Run, start: int) -> str:
    """Compute and store the vectors that `retrieve` needs, for the block that begins at an ordinal.

    What is kept already is left as it is. Returns the machine that did it.

    Raises:
        RankingError: as `retrieve`.
        UnusableScores: a vector is not of finite numbers.
    """
    spec = run.spec or {}
    loaded = load_frozen(spec)
    _vectors(run.collection, spec, loaded).keep_block(start)
    return loaded.compute.machine


def vectors_of(run: Run) -> Iterator[tuple[NDArray[np.int32], NDArray[np.float32]]]:
    """Ordinals and vectors of all passages with text, block by block, as `retrieve` has them.

    Raises:
        RankingError: as `retrieve`.
    """
    spec = run.spec or {}
    for block, arrays in _vectors(run.collection, spec, load_frozen(spec)).blocks():
        yield block.ordinals, np.asarray(arrays["vectors"], np.float32)


def query_vector(run: Run, text: str) -> NDArray[np.float32]:
    """The vector of a text as a query of the run, shape (n_dimensions,).

    Raises:
        RankingError: as `retrieve`.
    """
    loaded = load_frozen(run.spec or {})
    vector: NDArray[np.float32] = loaded.ranker.encode_queries([text])[0]
    return vector


def _vectors(collection: Collection, spec: Mapping[str, Any], loaded: Loaded) -> PassageVectors:
    def encode(texts: Sequence[PassageText]) -> Arrays:
        arrays = _encode(loaded.ranker, texts)
        if not np.isfinite(arrays["vectors"]).all():
            name = (spec["passage_model"] or spec["model"])["name"]
            raise RankingError(
                f"Model {name}: its vectors are not finite numbers.", code="vectors_not_finite"
            )
        return arrays

    return PassageVectors(collection=collection, key=_key(spec), encode=encode)


def _key(spec: Mapping[str, Any]) -> str:
    parameters = {k: v for k, v in spec["parameters"].items() if k not in OF_QUERIES}
    model = {k: v for k, v in (spec["passage_model"] or spec["model"]).items() if k != "name"}
    identity = repr((spec["ranker"], model, spec["precision"], parameters, VECTORS_VERSION))
    return f"{spec['ranker']}-{sha256(identity.encode()).hexdigest()[:N_DIGITS]}"


def _encode(ranker: Any, texts: Sequence[PassageText]) -> Arrays:
    if isinstance(ranker, Colbert):
        return ranker.encode_passages(texts)._asdict()
    return {"vectors": ranker.passages.encode(texts)}


def _search(
    loaded: Loaded, queries: Sequence[str], vectors: PassageVectors, docids: DocidMap, k: int
) -> list[Any]:
    asked, compute = loaded.ranker.encode_queries(queries), loaded.compute
    if isinstance(loaded.ranker, Colbert):
        return search_token_vectors(asked, _token_blocks(vectors, docids), k=k, compute=compute)
    return search_vectors(asked, _vector_blocks(vectors, docids), k=k, device=compute.device)


def _vector_blocks(vectors: PassageVectors, docids: DocidMap) -> Iterator[VectorBlock]:
    for block, arrays in vectors.blocks():
        ranks = docids.docid_rank[block.ordinals].astype(np.int64)
        yield VectorBlock(np.asarray(arrays["vectors"], np.float32), ranks)


def _token_blocks(vectors: PassageVectors, docids: DocidMap) -> Iterator[TokenBlock]:
    for block, arrays in vectors.blocks():
        ranks = docids.docid_rank[block.ordinals].astype(np.int64)
        lengths = np.asarray(arrays["lengths"], np.int64)
        yield TokenBlock(TokenVectors(np.asarray(arrays["vectors"], np.float16), lengths), ranks)
