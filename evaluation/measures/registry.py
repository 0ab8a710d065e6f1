from __future__ import annotations

from evaluation.measures.alpha_dcg import AlphaDcg
from evaluation.measures.alpha_ndcg import AlphaNdcg
from evaluation.measures.ap_ia import IntentAwareAveragePrecision
from evaluation.measures.average_precision import AveragePrecision
from evaluation.measures.bpref import Bpref
from evaluation.measures.compat import Compatibility
from evaluation.measures.dcg import Dcg
from evaluation.measures.err import ExpectedReciprocalRank
from evaluation.measures.err_ia import IntentAwareErr
from evaluation.measures.f_measure import FMeasure
from evaluation.measures.first_rank import FirstRank
from evaluation.measures.inf_ap import InferredAveragePrecision
from evaluation.measures.iprec import InterpolatedPrecision
from evaluation.measures.judged import Judged
from evaluation.measures.measure import Measure
from evaluation.measures.ndcg import Ndcg
from evaluation.measures.nerr import NormalizedErr
from evaluation.measures.nerr_ia import NormalizedIntentAwareErr
from evaluation.measures.nnrbp import NormalizedNrbp
from evaluation.measures.nrbp import NoveltyRankBiasedPrecision
from evaluation.measures.num_nonrel_ret import NumNonRelevantRetrieved
from evaluation.measures.num_q import NumQueries
from evaluation.measures.num_rel import NumRelevant
from evaluation.measures.num_rel_ret import NumRelevantRetrieved
from evaluation.measures.num_ret import NumRetrieved
from evaluation.measures.p_ia import IntentAwarePrecision
from evaluation.measures.precision import Precision
from evaluation.measures.r_precision import RPrecision
from evaluation.measures.rbp import RankBiasedPrecision
from evaluation.measures.rbp_residual import RbpResidual
from evaluation.measures.recall import Recall
from evaluation.measures.reciprocal_rank import ReciprocalRank
from evaluation.measures.set_ap import SetAveragePrecision
from evaluation.measures.set_f import SetF
from evaluation.measures.set_precision import SetPrecision
from evaluation.measures.set_recall import SetRecall
from evaluation.measures.st_recall import SubtopicRecall
from evaluation.measures.success import Success
from evaluation.measures.unjudged import Unjudged
from evaluation.measures.utility import Utility

FAMILIES: tuple[type[Measure], ...] = (
    ReciprocalRank,
    FirstRank,
    Precision,
    Recall,
    AveragePrecision,
    Ndcg,
    Dcg,
    RPrecision,
    Success,
    FMeasure,
    Bpref,
    InferredAveragePrecision,
    InterpolatedPrecision,
    SetPrecision,
    SetRecall,
    SetF,
    SetAveragePrecision,
    Utility,
    Judged,
    Unjudged,
    NumQueries,
    NumRetrieved,
    NumRelevant,
    NumRelevantRetrieved,
    NumNonRelevantRetrieved,
    RankBiasedPrecision,
    RbpResidual,
    ExpectedReciprocalRank,
    NormalizedErr,
    Compatibility,
    AlphaNdcg,
    AlphaDcg,
    SubtopicRecall,
    IntentAwareErr,
    NormalizedIntentAwareErr,
    NoveltyRankBiasedPrecision,
    NormalizedNrbp,
    IntentAwarePrecision,
    IntentAwareAveragePrecision,
)

BY_SYMBOL: dict[str, type[Measure]] = {family.symbol: family for family in FAMILIES}
