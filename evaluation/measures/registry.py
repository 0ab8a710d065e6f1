from __future__ import annotations

from evaluation.measures.average_precision import AveragePrecision
from evaluation.measures.bpref import Bpref
from evaluation.measures.err import ExpectedReciprocalRank
from evaluation.measures.first_rank import FirstRank
from evaluation.measures.judged import Judged
from evaluation.measures.measure import Measure
from evaluation.measures.ndcg import Ndcg
from evaluation.measures.precision import Precision
from evaluation.measures.r_precision import RPrecision
from evaluation.measures.rbp import RankBiasedPrecision
from evaluation.measures.recall import Recall
from evaluation.measures.reciprocal_rank import ReciprocalRank
from evaluation.measures.success import Success

FAMILIES: tuple[type[Measure], ...] = (
    ReciprocalRank,
    FirstRank,
    Precision,
    Recall,
    AveragePrecision,
    Ndcg,
    RPrecision,
    Success,
    Bpref,
    Judged,
    RankBiasedPrecision,
    ExpectedReciprocalRank,
)

BY_SYMBOL: dict[str, type[Measure]] = {family.symbol: family for family in FAMILIES}
