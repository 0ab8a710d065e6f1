from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation.models import Campaign, CampaignState, LabelSet, Membership, judges
from ranking.asking import has_role
from ranking.http.scopes import CLOSED, ORGANIZE
from ranking.variants.lineage import lineages

BLIND_STATES = (CampaignState.DRAFT, CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)


class MayOrganize(BasePermission):
    message = "This is for organizers; ask one to give your account that right."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.has_perm("annotation.may_organize"))


# Without docstrings: the API's description would give them to every operation that has none.
class OrganizersView(APIView):
    permission_classes = [MayOrganize]
    token_scopes = ORGANIZE


class IsAdministrator(BasePermission):
    message = "This is for administrators; ask one of them, or who runs this installation."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(getattr(request.user, "is_superuser", False))


class AdministratorsView(APIView):
    permission_classes = [IsAdministrator]
    token_scopes = CLOSED


def judges_now(request: Request, campaign: Campaign) -> bool:
    """Whether the requesting user must not see other assessors' judgments in this campaign."""
    memberships = Membership.objects.filter(campaign=campaign, user__pk=request.user.pk or 0)
    return campaign.state in BLIND_STATES and memberships.filter(judges()).exists()


def sees_votes(request: Request) -> bool:
    """Whether there are votes that the requesting user may see."""
    return request.user.has_perm("annotation.may_organize")


def campaigns_with_open_votes(request: Request) -> set[int]:
    """Those whose votes the requesting user may see: organizers do, but not where they judge."""
    if not sees_votes(request):
        return set()
    memberships = Membership.objects.filter(judges(), user=request.user.pk)
    blind = memberships.filter(campaign__state__in=BLIND_STATES).values("campaign")
    return set(Campaign.objects.exclude(pk__in=blind).values_list("pk", flat=True))


def topics_judged_now(request: Request) -> set[int]:
    """Topic sets whose runs and labels are kept from an account without a researcher's or
    organizer's right: those of campaigns under way that it takes part in, and their variants.
    """
    if has_role(request.user):
        return set()
    members = Membership.objects.filter(user=request.user.pk, campaign__state__in=BLIND_STATES)
    judged = set(members.values_list("campaign__pool__topic_set", flat=True))
    return lineages().with_relatives(judged) if judged else set()


def hidden_labels(request: Request) -> set[int]:
    """Label sets not shown to the requesting user: blind ones, and those private to others."""
    seen = LabelSet.objects.seen_by(request.user).values("pk")
    unseen = LabelSet.objects.exclude(pk__in=seen).values_list("pk", flat=True)
    return blind_labels(request) | set(unseen)


def blind_labels(request: Request) -> set[int]:
    """Label sets hidden from the requesting user because they rest on a campaign they assess.

    They are hidden from its adjudicators too, whose queue is blind, unless they organize. A set
    rests on its own campaign, and on what the sets rest on that its policy and design name: the
    fallback that broke its ties, the labels whose topics it kept, those that it was combined of,
    those that gave its ideal rankings or predicted its labels.
    """
    members = Membership.objects.filter(user=request.user.pk, campaign__state__in=BLIND_STATES)
    if request.user.has_perm("annotation.may_organize"):
        members = members.filter(judges())
    return _labels_resting_on(set(members.values_list("campaign", flat=True)))


def labels_judged_now() -> set[int]:
    """Label sets that rest on any campaign under way, and so are hidden from some account."""
    under_way = Campaign.objects.filter(state__in=BLIND_STATES)
    return _labels_resting_on(set(under_way.values_list("pk", flat=True)))


def _labels_resting_on(campaigns: set[int]) -> set[int]:
    labels, hidden = LabelSet.objects.defer("report"), set[str]()
    # Policy and design can only name what was there before: one pass in order of making is enough.
    for label_set in labels.order_by("pk") if campaigns else ():
        if label_set.campaign_id in campaigns or label_set.named_labels & hidden:
            hidden.add(label_set.name)
    return set(labels.filter(name__in=hidden).values_list("pk", flat=True))
