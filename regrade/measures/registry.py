from __future__ import annotations

from regrade.measures.average_precision import AveragePrecision, InferredAveragePrecision
from regrade.measures.bpref import Bpref
from regrade.measures.compat import Compatibility
from regrade.measures.counts import (
    NumNonRelevantRetrieved,
    NumQueries,
    NumRelevant,
    NumRelevantRetrieved,
    NumRetrieved,
)
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.diversity import (
    AlphaDcg,
    AlphaNdcg,
    IntentAwareAveragePrecision,
    IntentAwareErr,
    IntentAwarePrecision,
    NormalizedIntentAwareErr,
    NormalizedNrbp,
    NoveltyRankBiasedPrecision,
    SubtopicRecall,
)
from regrade.measures.err import ExpectedReciprocalRank, NormalizedErr
from regrade.measures.first_relevant import FirstRank, ReciprocalRank, Success
from regrade.measures.iprec import InterpolatedPrecision
from regrade.measures.judged import Judged, Unjudged
from regrade.measures.measure import Measure
from regrade.measures.precision_recall import FMeasure, Precision, Recall
from regrade.measures.r_precision import RPrecision
from regrade.measures.rbp import RankBiasedPrecision, RbpResidual
from regrade.measures.set_measures import (
    SetAveragePrecision,
    SetF,
    SetPrecision,
    SetRecall,
    Utility,
)

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
