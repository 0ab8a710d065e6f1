from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from ranking.collections.texts import count_rankable
from ranking.jobs.creating import Plan, planned_topics, refuse_other_plan
from ranking.models import Collection, Run, RunKind, TopicSet
from ranking.parameters import ranges
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers.indexes import refuse_empty_index, refuse_stale_index
from regrade.bm25.rm3 import RM3
from regrade.code_version import code_version

RANKER, LABEL = "bm25", "BM25"
Device = Literal["cpu", "cuda"]
# The queue alone says where a run is computed: its spec does not, since scores are the same.
QUEUES: Mapping[Device, str] = MappingProxyType({"cpu": "rank.cpu", "cuda": "rank.gpu"})
DEVICES: tuple[Device, ...] = tuple(QUEUES)
# A second's work: little is spent on taking it up and on storing that it was done.
TOPICS_PER_CHUNK = 1000
CODE_VERSION = code_version(
    "regrade/text",
    "regrade/text/characters.txt",
    "regrade/bm25",
    "regrade/neural/reranker.py",
    "ranking/rankers/indexed_texts.py",
    "ranking/rankers/bm25_scores.py",
    "ranking/collections/texts.py",
)


@dataclass(frozen=True, slots=True)
class BM25Options:
    """BM25's scoring options; defaults are Anserini's for MS MARCO passages.

    Attributes:
        k1: how slowly repeated terms stop to count, from 0 to 1,000.
        b: how strongly length lowers the score of a passage, from 0 to 1.
        rm3: expands queries from a first search, or None.
        adjusts_ties: equal scores are set apart by a millionth, so that the stored order is
            Lucene's (doc_id ascending); else they stay, and passages below the cut at the depth
            are those of the greater doc_ids.
        index: what is searched.
    """

    k1: float = 0.82
    b: float = 0.68
    rm3: RM3 | None = None
    adjusts_ties: bool = True
    index: IndexOptions = PLAIN_INDEX


DEFAULTS = BM25Options()


def plan_bm25(
    *,
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    depth: int = 1000,
    options: BM25Options = DEFAULTS,
    device: Device = "cpu",
) -> Plan:
    """Freeze a run that ranks every passage with text by BM25, and store nothing yet.

    The index may be there or not: who computes the run builds it. With the device "cuda" only
    workers with a GPU take it; scores are the same to the last bit, and so is the plan.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
        RankingError: a parameter is out of range, no passage has what is indexed, there is no
            topic, or the index is older than the collection's texts.
    """
    check_options(depth, options)
    topic_ids = planned_topics(topic_set)
    collection.refresh_from_db(fields=["n_passages", "text_version"])
    plan = Plan(
        name=name,
        collection=collection,
        topic_set=topic_set,
        spec=_freeze(collection, depth, options),
        topic_ids=topic_ids,
        topics_per_chunk=TOPICS_PER_CHUNK,
        queue=QUEUES[device],
        kind=_kind(options.index),
    )
    refuse_other_plan(plan=plan)
    refuse_stale_index(collection=collection, options=options.index)
    return plan


def device_of(run: Run) -> Device:
    """The device that the run's job was requested for."""
    return device_on(run.jobs.values_list("queue", flat=True).first())


def device_on(queue: str | None) -> Device:
    """The device that a queue's jobs are computed on."""
    return "cuda" if queue == QUEUES["cuda"] else "cpu"


def _kind(index: IndexOptions) -> RunKind:
    """Where passages have generated queries, that of the model that wrote these."""
    return RunKind.NNLM if index.expansions else RunKind.TRAD


def check_options(depth: int, options: BM25Options) -> None:
    """Check that every option is in range.

    Raises:
        OutOfRange: it says which parameter, and what it may be.
    """
    ranges.DEPTH.check("depth", depth)
    ranges.K1.check("k1", options.k1)
    ranges.B.check("b", options.b)
    if rm3 := options.rm3:
        ranges.FB_TERMS.check("rm3.fb_terms", rm3.fb_terms)
        ranges.FB_DOCS.check("rm3.fb_docs", rm3.fb_docs)
        weight = rm3.original_query_weight
        ranges.ORIGINAL_QUERY_WEIGHT.check("rm3.original_query_weight", weight)


def _freeze(collection: Collection, depth: int, options: BM25Options) -> dict[str, Any]:
    refuse_empty_index(collection=collection, options=options.index)
    rm3 = options.rm3
    return {
        "ranker": RANKER,
        "label": f"{LABEL} + RM3" if rm3 else LABEL,
        "parameters": {
            "k1": options.k1,
            "b": options.b,
            "rm3": rm3._asdict() if rm3 else None,
            "adjusts_ties": options.adjusts_ties,
        },
        "index": options.index.as_dict(),
        "depth": depth,
        "n_texts": count_rankable(collection=collection),
        "text_version": collection.text_version,
        "code_version": CODE_VERSION,
    }
