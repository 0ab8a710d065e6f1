from __future__ import annotations

from regrade.measures.alpha_dcg import AlphaDcg
from regrade.measures.alpha_ndcg import AlphaNdcg
from regrade.measures.ap_ia import IntentAwareAveragePrecision
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.bpref import Bpref
from regrade.measures.compat import Compatibility
from regrade.measures.dcg import Dcg
from regrade.measures.err import ExpectedReciprocalRank
from regrade.measures.err_ia import IntentAwareErr
from regrade.measures.f_measure import FMeasure
from regrade.measures.first_rank import FirstRank
from regrade.measures.inf_ap import InferredAveragePrecision
from regrade.measures.iprec import InterpolatedPrecision
from regrade.measures.judged import Judged
from regrade.measures.measure import Measure
from regrade.measures.ndcg import Ndcg
from regrade.measures.nerr import NormalizedErr
from regrade.measures.nerr_ia import NormalizedIntentAwareErr
from regrade.measures.nnrbp import NormalizedNrbp
from regrade.measures.nrbp import NoveltyRankBiasedPrecision
from regrade.measures.num_nonrel_ret import NumNonRelevantRetrieved
from regrade.measures.num_q import NumQueries
from regrade.measures.num_rel import NumRelevant
from regrade.measures.num_rel_ret import NumRelevantRetrieved
from regrade.measures.num_ret import NumRetrieved
from regrade.measures.p_ia import IntentAwarePrecision
from regrade.measures.precision import Precision
from regrade.measures.r_precision import RPrecision
from regrade.measures.rbp import RankBiasedPrecision
from regrade.measures.rbp_residual import RbpResidual
from regrade.measures.recall import Recall
from regrade.measures.reciprocal_rank import ReciprocalRank
from regrade.measures.set_ap import SetAveragePrecision
from regrade.measures.set_f import SetF
from regrade.measures.set_precision import SetPrecision
from regrade.measures.set_recall import SetRecall
from regrade.measures.st_recall import SubtopicRecall
from regrade.measures.success import Success
from regrade.measures.unjudged import Unjudged
from regrade.measures.utility import Utility

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
