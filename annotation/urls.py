from __future__ import annotations

from django.urls import path

from annotation.active.api.active import (
    ActivePoolView,
    DesignChoicesView,
    EndTopicsView,
    TopicReviewView,
)
from annotation.adjudication.api.queue import (
    LeaveView,
    NextView,
    QueueView,
    SettleView,
    UndoDecisionView,
    VotesView,
)
from annotation.administration.api.accounts import (
    AccountEventsView,
    AccountsView,
    AccountView,
    LinkLookView,
    LinkUseView,
    PasswordLinkView,
)
from annotation.agreement.api.agreement import (
    AgreementMatrixView,
    AgreementPartsView,
    AgreementView,
)
from annotation.agreement.api.assessors import AssessorsView, AssessorView, CrowdView
from annotation.archives.api.archives import ArchiveImportView, ArchiveView
from annotation.board.api.board import BoardView, PilotView
from annotation.calls.api.calls import CallsView, CallTeamsView, CallView
from annotation.calls.api.hand_ins import HandInsView
from annotation.campaigns.api.active import ActiveCampaignView
from annotation.campaigns.api.asking import AskPairsView
from annotation.campaigns.api.campaign import (
    CampaignView,
    EventsView,
    LaunchView,
    StateView,
)
from annotation.campaigns.api.campaigns import (
    AddPairsView,
    CampaignFromRunsView,
    CampaignsView,
    DrawMoreView,
    PlanView,
    ScalesView,
)
from annotation.campaigns.api.policies import PoliciesView, PolicyCostView
from annotation.campaigns.api.pools import (
    CandidatesView,
    DesignPreviewView,
    DrawView,
    FirstRelevantView,
    PoolPreviewView,
)
from annotation.campaigns.api.publishing import (
    DraftView,
    GuidelinesView,
    GuidelineVersionView,
    NoticesView,
    PassagesView,
    PreviewView,
)
from annotation.datasheets.api.datasheets import CitationView, DatasheetView
from annotation.exchange.api.imports import FilesImportView
from annotation.exchange.api.judgments_export import CampaignJudgmentsView
from annotation.figures.api.figures import FiguresView
from annotation.home.api.home import HomeView
from annotation.judging.api.desk import DeskView
from annotation.judging.api.judging import (
    ActivityView,
    ClaimsView,
    JudgmentsView,
    OwnCountsView,
    UndoView,
)
from annotation.labels.api.comparing import (
    ChangedPairsView,
    CompareLabelsView,
    PositionsView,
    StatisticsView,
)
from annotation.labels.api.deriving import CampaignLabelsView, LabelsPreviewView
from annotation.labels.api.labels import CombineView, LabelsMenuView, QrelsView
from annotation.pairs.api.pairs import (
    ChosenView,
    DecisionView,
    NextPairView,
    PairChoicesView,
    PairJudgmentsView,
    PairsView,
    PairView,
)
from annotation.people.api.joining import (
    InvitationAcceptView,
    InvitationLookView,
    InvitationsView,
    InvitationView,
    MailedInvitationsView,
    SignUpView,
)
from annotation.people.api.members import (
    AnonymizeView,
    MembersView,
    PauseView,
    QuotaView,
    ResumeView,
    WithdrawView,
)
from annotation.people.api.messages import MessageSeenView, MessagesView
from annotation.people.api.own_record import (
    ConsentView,
    HeldJudgmentsView,
    HeldView,
    HeldVisitsView,
    MeView,
    OwnWithdrawalView,
)
from annotation.people.api.session import (
    EmailView,
    ForgottenPasswordView,
    PasswordView,
    SessionView,
)
from annotation.searching.api.searching import FoundView, SearchView
from annotation.tokens.api.tokens import TokensView

urlpatterns = [
    path("session", SessionView.as_view()),
    path("session/password", PasswordView.as_view()),
    path("session/email", EmailView.as_view()),
    path("session/forgotten", ForgottenPasswordView.as_view()),
    path("session/tokens", TokensView.as_view()),
    path("accounts", AccountsView.as_view()),
    path("accounts/events", AccountEventsView.as_view()),
    path("accounts/<int:account_id>", AccountView.as_view()),
    path("accounts/<int:account_id>/password-link", PasswordLinkView.as_view()),
    path("password-links/look", LinkLookView.as_view()),
    path("password-links/use", LinkUseView.as_view()),
    path("calls", CallsView.as_view()),
    path("calls/runs", HandInsView.as_view()),
    path("calls/<int:call_id>", CallView.as_view()),
    path("calls/<int:call_id>/teams", CallTeamsView.as_view()),
    path("campaigns", CampaignsView.as_view()),
    path("campaigns/archive", ArchiveImportView.as_view()),
    path("campaigns/active", ActiveCampaignView.as_view()),
    path("campaigns/active/choices", DesignChoicesView.as_view()),
    path("campaigns/from-runs", CampaignFromRunsView.as_view()),
    path("campaigns/plan", PlanView.as_view()),
    path("campaigns/<int:campaign_id>", CampaignView.as_view()),
    path("campaigns/<int:campaign_id>/board", BoardView.as_view()),
    path("campaigns/<int:campaign_id>/active", ActivePoolView.as_view()),
    path("campaigns/<int:campaign_id>/active/review", TopicReviewView.as_view()),
    path("campaigns/<int:campaign_id>/active/end", EndTopicsView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication", QueueView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication/next", NextView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication/votes", VotesView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication/decision", SettleView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication/undo", UndoDecisionView.as_view()),
    path("campaigns/<int:campaign_id>/adjudication/leave", LeaveView.as_view()),
    path("campaigns/<int:campaign_id>/agreement", AgreementView.as_view()),
    path("campaigns/<int:campaign_id>/agreement/parts", AgreementPartsView.as_view()),
    path("campaigns/<int:campaign_id>/agreement/matrix", AgreementMatrixView.as_view()),
    path("campaigns/<int:campaign_id>/agreement/assessors", AssessorsView.as_view()),
    path("campaigns/<int:campaign_id>/agreement/assessors/<str:assessor>", AssessorView.as_view()),
    path("campaigns/<int:campaign_id>/agreement/crowd", CrowdView.as_view()),
    path("campaigns/<int:campaign_id>/figures", FiguresView.as_view()),
    path("campaigns/<int:campaign_id>/labels", CampaignLabelsView.as_view()),
    path("campaigns/<int:campaign_id>/labels/preview", LabelsPreviewView.as_view()),
    path("campaigns/<int:campaign_id>/judgments", CampaignJudgmentsView.as_view()),
    path("campaigns/<int:campaign_id>/datasheet", DatasheetView.as_view()),
    path("campaigns/<int:campaign_id>/archive", ArchiveView.as_view()),
    path("campaigns/<int:campaign_id>/launch", LaunchView.as_view()),
    path("campaigns/<int:campaign_id>/state", StateView.as_view()),
    path("campaigns/<int:campaign_id>/pilot", PilotView.as_view()),
    path("campaigns/<int:campaign_id>/policy", PoliciesView.as_view()),
    path("campaigns/<int:campaign_id>/policy/cost", PolicyCostView.as_view()),
    path("campaigns/<int:campaign_id>/guidelines", GuidelinesView.as_view()),
    path("campaigns/<int:campaign_id>/guidelines/draft", DraftView.as_view()),
    path("campaigns/<int:campaign_id>/guidelines/<int:version>", GuidelineVersionView.as_view()),
    path("campaigns/<int:campaign_id>/passages", PassagesView.as_view()),
    path("campaigns/<int:campaign_id>/notices", NoticesView.as_view()),
    path("campaigns/<int:campaign_id>/events", EventsView.as_view()),
    path("campaigns/<int:campaign_id>/invitations", InvitationsView.as_view()),
    path("campaigns/<int:campaign_id>/invitations/mail", MailedInvitationsView.as_view()),
    path("campaigns/<int:campaign_id>/invitations/<int:invitation_id>", InvitationView.as_view()),
    path("campaigns/<int:campaign_id>/sign-up", SignUpView.as_view()),
    path("campaigns/<int:campaign_id>/members", MembersView.as_view()),
    path("campaigns/<int:campaign_id>/members/<int:member_id>", QuotaView.as_view()),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/pause", PauseView.as_view()),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/resume", ResumeView.as_view()),
    path("campaigns/<int:campaign_id>/members/<int:member_id>/withdraw", WithdrawView.as_view()),
    path("campaigns/<int:campaign_id>/messages", MessagesView.as_view()),
    path("campaigns/<int:campaign_id>/anonymize", AnonymizeView.as_view()),
    path("campaigns/<int:campaign_id>/pairs", PairsView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/add", AddPairsView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/draw", DrawMoreView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/ask", AskPairsView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/choices", PairChoicesView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/<int:pair_id>", PairView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/<int:pair_id>/next", NextPairView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/<int:pair_id>/chosen", ChosenView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/<int:pair_id>/decision", DecisionView.as_view()),
    path("campaigns/<int:campaign_id>/pairs/<int:pair_id>/judgments", PairJudgmentsView.as_view()),
    path("guidelines/preview", PreviewView.as_view()),
    path("imports/files", FilesImportView.as_view()),
    path("home", HomeView.as_view()),
    path("invitations/look", InvitationLookView.as_view()),
    path("invitations/accept", InvitationAcceptView.as_view()),
    path("judging/<int:campaign_id>", DeskView.as_view()),
    path("judging/<int:campaign_id>/me", MeView.as_view()),
    path("judging/<int:campaign_id>/consent", ConsentView.as_view()),
    path("judging/<int:campaign_id>/withdrawal", OwnWithdrawalView.as_view()),
    path("judging/<int:campaign_id>/held", HeldView.as_view()),
    path("judging/<int:campaign_id>/held/judgments", HeldJudgmentsView.as_view()),
    path("judging/<int:campaign_id>/held/visits", HeldVisitsView.as_view()),
    path("judging/<int:campaign_id>/messages/<int:message_id>/seen", MessageSeenView.as_view()),
    path("judging/<int:campaign_id>/claims", ClaimsView.as_view()),
    path("judging/<int:campaign_id>/judgments", JudgmentsView.as_view()),
    path("judging/<int:campaign_id>/judgments/counts", OwnCountsView.as_view()),
    path("judging/<int:campaign_id>/search", SearchView.as_view()),
    path("judging/<int:campaign_id>/found", FoundView.as_view()),
    path("judging/<int:campaign_id>/undo", UndoView.as_view()),
    path("judging/<int:campaign_id>/activity", ActivityView.as_view()),
    path("menus/labels", LabelsMenuView.as_view()),
    path("labels/combine", CombineView.as_view()),
    path("labels/compare", CompareLabelsView.as_view()),
    path("labels/compare/pairs", ChangedPairsView.as_view()),
    path("labels/statistics", StatisticsView.as_view()),
    path("labels/positions", PositionsView.as_view()),
    path("labels/citation", CitationView.as_view()),
    path("pools/preview", PoolPreviewView.as_view()),
    path("pools/design/preview", DesignPreviewView.as_view()),
    path("pools/first-relevant", FirstRelevantView.as_view()),
    path("pools/pairs", CandidatesView.as_view()),
    path("pools/draw", DrawView.as_view()),
    path("scales", ScalesView.as_view()),
    path("labels/qrels", QrelsView.as_view()),
]
