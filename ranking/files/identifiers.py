from __future__ import annotations

from pathlib import Path

from ranking.files.errors import BadInput

MAX_ID_BYTES = 512


def checked_id(path: Path, line: int | None, kind: str, value: str) -> str:
    """Return the value, an id as TREC files can hold it: one word, not too long for an index.

    Raises:
        BadInput: empty, with white space inside or around it, or over 512 bytes of UTF-8.
    """
    if not value:
        raise BadInput(path, line, f"the {kind} is empty")
    if value.split() != [value]:
        raise BadInput(path, line, f"the {kind} {value!r} holds white space")
    if len(value.encode()) > MAX_ID_BYTES:
        raise BadInput(path, line, f"the {kind} is longer than {MAX_ID_BYTES} bytes")
    return value


def collapse(text: str) -> str:
    """Every run of white space becomes one blank, none at the ends."""
    return " ".join(text.split())
