from __future__ import annotations

from annotation.models.account_event import AccountEvent, AccountEventKind
from annotation.models.active_topic import ActiveStep, ActiveTopic, EndReason
from annotation.models.adjudication import Adjudication, DecisionReason
from annotation.models.adjudication_queue import AdjudicationTurn, ChosenPair, QueueVisit
from annotation.models.answers import Cause, Reason, stands
from annotation.models.api_token import ApiToken
from annotation.models.campaign import JUDGED_IN, OVER, Campaign, CampaignState
from annotation.models.campaign_event import CampaignEvent, EventKind
from annotation.models.campaign_pair import VOTING_KINDS, CampaignPair, PairKind
from annotation.models.consent import Consent
from annotation.models.expert_grade import ExpertGrade
from annotation.models.grade import Grade
from annotation.models.guideline import Guideline
from annotation.models.invitation import Invitation
from annotation.models.judgment import Judgment, judges
from annotation.models.label_set import LabelParent, LabelSet, LabelSource
from annotation.models.membership import AssessorKind, EnglishLevel, Membership, Role
from annotation.models.message import Message, MessageSeen
from annotation.models.notice import Notice
from annotation.models.pair_summary import PairSummary
from annotation.models.password_link import PasswordLink
from annotation.models.pool import Pool, PoolStrategy
from annotation.models.pooled_pair import PairOrigin, PooledPair
from annotation.models.run_call import CallTeam, RunCall
from annotation.models.serving_policy import Order, ServingPolicy, Unit
from annotation.models.slot import Slot
from annotation.models.submission import Submission
from annotation.models.tally import Tally
from annotation.models.topic_labels import TopicLabels
from annotation.models.topic_seat import TopicSeat
from annotation.models.visit import Visit

__all__ = [
    "JUDGED_IN",
    "OVER",
    "VOTING_KINDS",
    "AccountEvent",
    "AccountEventKind",
    "ActiveStep",
    "ActiveTopic",
    "Adjudication",
    "AdjudicationTurn",
    "ApiToken",
    "AssessorKind",
    "CallTeam",
    "Campaign",
    "CampaignEvent",
    "CampaignPair",
    "CampaignState",
    "Cause",
    "ChosenPair",
    "Consent",
    "DecisionReason",
    "EndReason",
    "EnglishLevel",
    "EventKind",
    "ExpertGrade",
    "Grade",
    "Guideline",
    "Invitation",
    "Judgment",
    "LabelParent",
    "LabelSet",
    "LabelSource",
    "Membership",
    "Message",
    "MessageSeen",
    "Notice",
    "Order",
    "PairKind",
    "PairOrigin",
    "PairSummary",
    "PasswordLink",
    "Pool",
    "PoolStrategy",
    "PooledPair",
    "QueueVisit",
    "Reason",
    "Role",
    "RunCall",
    "ServingPolicy",
    "Slot",
    "Submission",
    "Tally",
    "TopicLabels",
    "TopicSeat",
    "Unit",
    "Visit",
    "judges",
    "stands",
]
