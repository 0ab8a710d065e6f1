"""How the pairs of a sample were drawn, in words, from the design that is stored of it."""

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
    return f"{drawn}, drawn with known probabilities for {question_words(design)}"


def sample_sentence(design: Mapping[str, Any]) -> str:
    """One sentence about a label set with this design; "" without one, or with all its pairs."""
    is_part = bool(design) and design["n"] != design.get("n_frame")
    return f"A sample: {sample_words(design)}." if is_part else ""


def question_words(design: Mapping[str, Any]) -> str:
    """Measures and question of a draw: "nDCG@10 between a and b"."""
    ideal = design.get("ideal_of")
    by = f" with {_given_by(design['measures'])} of {ideal['name']}" if ideal else ""
    older = design.get("predicted_by")
    helped = f", predicted with {older['name']}" if older else ""
    return f"{_listed(design['measures'])}{by} {_question(**design['question'])}{helped}"


def _given_by(measures: Sequence[str]) -> str:
    """What measures divide by, as labels say it."""
    given = {"nDCG": "the ideal rankings", "AP": "the relevant passages"}
    families = {measure.partition("@")[0].partition("(")[0] for measure in measures}
    return _listed([what for name, what in given.items() if name in families])


def _question(kind: str, runs: Sequence[str]) -> str:
    if kind == "against":
        return f"of {_listed(runs[1:])} against {runs[0]}"
    if kind == "means":
        return f"of {_listed(runs)}"
    return f"between {_listed(runs)}"


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
