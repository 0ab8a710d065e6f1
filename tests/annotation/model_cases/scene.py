"""The rows that each refusal is tried on, and shortcuts to change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    Grade,
    Guideline,
    Invitation,
    Judgment,
    LabelParent,
    LabelSet,
    LabelSource,
    Membership,
    Notice,
    PairKind,
    Pool,
    QueueVisit,
    ServingPolicy,
    Slot,
    TopicLabels,
    TopicSeat,
)
from tests.factories import make_campaign, make_labels, make_member, make_user


class Scene(NamedTuple):
    """Alice graded a pair of the campaign with 3; bob and the pair's other slot are free."""

    campaign: Campaign
    other: Campaign  # over the same pool
    pair: CampaignPair
    alice: Membership
    bob: Membership
    judgment: Judgment
    free: Slot
    guideline: Guideline  # published
    notice: Notice
    draft: LabelSet
    frozen: LabelSet

    @property
    def filled(self) -> Slot:
        return Slot.objects.get(judgment=self.judgment)

    def grade(self, value: int) -> Grade:
        return self.campaign.grades.get(value=value)


def make_scene() -> Scene:
    campaign = make_campaign(judgments_per_pair=2)
    pool = campaign.pool
    alice = make_member(campaign, make_user("alice"))
    pair = campaign.pairs.all()[0]
    judgment = graded(alice, pair, 3)
    change(pair.slots.get(number=1), holder=alice, judgment=judgment)
    return Scene(
        campaign=campaign,
        other=make_campaign("other", pool, judgments_per_pair=1),
        pair=pair,
        alice=alice,
        bob=make_member(campaign, make_user("bob")),
        judgment=judgment,
        free=pair.slots.get(judgment=None),
        guideline=Guideline.objects.create(
            campaign=campaign, version=1, body="Be fair.", published_at=timezone.now()
        ),
        notice=Notice.objects.create(campaign=campaign, version=1, body="What is recorded."),
        draft=label("draft", pool),
        frozen=make_labels("frozen", pool.collection, pool.topic_set, {"q1": {"d1": 1}}),
    )


def graded(assessor: Membership, pair: CampaignPair, value: int) -> Judgment:
    grade = pair.campaign.grades.get(value=value)
    return Judgment.objects.create(
        campaign_pair=pair, assessor=assessor, grade=grade, created_at=timezone.now()
    )


def account(membership: Membership) -> User:
    assert membership.user is not None
    return membership.user


def label(name: str, pool: Pool, **fields: Any) -> LabelSet:
    defaults = {"source": LabelSource.IMPORTED, "scale": [0, 1], "min_relevance": 1}
    return LabelSet.objects.create(
        name=name, collection=pool.collection, topic_set=pool.topic_set, **defaults | fields
    )


def parent(scene: Scene, of: LabelSet, place: int = 0) -> LabelParent:
    """Another parent of the draft, the first by default."""
    return LabelParent.objects.create(label_set=scene.draft, parent=of, place=place)


def label_topic(label_set: LabelSet, n_relevances: int = 1, **fields: Any) -> TopicLabels:
    return TopicLabels.objects.create(
        label_set=label_set,
        topic=label_set.topic_set.topics.get(query_id="q2"),
        ordinals=[0],
        relevances=[1] * n_relevances,
        **fields,
    )


def insert(scene: Scene, **fields: Any) -> Judgment:
    """Another judgment of the pair, by bob by default."""
    defaults = {"assessor": scene.bob, "created_at": timezone.now()}
    if "reason_not_judged" not in fields:
        defaults["grade"] = scene.grade(4)
    return Judgment.objects.create(campaign_pair=scene.pair, **defaults | fields)


def change(row: Model, **fields: Any) -> int:
    return type(row)._default_manager.filter(pk=row.pk).update(**fields)


def remove(row: Model) -> int:
    return type(row)._default_manager.filter(pk=row.pk).delete()[0]


def copy(row: Model, **fields: Any) -> None:
    """Insert the same row once more."""
    same = type(row)._default_manager.get(pk=row.pk)
    same.pk = None
    for name, value in fields.items():
        setattr(same, name, value)
    same.save(force_insert=True)


def invite(scene: Scene, **fields: Any) -> Invitation:
    defaults = {"token_hash": "a hash", "expires_at": timezone.now()}
    return Invitation.objects.create(
        campaign=scene.campaign, created_by=scene.bob.user, **defaults | fields
    )


def adjudicate(scene: Scene, **fields: Any) -> Adjudication:
    return Adjudication.objects.create(
        campaign_pair=scene.pair,
        grade=scene.grade(2),
        **{"adjudicator": account(scene.bob), "reason": "tied", **fields},
    )


def take_turn(scene: Scene, **fields: Any) -> AdjudicationTurn:
    defaults = {
        "campaign": scene.campaign,
        "campaign_pair": scene.pair,
        "rule": "tied",
        "until": timezone.now(),
    }
    return AdjudicationTurn.objects.create(adjudicator=account(scene.bob), **defaults | fields)


def visit_queue(scene: Scene) -> QueueVisit:
    return QueueVisit.objects.create(campaign_pair=scene.pair, adjudicator=account(scene.bob))


def seat(scene: Scene) -> TopicSeat:
    """The free first seat at the pair's topic."""
    return scene.campaign.seats.get(topic=scene.pair.pair.topic, number=1)


def add_seat(scene: Scene, **fields: Any) -> TopicSeat:
    """A seat at the pair's topic, by default the free second one."""
    defaults = {"topic": scene.pair.pair.topic, "number": 2, "order_key": 0}
    return TopicSeat.objects.create(campaign=scene.campaign, **defaults | fields)


def add_policy(scene: Scene, **fields: Any) -> ServingPolicy:
    """The next version of the serving policy."""
    return ServingPolicy.objects.create(
        campaign=scene.campaign, **{"version": 2, "seed": 7} | fields
    )


def outsider(scene: Scene) -> Membership:
    return make_member(scene.other, account(scene.bob))


def other_pair(scene: Scene) -> CampaignPair:
    return scene.campaign.pairs.exclude(pair__topic=scene.pair.pair.topic)[0]


def gold(scene: Scene) -> CampaignPair:
    pair = other_pair(scene)
    change(pair, kind=PairKind.GOLD, wanted=None)
    return pair


def anonymize(scene: Scene, **fields: Any) -> int:
    """Cut every link to an account; the campaign says when."""
    scene.campaign.memberships.update(user=None)
    return change(scene.campaign, **{"anonymized_at": timezone.now()} | fields)


Break: TypeAlias = Callable[[Scene], object]
Breaks: TypeAlias = Mapping[str, Sequence[Break]]
