"""Texts about neural rankers and their parameters, for commands, the API and pages alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

# What each does, and what it costs.
ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "bert-cat": "Reads query and passage together (a cross-encoder, as monoBERT). Among the "
        "most exact, and slow: each pair goes through the whole model.",
        "cross-encoder": "Reads query and passage together by any reranker that "
        "sentence-transformers loads: XLM-R (bge), ModernBERT (gte), Qwen3 and others. For a BERT "
        "bert-cat is faster.",
        "bert-dot": "Turns query and passage into one vector each and compares those (a "
        "bi-encoder, as BERT_DOT and DPR). Each text is read once. Encoders that are no BERT are "
        "computed by sentence-transformers.",
        "colbert": "Compares each token of the query with the passage's token most like it (late "
        "interaction). Each text is read once; its vectors take a hundred times the room of "
        "bert-dot's. It wants a model trained for it; the MiniLM that serves where none is named "
        "was not.",
        "tk": "Word vectors, a small transformer, and kernels that count near matches. Made for "
        "CPUs, and many times faster than a BERT.",
        "mono-t5": "Asks a T5 whether the passage is relevant to the query and takes the "
        "probability of yes. As slow as a cross-encoder of its size.",
        "duo-t5": "Asks a T5 of every two passages which is the more relevant. The slowest by far: "
        "50 passages a topic are 2,450 pairs. The pairs are kept, and may be added up otherwise "
        "later.",
    }
)
PARAMETERS: Mapping[str, str] = MappingProxyType(
    {
        "format": "joint cuts the longer text first, mono-bert the query",
        "max_tokens": "tokens of a pair or prompt at most",
        "max_query_tokens": "tokens of a query at most",
        "max_passage_tokens": "tokens of a passage at most",
        "true_word": "the model's word for a passage that is relevant, or the better one",
        "false_word": "the model's word for one that is not",
        "max_query_words": "words of a query at most",
        "max_passage_words": "words of a passage at most",
        "pooling": "how token vectors become one",
        "similarity": "cosine brings vectors to length 1",
        "prompt": "what the model is asked to do, before the query or where its template has it",
        "query_prompt": "put before a query as it is, such as 'query: '",
        "passage_prompt": "put before a passage as it is",
        "title": "apart puts a separator behind the title, as DPR does",
        "query_marker": "the token behind [CLS] of a query",
        "passage_marker": "the token behind [CLS] of a passage",
        "attends_to_masks": "whether a query's tokens attend to its [MASK]s",
        "drops_punctuation": "whether a passage's punctuation is left out",
    }
)
AS_THE_MODEL_SAYS = "by default as its model or its source says"
PAIRS_PER_CHUNK = (
    "how many pairs a worker takes at once, in whole topics: smaller chunks share a short job out "
    "among more workers, at a little more overhead; GPUs like larger ones"
)
PRECISION = "bfloat16 is many times faster on a GPU and moves scores in the third digit"


# What people choose, and what changes by itself, by what a spec calls it. The rest follows from
# these.
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "ranker": "the ranker",
        "model": "the model",
        "passage_model": "the model of passages",
        "precision": "the precision",
        "by": "the aggregation",
        "runs": "the runs",
        "first_n": "the first n",
        "parameters": "the parameters",
        "index": "the index options",
        "depth": "the depth",
        "text_version": "the collection's texts, which have grown since",
        "code_version": "Regrade's own code, which has changed since",
    }
)


def differences(kept: Mapping[str, Any], planned: Mapping[str, Any]) -> str:
    """How two plans differ, named as on pages and in commands; "" where they do not."""
    changed = [key for key in planned if kept.get(key) != planned[key]]
    parts = [_difference(key, kept.get(key), planned[key]) for key in NAMES if key in changed]
    return " and in ".join(parts or (["passages to rank"] if changed else []))


def _difference(key: str, kept: Any, planned: Any) -> str:
    """Of parameters and index options also which."""
    if not (key in ("parameters", "index") and isinstance(kept, Mapping)):
        return NAMES[key]
    changed = [name for name in planned if kept.get(name) != planned[name]]
    return f"{NAMES[key]} ({', '.join(name.replace('_', ' ') for name in changed)})"
