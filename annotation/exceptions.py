from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regrade.exceptions import RegradeError


class AnnotationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "annotation_error"


class PoolRefused(AnnotationError):
    """No pool can be built from the request."""

    code = "pool_refused"


class SampleRefused(PoolRefused):
    """The topics cannot be drawn in this way; `more` has a sentence for each field at fault."""

    code = "sample_not_drawn"

    def __init__(self, sentence: str, fields: Mapping[str, str]) -> None:
        super().__init__(sentence, field=next(iter(fields), None))
        self.more = {"fields": dict(fields)}


class ScaleRefused(AnnotationError):
    """The grades do not form a valid scale."""

    code = "scale_refused"


class PolicyRefused(AnnotationError):
    """The serving policy is invalid."""

    code = "policy_refused"


class StateRefused(AnnotationError):
    """The campaign cannot move to that state; the message lists what is missing."""

    code = "state_refused"


class GuidelineRefused(AnnotationError):
    """The guideline or one of its examples cannot be saved or published."""

    code = "guideline_refused"


class PeopleRefused(AnnotationError):
    """The person cannot join, resume or be changed in this way."""

    code = "people_refused"


class TokenRefused(AnnotationError):
    """No API token of this kind can be made."""

    code = "token_refused"


class CallRefused(AnnotationError):
    """A call for runs, or a team of it, cannot be made or changed in this way."""

    code = "call_refused"


class SubmissionRefused(AnnotationError):
    """A team's run cannot be taken; the sentence says what to change."""

    code = "submission_refused"


class JudgmentRefused(AnnotationError):
    """The judgment cannot be stored as it is; the message says what to change."""

    code = "judgment_refused"


class SearchRefused(AnnotationError):
    """The assessor cannot search for passages here, or cannot judge the one that was found."""

    code = "search_refused"


class AnotherAnswerStands(AnnotationError):
    """The answer is kept and does not count: its assessor gave another that the page did not see.

    `more` has the one that stands.
    """

    code = "another_answer_stands"

    def __init__(self, sentence: str, standing: Mapping[str, Any]) -> None:
        super().__init__(sentence)
        self.more = {"standing": dict(standing)}


class DecisionRefused(AnnotationError):
    """The pair cannot be decided on in this way, or not by this person."""

    code = "decision_refused"


class AgreementRefused(AnnotationError):
    """Agreement cannot be computed in this way."""

    code = "agreement_refused"


class CampaignNotOpen(AnnotationError):
    """The campaign takes no judgments at the moment."""

    code = "campaign_not_open"


class TicketRefused(AnnotationError):
    """The ticket was not issued to this assessor."""

    code = "ticket_refused"


class OtherAccount(AnnotationError):
    """The session user differs from the one the page was loaded for."""

    code = "other_account"


class SignInRefused(AnnotationError):
    """No account has this name and password."""

    code = "sign_in_refused"


class PasswordRefused(AnnotationError):
    """The old password is wrong, or the new one is no other."""

    code = "password_refused"


class MailRefused(AnnotationError):
    """No e-mail can be sent as requested."""

    code = "mail_refused"


# Label sets


class LabelsRefused(AnnotationError):
    """No label set can be made from the request."""

    code = "labels_refused"


# Archives


class ArchiveRefused(AnnotationError):
    """The campaign cannot be exported as an archive, or the archive not imported here."""

    code = "archive_refused"
