"""Shapes of JSON columns, where code reads more of them than that they are lists or objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

from django.db.models import Model

from annotation.models import Guideline, Judgment, LabelSet
from annotation.models.label_set import POLICY_NAMES
from regrade.aggregation.policy_file import current_form
from regrade.exceptions import Coded
from regrade.files.errors import BadValue
from regrade.limits import INT32_MAX

EXAMPLE: Mapping[str, type | tuple[type, ...]] = {
    "query": str,
    "passage": str,
    "grade": (int, NoneType),
    "explanation": str,
}


def check_shape(model: type[Model], column: str, value: Any) -> None:
    """Check the contents of a JSON value.

    Raises:
        BadValue: it is not what the code that reads it expects.
    """
    check = SHAPES.get((model, column))
    if check is not None and not check(value):
        raise BadValue(f"{column} is not of its shape", code="wrong_shape")


def _are_spans(value: Any) -> bool:
    return all(
        isinstance(span, list)
        and len(span) == 2
        and all(isinstance(end, int) and not isinstance(end, bool) for end in span)
        and 0 <= span[0] < span[1] <= INT32_MAX
        for span in value
    )


def _are_examples(value: Any) -> bool:
    return all(
        isinstance(one, dict)
        and set(one) == set(EXAMPLE)
        and all(isinstance(one[name], kind) for name, kind in EXAMPLE.items())
        for one in value
    )


def _is_policy(value: Any) -> bool:
    others = [value.get(name) for name in POLICY_NAMES]
    if not all(other is None or _is_named(other) for other in others) or "parents" in value:
        return False
    try:
        current_form(value)
    except (Coded, TypeError, ValueError):
        return False
    return True


def _is_named(other: Any) -> bool:
    return isinstance(other, dict) and isinstance(other.get("name"), str)


SHAPES: Mapping[tuple[type[Model], str], Callable[[Any], bool]] = {
    (Judgment, "spans"): _are_spans,
    (Guideline, "examples"): _are_examples,
    (LabelSet, "policy"): _is_policy,
}
