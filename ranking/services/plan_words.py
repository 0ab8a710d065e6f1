from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

# What people choose, and what changes by itself, by what a spec calls it. The rest follows from
# these.
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "ranker": "the ranker",
        "model": "the model",
        "passage_model": "the model of passages",
        "precision": "the precision",
        "by": "the aggregation",
        "parameters": "the parameters",
        "index": "the index options",
        "depth": "the depth",
        "text_version": "the collection's texts, which have grown since",
        "code_version": "Regrade's own code, which has changed since",
    }
)


def differences(kept: Mapping[str, Any], planned: Mapping[str, Any]) -> str:
    """In what two plans differ, in the words of pages and commands; "" where they do not."""
    changed = [key for key in planned if kept.get(key) != planned[key]]
    told = [_told(key, kept.get(key), planned[key]) for key in WORDS if key in changed]
    return " and in ".join(told or (["what is ranked"] if changed else []))


def _told(key: str, kept: Any, planned: Any) -> str:
    """Of parameters and index options also which."""
    if not (key in ("parameters", "index") and isinstance(kept, Mapping)):
        return WORDS[key]
    changed = [name for name in planned if kept.get(name) != planned[name]]
    return f"{WORDS[key]} ({', '.join(name.replace('_', ' ') for name in changed)})"
