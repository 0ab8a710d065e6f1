"""Fields of the ir_metadata header of a run that is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ranking.models import Run, RunSource
from ranking.runs.fusing import runs_fused
from ranking.runs.ir_metadata import header_text
from ranking.runs.spec_words import shown_model

VERSION = 0.1
TIES = "score descending, ties by doc_id descending as UTF-8 bytes"
UNKNOWN: tuple[Any, ...] = (None, "", {}, [])
# Keys of a spec that have their own place in a header.
PLACED = (
    "label",
    "parent",
    "runs",
    "index",
    "text_version",
    "computed_by",
    "platforms",
    "code_version",
)


def metadata_header(run: Run, tag: str = "") -> str:
    """The header of the run's file as comments; `tag` replaces the run's own."""
    return header_text(known_metadata(run, tag))


def known_metadata(run: Run, tag: str = "") -> dict[str, Any]:
    """Fields that the file of an imported run had, or else all that is known of the run."""
    if run.metadata is not None:
        return {**run.metadata, **({"tag": tag} if tag else {})}
    spec = run.spec or {}
    data = {"name": run.collection.name, "topics": run.topic_set.name}
    fields = {
        "schema-version": VERSION,
        "tag": tag or run.tag or run.name,
        "actor": {"team": run.team},
        "research goal": {"publication": {"link": run.link}},
        "data": {"test collection": data | {"text version": spec.get("text_version")}},
    }
    if run.source == RunSource.COMPUTED:
        fields |= _computed(run, spec)
    return {key: kept for key, value in fields.items() if (kept := _known(value)) not in UNKNOWN}


def _computed(run: Run, spec: Mapping[str, Any]) -> dict[str, Any]:
    devices, libraries = _heads_and_rests(spec.get("computed_by", []))
    systems, software = _heads_and_rests(spec.get("platforms", []))
    return {
        "platform": {
            "hardware": {"device": devices},
            "operating system": {"platform": systems},
            "software": {"libraries": {"python": [*software, *libraries]}},
        },
        "implementation": {
            "source": {"lang": ["Python"], "version": f"Regrade {spec.get('code_version', '')}"}
        },
        "method": {
            "automatic": True,
            "score ties": TIES,
            "indexing": spec.get("index"),
            "retrieval": [_retrieval(run, spec)],
        },
    }


def _retrieval(run: Run, spec: Mapping[str, Any]) -> dict[str, Any]:
    reranks = {"reranks": run.parent_name} if run.parent_name else {}
    made_of = {"interpolates": runs_fused(run)} | reranks
    settings = {key: value for key, value in spec.items() if key not in PLACED}
    for key in ("model", "passage_model"):
        if model := settings.get(key):
            settings[key] = {**model, "name": shown_model(model["name"])}
    return {"name": run.name, "method": spec.get("label")} | made_of | settings


def _heads_and_rests(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The first words of comma-separated texts, and all others; each once."""
    parts = [text.split(", ") for text in texts]
    heads = dict.fromkeys(head for head, *_ in parts)
    rests = dict.fromkeys(word for _, *rest in parts for word in rest)
    return list(heads), list(rests)


def _known(value: Any) -> Any:
    """The value without its empty fields."""
    if isinstance(value, Mapping):
        fields = {key: _known(inner) for key, inner in value.items()}
        return {key: inner for key, inner in fields.items() if inner not in UNKNOWN}
    return [_known(item) for item in value] if isinstance(value, list) else value
