"""Examples of a guideline: passages as they would be graded, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypedDict

from annotation.exceptions import GuidelineRefused

MAX_EXAMPLES = 50


class Example(TypedDict):
    """One passage for one query; a draft may lack its grade."""

    query: str
    passage: str
    grade: int | None
    explanation: str


def check_examples(examples: Sequence[Example], scale: Collection[int]) -> None:
    """Check that assessors can be shown these examples.

    Raises:
        GuidelineRefused: too many, or one that lacks something or is not graded on the scale.
    """
    if len(examples) > MAX_EXAMPLES:
        raise GuidelineRefused(
            f"A guideline takes up to {MAX_EXAMPLES} examples, not {len(examples)}."
        )
    for number, example in enumerate(examples, start=1):
        if missing := _missing(example):
            raise GuidelineRefused(f"Example {number} has no {missing}; add it, or remove it.")
        if example["grade"] not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise GuidelineRefused(
                f"Example {number} has the grade {example['grade']}, which is not on the scale"
                f" {known}."
            )


def _missing(example: Example) -> str | None:
    if not example["query"].strip():
        return "query"
    if not example["passage"].strip():
        return "passage"
    return "grade" if example["grade"] is None else None
