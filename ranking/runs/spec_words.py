"""A run's spec in words, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, NamedTuple

from ranking.models import Run
from ranking.parameters.texts import PARAMETERS
from ranking.runs.ir_metadata import flat_fields


class SpecFact(NamedTuple):
    """One field of a run's spec.

    Attributes:
        name: label of the field.
        value: as text.
        about: explanation; empty if the name suffices.
        is_identity: whether it identifies a model or version, compared exactly.
        is_metadata: whether the file of an imported run says so, in its ir_metadata header.
    """

    name: str
    value: str
    about: str
    is_identity: bool
    is_metadata: bool = False


class Words(NamedTuple):
    name: str
    about: str = ""
    is_identity: bool = False


# By the keys of a spec, dotted where they are nested; in the order in which a page lists them.
WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "label": Words("method"),
        "ranker": Words("ranker", "what commands and the API call it"),
        "by": Words("adds up by"),
        "first_n": Words("first n", "only the pairs among the first n candidates of each topic"),
        "parent": Words("made of the run"),
        "runs": Words("fused from"),
        "collection": Words("documents of the collection"),
        "depth": Words("depth", "passages of each topic at most that are ranked"),
        "precision": Words("precision"),
        "single_precision": Words("scores rounded to 32 bits"),
        "n_repeated": Words(
            "lines left out", "each of a passage that stands earlier in its topic's lines"
        ),
        "parameters.k1": Words(
            "k1", "how slowly more occurrences of a term stop adding to the score"
        ),
        "parameters.b": Words("b", "how strongly length lowers the score of a passage"),
        "parameters.adjusts_ties": Words(
            "sets ties apart", "equal scores by a millionth, so that their order is Lucene's"
        ),
        "parameters.k": Words("k", "of RRF: the less, the more the first ranks stand out"),
        "parameters.normalization": Words("scores normalized by"),
        "parameters.rm3": Words("RM3", "expands queries from a first search"),
        "parameters.rm3.fb_terms": Words("RM3: feedback terms", "how many are added to a query"),
        "parameters.rm3.fb_docs": Words(
            "RM3: feedback passages", "of the first search, that terms come from"
        ),
        "parameters.rm3.original_query_weight": Words("RM3: weight of the original query"),
        "parameters.cuts": Words("passages that each round keeps"),
        "parameters.within": Words("each round adds up by"),
        "index.fields": Words("index: fields"),
        "index.tokenizer": Words("index: tokenizer"),
        "index.stop_words": Words("index: stop words"),
        "index.stemmer": Words("index: stemmer"),
        "index.n_queries": Words("index: generated queries a passage", "none: all of them"),
        "n_texts": Words("passages with text, which were searched"),
        "n_pairs": Words("passages in the top of the run that was re-ranked"),
        "n_without_text": Words("of them without text", "in their old order below the others"),
        "n_dropped": Words("documents that dropped out"),
        "computed_by": Words("computed on"),
        "platforms": Words("systems of its workers"),
        "model.name": Words("model", is_identity=True),
        "model.revision": Words("revision", "of the package or on the hub", is_identity=True),
        "model.weights_sha256": Words("weights, SHA-256", is_identity=True),
        "model.settings_sha256": Words("settings and tokenizer, SHA-256", is_identity=True),
        "passage_model.name": Words("model of passages", is_identity=True),
        "passage_model.revision": Words("its revision", is_identity=True),
        "passage_model.weights_sha256": Words("its weights, SHA-256", is_identity=True),
        "passage_model.settings_sha256": Words(
            "its settings and tokenizer, SHA-256", is_identity=True
        ),
        "index.expansions": Words("index: file of generated queries, SHA-256", is_identity=True),
        "text_version": Words(
            "version of the collection's texts", "grows when texts are added", is_identity=True
        ),
        "code_version": Words(
            "version of the code", "the release, and a hash of what ranks", is_identity=True
        ),
    }
)
PLACES = {key: place for place, key in enumerate(WORDS)}
# Where nothing stands for there being none: a ranker of one model, a model without revisions.
SILENT = ("passage_model", "model.revision", "passage_model.revision", "index.expansions")


def spec_facts(run: Run) -> list[SpecFact]:
    """Every field of the run's spec, settings first, identifiers last; then its file's metadata.

    Empty for a run imported unchanged from a file without metadata. A model in a folder appears as
    the folder's name only.
    """
    flat = dict(_flat(run.spec or {}))
    of_parameters = PLACES["parameters.cuts"]
    ordered = sorted(flat, key=lambda key: PLACES.get(key, of_parameters))
    facts = [_fact(key, flat[key]) for key in ordered if flat[key] or key not in SILENT]
    of_file = flat_fields(run.metadata or {})
    return facts + [SpecFact(name, value, "", False, is_metadata=True) for name, value in of_file]


def shown_model(name: str) -> str:
    """Name of a model; one on this machine appears without its path."""
    return PurePath(name).name if name.startswith("/") else name


def _flat(spec: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in spec.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


def _fact(key: str, value: Any) -> SpecFact:
    last = key.rpartition(".")[2]
    words = WORDS.get(key) or Words(last.replace("_", " "), PARAMETERS.get(last, ""))
    text = shown_model(value) if last == "name" else _text(value)
    return SpecFact(words.name, text, words.about, words.is_identity)


def _text(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)
