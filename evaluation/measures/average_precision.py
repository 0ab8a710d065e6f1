from __future__ import annotations

from dataclasses import dataclass

from evaluation.measures.trec_eval import BinaryTrecEvalMeasure


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(BinaryTrecEvalMeasure):
    """Mean of the precision at each relevant passage; binary. Its mean over topics is MAP.

    AP@k = (sum of P@i over i <= k with rel_i >= rel) / R,
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. R stays the
            number of all relevant passages, even above k.
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff or threshold below 1.

    Source:
        Buckley and Voorhees, in Voorhees and Harman (editors), TREC: Experiment and Evaluation
        in Information Retrieval, 2005, chapter 3. trec_eval's map and map_cut (m_map.c,
        m_map_cut.c).
    """

    symbol = "AP"
    examples = ("AP", "AP@100", "AP(rel=2)")
    cutoff_rule = "optional"

    @property
    def trec_name(self) -> str:
        return "map" if self.cutoff is None else f"map_cut_{self.cutoff}"
