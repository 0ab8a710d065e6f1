from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db.models import Model
from django.utils import timezone

from annotation.models import (
    Adjudication,
    Campaign,
    CampaignPair,
    Grade,
    Guideline,
    Invitation,
    Judgment,
    LabelSet,
    LabelSource,
    Membership,
    Pool,
    PoolStrategy,
    Reason,
    Slot,
    TopicLabels,
    TopicSeat,
)
from tests.annotation.judging import judge
from tests.constraints import declared, refused_by
from tests.factories import make_campaign, make_labels, make_member, make_user

pytestmark = pytest.mark.django_db


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
    draft: LabelSet
    frozen: LabelSet

    @property
    def filled(self) -> Slot:
        return Slot.objects.get(judgment=self.judgment)

    def grade(self, value: int) -> Grade:
        return self.campaign.grades.get(value=value)


@pytest.fixture
def scene(db: None) -> Scene:
    campaign = make_campaign(judgments_per_pair=2)
    pool = campaign.pool
    alice = make_member(campaign, make_user("alice"))
    pair = campaign.pairs.all()[0]
    judgment = judge(alice, pair, 3)
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
        draft=label("draft", pool),
        frozen=make_labels("frozen", pool.collection, pool.topic_set, {"q1": {"d1": 1}}),
    )


def label(name: str, pool: Pool, **fields: Any) -> LabelSet:
    defaults = {"source": LabelSource.IMPORTED, "scale": [0, 1], "min_relevance": 1}
    return LabelSet.objects.create(
        name=name, collection=pool.collection, topic_set=pool.topic_set, **defaults | fields
    )


def label_topic(label_set: LabelSet, n_relevances: int = 1) -> TopicLabels:
    return TopicLabels.objects.create(
        label_set=label_set,
        topic=label_set.topic_set.topics.get(query_id="q2"),
        ordinals=[0],
        relevances=[1] * n_relevances,
    )


def insert(scene: Scene, **fields: Any) -> Judgment:
    """Another judgment of the pair, by bob unless told otherwise."""
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
    row.pk = None
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def invite(scene: Scene, **fields: Any) -> Invitation:
    defaults = {"token_hash": "a hash", "expires_at": timezone.now()}
    return Invitation.objects.create(
        campaign=scene.campaign, created_by=scene.bob.user, **defaults | fields
    )


def adjudicate(scene: Scene, **fields: Any) -> Adjudication:
    return Adjudication.objects.create(
        campaign_pair=scene.pair,
        adjudicator=scene.bob.user,
        grade=scene.grade(2),
        reason="Both were wrong.",
        **fields,
    )


def seat(scene: Scene, number: int) -> TopicSeat:
    return scene.campaign.seats.get(topic=scene.pair.pair.topic, number=number)


def take_seat(scene: Scene, number: int) -> int:
    return change(seat(scene, number), holder=scene.bob, expires_at=timezone.now())


def outsider(scene: Scene) -> Membership:
    return make_member(scene.other, scene.bob.user)


def other_pair(scene: Scene) -> CampaignPair:
    return scene.campaign.pairs.exclude(pair__topic=scene.pair.pair.topic)[0]


Break = Callable[[Scene], object]

POOLS: dict[str, list[Break]] = {
    "pool_name_unique": [lambda s: copy(s.campaign.pool)],
    "pool_name_without_comma_or_blank": [
        lambda s: change(s.campaign.pool, name="a,b"),
        lambda s: change(s.campaign.pool, name="a b"),
        lambda s: change(s.campaign.pool, name=""),
    ],
    "pool_strategy_known": [lambda s: change(s.campaign.pool, strategy="guess")],
    "pool_depth_with_depth_strategy": [
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.DEPTH),
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.DEPTH, depth=0),
        lambda s: change(s.campaign.pool, depth=20),
    ],
    "pooled_pair_unique_in_pool": [lambda s: copy(s.pair.pair)],
    "pooled_pair_rank_when_from_runs": [
        lambda s: change(s.pair.pair, n_runs=1),
        lambda s: change(s.pair.pair, best_rank=1),
        lambda s: change(s.pair.pair, n_runs=1, best_rank=0),
    ],
}
CAMPAIGNS: dict[str, list[Break]] = {
    "campaign_name_unique": [lambda s: change(s.other, name=s.campaign.name)],
    "campaign_name_without_comma_or_blank": [
        lambda s: change(s.campaign, name="a,b"),
        lambda s: change(s.campaign, name="a b"),
        lambda s: change(s.campaign, name=""),
    ],
    "campaign_state_known": [lambda s: change(s.campaign, state="asleep")],
    "campaign_numbers_positive": [
        lambda s: change(s.campaign, judgments_per_pair=0),
        lambda s: change(s.campaign, max_not_judged=0),
        lambda s: change(s.campaign, lease_s=0),
        lambda s: change(s.campaign, seat_s=0),
    ],
    "campaign_pair_unique_in_campaign": [lambda s: copy(s.pair)],
    "campaign_pair_kind_known": [lambda s: change(s.pair, kind="silver", wanted=None)],
    "campaign_pair_wanted_when_regular": [
        lambda s: change(s.pair, wanted=None),
        lambda s: change(s.pair, wanted=0),
        lambda s: change(s.pair, kind="gold"),
    ],
    "grade_value_unique_in_campaign": [lambda s: copy(s.grade(1))],
    "grade_colour_is_hex": [
        lambda s: change(s.grade(1), colour="blue"),
        lambda s: change(s.grade(1), colour="#12345"),
    ],
    "grade_given_is_fixed": [
        lambda s: change(s.grade(3), value=9),
        lambda s: change(s.grade(3), campaign=s.other),
    ],
    "guideline_version_unique_in_campaign": [
        lambda s: Guideline.objects.create(campaign=s.campaign, version=1, body="Again."),
    ],
    "guideline_published_is_fixed": [
        lambda s: change(s.guideline, body="Be kind."),
        lambda s: change(s.guideline, published_at=None),
        lambda s: remove(s.guideline),
    ],
}
PEOPLE: dict[str, list[Break]] = {
    "membership_one_per_campaign_and_user": [lambda s: copy(s.bob, pseudonym="P-new")],
    "membership_pseudonym_unique_in_campaign": [
        lambda s: change(s.bob, pseudonym=s.alice.pseudonym),
    ],
    "membership_role_known": [lambda s: change(s.bob, role="king")],
    "membership_kind_known": [lambda s: change(s.bob, kind="ghost")],
    "membership_quota_positive": [lambda s: change(s.bob, quota=0)],
    "invitation_token_unique": [lambda s: [invite(s), invite(s)]],
    "invitation_role_known": [lambda s: invite(s, role="king")],
    "invitation_not_overused": [lambda s: invite(s, max_uses=1, n_uses=2)],
}
HANDING_OUT: dict[str, list[Break]] = {
    "topic_seat_number_unique_in_topic": [lambda s: change(seat(s, 2), number=1)],
    "topic_seat_one_per_holder": [lambda s: [take_seat(s, 1), take_seat(s, 2)]],
    "topic_seat_number_from_one": [lambda s: change(seat(s, 1), number=0)],
    "topic_seat_holder_and_expiry_together": [
        lambda s: change(seat(s, 1), holder=s.bob),
        lambda s: change(seat(s, 1), expires_at=timezone.now()),
    ],
    "slot_number_unique_in_pair": [lambda s: change(s.free, number=s.filled.number)],
    "slot_one_per_holder_and_occasion": [
        lambda s: change(s.free, holder=s.alice, leased_until=timezone.now()),
    ],
    "slot_number_from_one": [lambda s: change(s.free, number=0)],
    "slot_free_leased_or_filled": [
        lambda s: change(s.free, holder=s.bob),
        lambda s: change(s.free, leased_until=timezone.now()),
        lambda s: change(s.filled, leased_until=timezone.now()),
    ],
    "slot_matches_its_pair": [
        lambda s: change(s.free, campaign=s.other),
        lambda s: change(s.free, topic=other_pair(s).pair.topic),
        lambda s: change(s.free, shuffle_key=s.free.shuffle_key + 1),
        lambda s: change(s.free, campaign_pair=other_pair(s)),
    ],
    "slot_filled_by_its_holders_grade": [
        lambda s: change(s.free, holder=s.alice, judgment=insert(s)),
        lambda s: change(s.filled, holder=None),
        lambda s: change(s.free, holder=s.bob, judgment=insert(s, occasion=1)),
        lambda s: change(s.free, holder=s.bob, judgment=insert(s, reason_not_judged=Reason.OTHER)),
        lambda s: change(other_pair(s).slots.all()[0], holder=s.bob, judgment=insert(s)),
    ],
}
JUDGMENTS: dict[str, list[Break]] = {
    "judgment_client_key_unique": [lambda s: insert(s, client_key=s.judgment.client_key)],
    "judgment_one_live_per_assessor_and_occasion": [lambda s: insert(s, assessor=s.alice)],
    "judgment_grade_or_reason": [
        lambda s: insert(s, grade=None),
        lambda s: insert(s, grade=s.grade(1), reason_not_judged=Reason.OTHER),
    ],
    "judgment_reason_known": [lambda s: insert(s, reason_not_judged="asleep")],
    "judgment_insert_only": [
        lambda s: change(s.judgment, grade=s.grade(5)),
        lambda s: change(s.judgment, grade=s.grade(5), superseded_at=timezone.now()),
        lambda s: change(insert(s, superseded_at=timezone.now()), superseded_at=None),
        lambda s: change(insert(s, superseded_at=timezone.now()), superseded_at=timezone.now()),
        lambda s: remove(insert(s)),
    ],
    "judgment_within_one_campaign": [
        lambda s: insert(s, assessor=outsider(s)),
        lambda s: insert(s, grade=s.other.grades.all()[0]),
        lambda s: insert(s, guideline=Guideline.objects.create(campaign=s.other, version=1)),
    ],
    "adjudication_one_live_per_pair": [lambda s: [adjudicate(s), adjudicate(s)]],
}
LABELS: dict[str, list[Break]] = {
    "label_set_name_unique": [lambda s: change(s.draft, name=s.frozen.name)],
    "label_set_name_without_comma_or_blank": [
        lambda s: change(s.draft, name="a,b"),
        lambda s: change(s.draft, name="a b"),
        lambda s: change(s.draft, name=""),
    ],
    "label_set_source_known": [lambda s: change(s.draft, source="heaven")],
    "label_set_campaign_when_derived": [
        lambda s: change(s.draft, source=LabelSource.DERIVED),
        lambda s: change(s.draft, campaign=s.campaign),
    ],
    "label_set_hashed_when_frozen": [lambda s: change(s.draft, frozen_at=timezone.now())],
    "label_set_frozen_is_fixed": [
        lambda s: change(s.frozen, min_relevance=2),
        lambda s: change(s.frozen, frozen_at=None),
        lambda s: remove(label("e", s.campaign.pool, content_hash="0", frozen_at=timezone.now())),
    ],
    "topic_labels_one_per_set_and_topic": [lambda s: [label_topic(s.draft), label_topic(s.draft)]],
    "topic_labels_arrays_same_length": [lambda s: label_topic(s.draft, n_relevances=2)],
    "topic_labels_frozen_are_fixed": [
        lambda s: label_topic(s.frozen),
        lambda s: change(s.frozen.topic_labels.get(), relevances=[0]),
        lambda s: change(s.frozen.topic_labels.get(), label_set=s.draft),
        lambda s: change(label_topic(s.draft), label_set=s.frozen),
        lambda s: remove(s.frozen.topic_labels.get()),
    ],
}
BREAKS = POOLS | CAMPAIGNS | PEOPLE | HANDING_OUT | JUDGMENTS | LABELS


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, cases in BREAKS.items() for case in range(len(cases))]
)
def test_the_database_enforces(name: str, case: int, scene: Scene) -> None:
    assert refused_by(lambda: BREAKS[name][case](scene)) == name


def test_every_constraint_has_a_case() -> None:
    assert declared("annotation") == set(BREAKS)


PERMITTED: dict[str, Break] = {
    "a judgment is superseded": lambda s: change(s.judgment, superseded_at=timezone.now()),
    "a judgment follows a superseded one": lambda s: [
        change(s.judgment, superseded_at=timezone.now()),
        insert(s, assessor=s.alice),
    ],
    "a pair is judged again on purpose": lambda s: insert(s, assessor=s.alice, occasion=1),
    "an adjudication follows a superseded one": lambda s: [
        adjudicate(s, superseded_at=timezone.now()),
        adjudicate(s),
    ],
    "a grade that nobody gave changes": lambda s: change(s.grade(1), value=0),
    "a grade that was given is renamed": lambda s: change(s.grade(3), name="fair"),
    "an unpublished guideline changes and goes": lambda s: [
        change(draft := Guideline.objects.create(campaign=s.campaign, version=2), body="New."),
        remove(draft),
    ],
    "an unfrozen label set changes": lambda s: change(s.draft, min_relevance=2),
    "labels of an unfrozen set change and go": lambda s: [
        change(labels := label_topic(s.draft), relevances=[0]),
        remove(labels),
        remove(s.draft),
    ],
    "a slot goes to someone else": lambda s: [
        change(s.free, holder=s.bob, leased_until=timezone.now()),
        change(s.free, holder=None, leased_until=None),
    ],
}


@pytest.mark.parametrize("what", PERMITTED)
def test_the_database_permits(what: str, scene: Scene) -> None:
    PERMITTED[what](scene)
