from __future__ import annotations

from annotation.models.adjudication import Adjudication
from annotation.models.campaign import Campaign, CampaignState
from annotation.models.campaign_pair import VOTING_KINDS, CampaignPair, PairKind
from annotation.models.grade import Grade
from annotation.models.guideline import Guideline
from annotation.models.invitation import Invitation
from annotation.models.judgment import Judgment, Reason
from annotation.models.label_set import LabelSet, LabelSource
from annotation.models.membership import AssessorKind, Membership, Role
from annotation.models.pool import Pool, PoolStrategy
from annotation.models.pooled_pair import PooledPair
from annotation.models.slot import Slot
from annotation.models.topic_labels import TopicLabels
from annotation.models.topic_seat import TopicSeat

__all__ = [
    "VOTING_KINDS",
    "Adjudication",
    "AssessorKind",
    "Campaign",
    "CampaignPair",
    "CampaignState",
    "Grade",
    "Guideline",
    "Invitation",
    "Judgment",
    "LabelSet",
    "LabelSource",
    "Membership",
    "PairKind",
    "Pool",
    "PoolStrategy",
    "PooledPair",
    "Reason",
    "Role",
    "Slot",
    "TopicLabels",
    "TopicSeat",
]
