from __future__ import annotations

from typing import NamedTuple


class Alias(NamedTuple):
    """Another name of a family, or of a family with parameters set."""

    symbol: str
    parameters: tuple[tuple[str, int | bool], ...] = ()


# Those of ir_measures.
ALIASES = {
    "MRR": Alias("RR"),
    "MAP": Alias("AP"),
    "NDCG": Alias("nDCG"),
    "BPref": Alias("Bpref"),
    "RPrec": Alias("Rprec"),
    "Precision": Alias("P"),
    "Recall": Alias("R"),
    "SetRelP": Alias("SetP", (("relative", True),)),
    "MAP_IA": Alias("AP_IA"),
    "\N{GREEK SMALL LETTER ALPHA}_nDCG": Alias("alpha_nDCG"),
    "\N{GREEK SMALL LETTER ALPHA}_DCG": Alias("alpha_DCG"),
}
