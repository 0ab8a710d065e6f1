from __future__ import annotations

from dataclasses import dataclass

from evaluation.measures.trec_eval import BinaryTrecEvalMeasure


@dataclass(frozen=True, kw_only=True)
class ReciprocalRank(BinaryTrecEvalMeasure):
    """Reciprocal rank of the first relevant passage; binary. Its mean is MRR.

    RR@k = 1 / min{i <= k : rel_i >= rel},  0 when there is no such i

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff or threshold below 1.

    Source:
        Kantor and Voorhees, Information Retrieval 2(2/3), 2000. trec_eval's recip_rank
        (m_recip_rank.c); the cutoff is ours, as trec_eval has none.
    """

    symbol = "RR"
    examples = ("RR", "RR@10", "RR(rel=2)@10")
    cutoff_rule = "optional"

    @property
    def trec_name(self) -> str:
        return "recip_rank"

    def from_trec_eval(self, value: float) -> float:
        return value if self.cutoff is None or value >= 1 / self.cutoff else 0.0
