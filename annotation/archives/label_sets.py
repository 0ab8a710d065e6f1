"""Label sets of an archive: the campaign's own, and those that these and the pool name."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import BooleanField, Case, F, JSONField, Q, QuerySet, TextField, Value, When
from django.db.models.functions import JSONObject

from annotation.models import Campaign, LabelSet, LabelSource
from annotation.models.label_set import LABEL_ROLES
from ranking.models.owned import Visibility

OF_OTHERS, OF_ALL_PAIRS = Q(is_own=False), Q(design__n=F("design__n_frame"))
DRAWN_ELSEWHERE = JSONObject(n="design__n", imported=Value(True, BooleanField()))
# Columns of sets that are not the campaign's: a policy may name people, and a design other runs.
AS_IMPORTED: Mapping[str, Case] = {
    "source": Case(When(OF_OTHERS, then=Value("imported", TextField())), default=F("source")),
    "policy": Case(When(OF_OTHERS, then=Value({}, JSONField())), default=F("policy")),
    "design": Case(
        When(OF_OTHERS & OF_ALL_PAIRS, then=Value({}, JSONField())),
        When(OF_OTHERS & ~Q(design={}), then=DRAWN_ELSEWHERE),
        default=F("design"),
    ),
}


def archived_labels(campaign: Campaign) -> QuerySet[LabelSet]:
    """Label sets derived from the campaign, imported ones that these name, and any that the pool's
    design names.

    None that is private. Sets of other campaigns, which are not `is_own`, are archived as imported.
    """
    shown = LabelSet.objects.filter(frozen_at__isnull=False).exclude(visibility=Visibility.PRIVATE)
    derived, pool = Q(campaign=campaign, source=LabelSource.DERIVED), campaign.pool
    named = set[str]().union(*(one.named_labels for one in shown.filter(derived)))
    wanted = Q(name__in=named, source=LabelSource.IMPORTED)
    of_design = [pool.recipe.get("design", {}).get(role) for role in LABEL_ROLES]
    wanted |= Q(name__in=[one["name"] for one in of_design if one])
    of_pool = Q(collection=pool.collection_id, topic_set=pool.topic_set_id)
    is_own = Case(When(Q(campaign=campaign), then=True), default=False)
    return shown.filter(derived | wanted & of_pool).annotate(is_own=is_own)
