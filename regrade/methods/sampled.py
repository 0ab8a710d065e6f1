"""How the pairs of a sample were drawn, in words, from the design that a label set keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regrade.counted import counted


def sample_words(design: Mapping[str, Any]) -> str:
    """How pairs were drawn: "200 of 724 pairs, drawn with known probabilities for nDCG@10 between
    a and b".

    Args:
        design: of a label set that is a sample; an imported one knows its number of pairs alone.
    """
    if "question" not in design:
        return f"{counted(design['n'], 'pair')}, drawn elsewhere with known probabilities"
    drawn = f"{design['n']:,} of {counted(design['n_drawable'], 'pair')}"
    measures, question = _listed(design["measures"]), _question(**design["question"])
    ideal = design.get("ideal_of")
    of_ideal = f", with the ideal rankings of {ideal['name']}" if ideal else ""
    return f"{drawn}, drawn with known probabilities for {measures} {question}{of_ideal}"


def sample_sentence(design: Mapping[str, Any]) -> str:
    """One sentence about a label set with this design; "" for labels that are no sample."""
    return f"A sample: {sample_words(design)}." if design else ""


def _question(kind: str, runs: Sequence[str]) -> str:
    first, *others = runs
    if kind == "pair":
        return f"between {_listed(runs)}"
    if kind == "against":
        return f"of {_listed(others)} against {first}"
    if kind == "all":
        return f"between any two of {_listed(runs)}"
    return f"of {_listed(runs)}"


def _listed(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
