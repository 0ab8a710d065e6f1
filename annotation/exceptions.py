from __future__ import annotations

from regrade.exceptions import RegradeError


class AnnotationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "annotation_error"


class PoolRefused(AnnotationError):
    """What was asked for makes no pool."""

    code = "pool_refused"


class ScaleRefused(AnnotationError):
    """The grades do not make a scale."""

    code = "scale_refused"


class PolicyRefused(AnnotationError):
    """What is to be handed out next cannot be settled like this."""

    code = "policy_refused"


class StateRefused(AnnotationError):
    """The campaign cannot go to that state; the message lists what is missing."""

    code = "state_refused"


class GuidelineRefused(AnnotationError):
    """The guideline, or one of its examples, cannot be kept or published like this."""

    code = "guideline_refused"


class PeopleRefused(AnnotationError):
    """The person cannot join, go on or be changed like this."""

    code = "people_refused"


class JudgmentRefused(AnnotationError):
    """The judgment cannot be stored as it is; the message says what to change."""

    code = "judgment_refused"


class CampaignNotOpen(AnnotationError):
    """The campaign takes no judgments at the moment."""

    code = "campaign_not_open"


class TicketRefused(AnnotationError):
    """The ticket was not made for this assessor."""

    code = "ticket_refused"


class OtherAccount(AnnotationError):
    """Somebody else is signed in than the page believes."""

    code = "other_account"


class SignInRefused(AnnotationError):
    """No account has this name and password."""

    code = "sign_in_refused"


# Label sets


class LabelsRefused(AnnotationError):
    """What was given or asked for makes no label set."""

    code = "labels_refused"
