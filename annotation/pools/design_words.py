"""A design in words, from the document that is stored of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def drawn_sentence(design: Mapping[str, Any]) -> str:
    """As in "drawn by design: 50 of 700 pairs, for nDCG@10 between a and b, seed 7"."""
    return (
        f"drawn by design: {design['n']:,} of {design['n_drawable']:,} pairs,"
        f" for {design_sentence(design)}"
    )


def design_sentence(design: Mapping[str, Any]) -> str:
    """Measures, question and seed, as in "nDCG@10 between a and b, seed 7"."""
    ideal = design["ideal_of"]
    by = f" by the ideal rankings of {ideal['name']}" if ideal else ""
    return (
        f"{_listed(design['measures'])}{by} {_question(design['question'])}, seed {design['seed']}"
    )


def _question(question: Mapping[str, Any]) -> str:
    runs = question["runs"]
    if question["kind"] == "against":
        return f"of {_listed(runs[1:])} against {runs[0]}"
    if question["kind"] == "means":
        return f"of {_listed(runs)}"
    return f"between {_listed(runs)}"


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
