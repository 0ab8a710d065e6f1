from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.examples import Example, check_examples
from annotation.models import Campaign, EventKind, Guideline, Notice
from annotation.services.keep_draft import draft_of, lock_to_publish, next_version
from annotation.services.log_event import log_event


@transaction.atomic
def publish_guideline(
    *,
    campaign: Campaign,
    body: str,
    examples: Sequence[Example] = (),
    actor: User | None = None,
) -> Guideline:
    """Publish the next version; judgments from now on are made under it. The draft becomes it.

    Raises:
        StateRefused: the campaign is archived.
        GuidelineRefused: an example lacks something, or is not graded on the scale.
    """
    lock_to_publish(campaign)
    check_examples(examples, set(campaign.grades.values_list("value", flat=True)))
    version = next_version(campaign)
    log_event(campaign=campaign, kind=EventKind.GUIDELINE, actor=actor, version=version)
    guideline = draft_of(campaign) or Guideline(campaign=campaign)
    guideline.version, guideline.published_at = version, timezone.now()
    guideline.body, guideline.examples = body, list(examples)
    guideline.save()
    return guideline


@transaction.atomic
def publish_notice(*, campaign: Campaign, body: str, actor: User | None = None) -> Notice:
    """Publish the next version; who accepted an earlier one is asked again.

    Raises:
        StateRefused: the campaign is archived.
    """
    lock_to_publish(campaign)
    version = campaign.notices.count() + 1
    log_event(campaign=campaign, kind=EventKind.NOTICE, actor=actor, version=version)
    return Notice.objects.create(campaign=campaign, version=version, body=body)
