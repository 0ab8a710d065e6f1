from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ranking.exceptions import UnfitWorker
from ranking.jobs.attempts import refuse_other_texts
from ranking.models import Run, Topic
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.bm25_plan import device_of
from ranking.rankers.indexed_texts import indexed_texts
from ranking.rankers.indexes import index_folder, open_or_build_lexical_index
from ranking.runs.storing import ScoredTopics, TopicRanking
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.rm3 import RM3
from regrade.cores import n_cores
from regrade.exceptions import ExtraMissing
from regrade.extras import extra

NO_GPU = (
    "BM25 with the device cuda needs a GPU, and there is none here: choose the device cpu, or "
    "leave the run to workers that have a GPU (queue rank.gpu)."
)


# So many passages a core goes through in a part of a second, a few terms a query.
TEXTS_AT_ONCE = 500_000_000


if TYPE_CHECKING:
    from regrade.bm25.rm3_search import Search
    from regrade.bm25.search import Hits


def score_topics(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Search the index of a run's collection for these topics; build it first if it is missing.

    A topic that finds nothing gets no ranking.

    Raises:
        RankingError: the index cannot be built, is damaged or older than the texts, or these are
            not those of the plan.
        UnfitWorker: the run waits for a GPU, and there is none here.
    """
    spec = run.spec or {}
    options = IndexOptions.from_dict(spec["index"])
    index, search, machine = _searcher(run, options)
    # Texts may have come since the chunk was taken, as while it waited for another's build.
    refuse_other_texts(run, index.extra["text_version"])
    queries = dict(Topic.objects.filter(pk__in=topic_ids).values_list("pk", "query"))
    topic_ids = [topic_id for topic_id in topic_ids if topic_id in queries]
    texts = [queries[topic_id] for topic_id in topic_ids]
    found = _search(run, index, search, options, texts)
    rankings = list(_rankings(topic_ids, found, spec["parameters"]["adjusts_ties"]))
    return ScoredTopics(rankings, machine)


def topics_at_once(run: Run) -> int | None:
    """Topics per call: enough for every core, or for about a second in a small collection.

    On a GPU the whole chunk (None), which is divided there as memory allows. Scores are the same to
    the last bit whatever is searched together.
    """
    from regrade.bm25.search import QUERIES_AT_ONCE

    if device_of(run) != "cpu":
        return None
    of_cores = QUERIES_AT_ONCE * n_cores()
    n_texts: int = (run.spec or {})["n_texts"]
    return max(of_cores, TEXTS_AT_ONCE // max(1, n_texts))


def _searcher(run: Run, options: IndexOptions) -> tuple[LexicalIndex, Search, str]:
    """The index, the search of it on the run's device, and the machine's name."""
    from regrade.bm25.device_search import search_on_device
    from regrade.bm25.search import search

    device = device_of(run)
    gpu = find_gpu() if device == "cuda" else None  # before an index is built
    index = open_or_build_lexical_index(collection=run.collection, options=options)
    if gpu is None:
        return index, partial(search, index), f"cpu, numba {version('numba')}"
    folder = index_folder(collection=run.collection, options=options)
    there = uploaded_index(folder, index.extra["text_version"], gpu)
    return there.index, partial(search_on_device, there), machine_of(gpu)


def _search(
    run: Run, index: LexicalIndex, search: Search, options: IndexOptions, texts: Sequence[str]
) -> list[Hits]:
    from regrade.bm25.rm3_search import search_rm3
    from regrade.bm25.search import BM25, bags_of_words

    spec = run.spec or {}
    depth, parameters = spec["depth"], spec["parameters"]
    bm25 = BM25(k1=parameters["k1"], b=parameters["b"])
    queries = bags_of_words(index.analyzer, texts)
    if parameters["rm3"] is None:
        return search(queries, k=depth, bm25=bm25)

    def read(ordinals: Sequence[int]) -> dict[int, str]:
        return indexed_texts(collection=run.collection, options=options, ordinals=ordinals)

    rm3 = RM3(**parameters["rm3"])
    return search_rm3(index, queries, k=depth, bm25=bm25, rm3=rm3, texts=read, find=search)


def _rankings(
    topic_ids: Sequence[int], found: Sequence[Hits], adjusts_ties: bool
) -> Iterator[TopicRanking]:
    from regrade.bm25.ties import adjust_ties

    for topic_id, hits in zip(topic_ids, found, strict=True):
        if hits.ordinals.size:
            plain = hits.scores.astype(np.float64)
            scores = adjust_ties(hits.scores) if adjusts_ties else plain
            yield TopicRanking(topic_id, hits.ordinals, scores)


def find_gpu() -> str:
    """Torch's name of this machine's GPU.

    Raises:
        UnfitWorker: there is none, or torch is not installed.
    """
    try:
        with extra("BM25 on a GPU"):
            import torch
    except ExtraMissing as error:
        raise UnfitWorker(str(error), code=error.code, field="device") from error
    if not torch.cuda.is_available():
        raise UnfitWorker(NO_GPU, code="no_gpu", field="device")
    return "cuda"


@lru_cache(maxsize=1)
def uploaded_index(folder: Path, text_version: int, device: str) -> DeviceIndex:
    """The index in this folder on a device; the process keeps the last one there.

    Args:
        text_version: of its texts, so that an index rebuilt of more texts is uploaded again.
    """
    return DeviceIndex.upload(LexicalIndex.open(folder), device)


def machine_of(device: str) -> str:
    """The device and torch's version, as attempts keep it."""
    import torch

    kind = torch.cuda.get_device_name(device) if device.startswith("cuda") else device
    return f"{kind}, torch {torch.__version__}"
