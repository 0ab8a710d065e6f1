"""Families of measures for a form: their parameters and spelling."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field
from textwrap import dedent
from typing import Any

from evaluation.exceptions import MeasureRefused, SignificanceRefused
from regrade.measures import Measure, MeasureError, parse_measures
from regrade.measures.registry import FAMILIES
from regrade.significance import caution_for

ARGUMENT = re.compile(r"^(\w+): (.*?)(?=^\w+: |\Z)", re.MULTILINE | re.DOTALL)


def measure_families() -> list[dict[str, Any]]:
    """Measure families in the order of docs/measures.md, each with parameters and examples."""
    return [_family(family) for family in FAMILIES]


def _family(family: type[Measure]) -> dict[str, Any]:
    described = _arguments(family)
    cutoff = described.get("cutoff", "")
    return {
        "symbol": family.symbol,
        "description": " ".join(_paragraphs(family)[0].split()),
        "lower_is_better": family.lower_is_better,
        "is_count": family.is_count,
        "cutoff_rule": family.cutoff_rule,
        "cutoff_description": cutoff,
        "reads": family.reads,
        "trec_eval_name": family.trec_eval_name,
        "caution": caution_for(family.symbol),
        "examples": family.examples,
        "parameters": list(_parameters(family, described)),
    }


def _parameters(family: type[Measure], described: dict[str, str]) -> Iterator[dict[str, Any]]:
    for field in family.parameters():
        if field.name != "judged_only" or not family.no_judged_only:
            yield {
                "name": field.name,
                "type": str(field.type),
                "description": described.get(field.name, ""),
                "default": _default(field),
                "is_required": field.default is MISSING,
            }


def _default(field: Field[Any]) -> Any:
    return None if field.default is MISSING else field.default


def _paragraphs(family: type[Measure]) -> list[str]:
    return (inspect.getdoc(family) or "").split("\n\n")


def _arguments(family: type[Measure]) -> dict[str, str]:
    """Description of each parameter, from the family's docstring."""
    sections = [text for text in _paragraphs(family) if text.startswith("Args:\n")]
    listed = dedent(sections[0].removeprefix("Args:\n")) if sections else ""
    return {name: " ".join(text.split()) for name, text in ARGUMENT.findall(listed)}


def measures_of(text: str) -> Sequence[Measure]:
    """The measures of a list.

    Raises:
        MeasureRefused: one is unknown or misspelt; the message names the nearest ones, the
            field the measure as it was written: `measures.nDGC@10`.
    """
    try:
        return parse_measures(text)
    except MeasureError as error:
        raise MeasureRefused(str(error), code=error.code, field=f"measures.{error.name}") from error


def check_tested(measures: Sequence[Measure]) -> None:
    """Raise SignificanceRefused for measures that do not rate a run, such as counts."""
    for measure in measures:
        if not measure.is_tested:
            message = f"{measure.name} is not tested: it says not how good a run is."
            raise SignificanceRefused(message, code="measure_not_tested")
