"""What a worker highlighted in a passage with Mechanical Turk's `crowd-entity-annotation`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from regrade.files.errors import BadValue
from regrade.files.judging.fields import Span
from regrade.files.numbers import whole_or_none

CONFIDENCE = "answer_confidence"
LEVELS = ("very_low", "low", "medium", "high", "very_high")
# Published answers went through Python, which left True where JSON has true. A string that does
# not end runs to the end of the text, which is no JSON.
PYTHON_CONSTANT = re.compile(r'("(?:[^"\\]|\\.)*+"?)|\b(True|False|None)\b', re.DOTALL)
AS_JSON = {"True": "true", "False": "false", "None": "null"}


class Highlights(NamedTuple):
    """Highlighted spans in code points of the passage; None for an empty answer."""

    spans: tuple[Span, ...] | None
    confidence: int | None  # 1 (very low) to 5 (very high)


def read_highlights(name: str, text: str, passage: str) -> Highlights:
    """The highlights of one answer: JSON, in which constants may be Python's.

    Offsets are counted in UTF-16 units, as browsers do, and become code points. Spans that overlap
    or appear twice become one: the highlighted words are the same. Empty ones are left out.

    Raises:
        BadValue: no JSON, no answer of this kind, or a span outside the passage.
    """
    if not text.strip():
        return Highlights(None, None)
    objects = _objects(name, text)
    entity_lists = [part["entities"] for part in objects if isinstance(part.get("entities"), list)]
    if not entity_lists:
        reason = f"{name} holds no highlights (a list of entities)"
        raise BadValue(reason, code="no_highlights")
    units = passage.encode("utf-16-le")
    spans = [_span(name, entity, units) for entities in entity_lists for entity in entities]
    return Highlights(_union(spans), _confidence(objects))


def _objects(name: str, text: str) -> list[dict[str, Any]]:
    """The objects of the answer, and those in their fields."""
    try:
        answer = json.loads(PYTHON_CONSTANT.sub(lambda m: m[1] or AS_JSON[m[2]], text))
    except (ValueError, RecursionError) as error:
        raise BadValue(f"{name} {text[:80]!r} is not JSON", code="not_json") from error
    answers = answer if isinstance(answer, list) else [answer]
    outer = [part for part in answers if isinstance(part, dict)]
    inner = [value for part in outer for value in part.values() if isinstance(value, dict)]
    return [*outer, *inner]


def _span(name: str, entity: Any, units: bytes) -> Span:
    offsets = entity if isinstance(entity, dict) else {}
    start, end = (whole_or_none(offsets.get(name)) for name in ("startOffset", "endOffset"))
    if start is None or end is None:
        raise BadValue(f"{name} holds {entity!r}, which is no span", code="not_spans")
    if not 0 <= start <= end <= len(units) // 2:
        part = f"[{start}, {end}) is no part of a passage of {len(units) // 2} characters"
        raise BadValue(f"{name}: {part}", code="outside_passage")
    return _code_points(units, start), _code_points(units, end)


def _code_points(units: bytes, offset: int) -> int:
    return len(units[: 2 * offset].decode("utf-16-le", errors="ignore"))


def _union(spans: Sequence[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _confidence(objects: Sequence[dict[str, Any]]) -> int | None:
    """The level that was ticked; None when none or several were."""
    chosen = [part[CONFIDENCE] for part in objects if isinstance(part.get(CONFIDENCE), dict)]
    ticked = [
        LEVELS.index(level) + 1
        for levels in chosen
        for level in LEVELS
        if levels.get(level) is True
    ]
    return ticked[0] if len(ticked) == 1 else None
