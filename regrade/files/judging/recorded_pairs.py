from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput


class RecordedPair(NamedTuple):
    """A topic and a passage that were judged elsewhere; `text` is None where the file has none."""

    query_id: str
    query: str
    description: str
    narrative: str
    doc_id: str
    text: str | None
    path: Path
    line: int


def checked_pairs(pairs: Iterable[RecordedPair]) -> Iterator[RecordedPair]:
    """The distinct pairs, in order of appearance.

    A topic keeps its first form; surrounding white space makes no difference.

    Raises:
        BadInput: a topic with two queries or a passage with two texts (naming both lines).
    """
    topics: dict[str, tuple[object, str]] = {}
    texts: dict[str, tuple[object, str]] = {}
    seen: set[tuple[str, str]] = set()
    for pair in pairs:
        # Texts are long and many, so digests are compared instead.
        digest = None if pair.text is None else sha256(pair.text.encode()).digest()
        topic = tuple(text.strip() for text in (pair.query, pair.description, pair.narrative))
        other_topic = f"topic {pair.query_id} says something else", "other_topic"
        _check(topics, pair.query_id, topic, pair, other_topic)
        other_text = f"passage {pair.doc_id} has another text", "other_text"
        _check(texts, pair.doc_id, digest, pair, other_text)
        if (pair.query_id, pair.doc_id) not in seen:
            seen.add((pair.query_id, pair.doc_id))
            yield pair


def _check(
    known: dict[str, tuple[object, str]],
    key: str,
    value: object,
    pair: RecordedPair,
    contradiction: tuple[str, str],
) -> None:
    what, code = contradiction
    first, origin = known.setdefault(key, (value, f"{pair.path.name}, line {pair.line}"))
    if first != value:
        raise BadInput(pair.path, pair.line, f"{what} than in {origin}", code=code)
