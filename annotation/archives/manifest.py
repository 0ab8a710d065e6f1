"""The manifest of an archive, read and checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from annotation.archives.layout import FORMAT, FORMAT_VERSION, TEXTS, Manifest, Member
from annotation.models import CampaignState
from regrade.files.errors import BadInput

MAX_TEXT = 2000
HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
MEMBER = set(Member._fields)


def read_manifest(path: Path, document: Any) -> Manifest:
    """The manifest.

    Raises:
        BadInput: it is none, of another format, or of a version that is not known here.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _bad(path, "is not that of a campaign's archive", "other_format")
    if document.get("version") != FORMAT_VERSION:
        reason = (
            f"says version {str(document.get('version'))[:20]}, and this Regrade reads version"
            f" {FORMAT_VERSION}; a newer one may read it"
        )
        raise _bad(path, reason, "unknown_version")
    for name in Manifest._fields:
        if name not in document or not CHECKS[name](document[name]):
            raise _bad(path, f"has no {name}, or none that can be read", "bad_manifest")
    values = {name: document[name] for name in Manifest._fields}
    members = {name: Member(**one) for name, one in document["members"].items()}
    return Manifest(**{**values, "members": members})


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_TEXT


def _is_moment(value: Any) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_member(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != MEMBER or not isinstance(value["sha256"], str):
        return False
    return bool(HASH.fullmatch(value["sha256"])) and _is_count(value["n_bytes"])


def _is_described(value: Any) -> bool:
    """Texts by name, and a name among them."""
    is_text = isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
    return is_text and _is_text(value.get("name"))


def _all(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "regrade": _is_text,
    "archived_at": _is_moment,
    "campaign": _is_text,
    "state": lambda value: value in CampaignState.values,
    "texts": lambda value: value in TEXTS,
    "collection": _is_described,
    "topic_set": _is_described,
    "models": _all(_is_text),
    "n": _all(_is_count),
    "members": _all(_is_member),
}


def _bad(path: Path, reason: str, code: str) -> BadInput:
    return BadInput(path, None, f"its manifest {reason}", code=code)
