"""A design in words, from the document that is stored of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regrade.methods.sampled import question_words


def drawn_sentence(design: Mapping[str, Any]) -> str:
    """As in "drawn by design: 50 of 700 pairs, for nDCG@10 between a and b, seed 7"."""
    return (
        f"drawn by design: {design['n']:,} of {design['n_drawable']:,} pairs,"
        f" for {design_sentence(design)}"
    )


def design_sentence(design: Mapping[str, Any]) -> str:
    """Measures, question and seed, as in "nDCG@10 between a and b, seed 7"."""
    return f"{question_words(design)}, seed {design['seed']}"
