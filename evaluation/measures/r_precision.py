from __future__ import annotations

from dataclasses import dataclass

from evaluation.measures.trec_eval import BinaryTrecEvalMeasure


@dataclass(frozen=True, kw_only=True)
class RPrecision(BinaryTrecEvalMeasure):
    """Precision at R, the number of the topic's relevant passages; binary.

    Rprec = P@R,  R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or a threshold below 1.

    Source:
        Buckley and Voorhees, in Voorhees and Harman (editors), TREC: Experiment and Evaluation
        in Information Retrieval, 2005, chapter 3. trec_eval's Rprec (m_Rprec.c).
    """

    symbol = "Rprec"
    examples = ("Rprec", "Rprec(rel=2)")
    cutoff_rule = "none"

    @property
    def trec_name(self) -> str:
        return "Rprec"
