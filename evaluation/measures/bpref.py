from __future__ import annotations

from dataclasses import dataclass

from evaluation.measures.trec_eval import BinaryTrecEvalMeasure


@dataclass(frozen=True, kw_only=True)
class Bpref(BinaryTrecEvalMeasure):
    """How rarely judged passages that are not relevant stand above relevant ones; binary.

    Bpref = 1/R * sum over retrieved relevant r of (1 - min(n_r, R) / min(N, R)),
    n_r = judged passages above r that are not relevant, R and N = all judged passages that are
    and are not relevant; a term with n_r = 0 is 1, even when N is 0

    Args:
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is passed over, and so is one of negative
            relevance, which trec_eval takes for unjudged.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or a threshold below 1.

    Source:
        Buckley and Voorhees, SIGIR 2004. trec_eval's bpref (m_bpref.c).
    """

    symbol = "Bpref"
    examples = ("Bpref", "Bpref(rel=2)")
    cutoff_rule = "none"

    @property
    def trec_name(self) -> str:
        return "bpref"
