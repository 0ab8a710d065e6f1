"""Judgments, adjudications and the labels made of them."""

from __future__ import annotations

from django.utils import timezone

from annotation.models import ChosenPair, Guideline, LabelSource, PairSummary, Reason
from tests.annotation.model_cases.scene import (
    Breaks,
    adjudicate,
    change,
    insert,
    label,
    label_topic,
    other_pair,
    outsider,
    parent,
    remove,
    take_turn,
    visit_queue,
)
from tests.factories import make_member, make_user

JUDGMENTS: Breaks = {
    "judgment_client_key_unique": [lambda s: insert(s, client_key=s.judgment.client_key)],
    "judgment_one_live_per_assessor_and_occasion": [lambda s: insert(s, assessor=s.alice)],
    "judgment_grade_or_reason": [
        lambda s: insert(s, grade=None),
        lambda s: insert(s, grade=s.grade(1), reason_not_judged=Reason.OTHER),
    ],
    "judgment_reason_known": [lambda s: insert(s, reason_not_judged="asleep")],
    "judgment_cause_known": [lambda s: insert(s, cause="whim")],
    "judgment_confidence_on_its_scale": [
        lambda s: insert(s, confidence=0),
        lambda s: insert(s, confidence=6),
    ],
    "judgment_under_its_campaigns_policy": [lambda s: insert(s, policy=s.other.policy())],
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
    "adjudication_reason_known": [lambda s: adjudicate(s, reason="pretty")],
    "adjudication_one_live_per_pair": [lambda s: [adjudicate(s), adjudicate(s)]],
    "adjudication_by_somebody": [lambda s: adjudicate(s, adjudicator=None)],
    "adjudication_turn_rule_known": [lambda s: take_turn(s, rule="pretty")],
    "adjudication_turn_one_per_adjudicator": [
        lambda s: [take_turn(s), take_turn(s, campaign_pair=other_pair(s))],
    ],
    "adjudication_turn_of_its_campaign": [lambda s: take_turn(s, campaign=s.other)],
    "chosen_pair_of_its_campaign": [
        lambda s: ChosenPair.objects.create(campaign_pair=s.pair, campaign=s.other),
    ],
    "pair_summary_of_its_campaign": [
        lambda s: PairSummary.objects.create(campaign_pair=other_pair(s), campaign=s.other),
    ],
    "adjudication_by_its_campaigns_member": [
        lambda s: adjudicate(s, member=make_member(s.other, make_user("olga"))),
    ],
    "queue_visit_one_per_pair_and_adjudicator": [lambda s: [visit_queue(s), visit_queue(s)]],
}
LABELS: Breaks = {
    "label_set_name_unique": [lambda s: change(s.draft, name=s.frozen.name)],
    "label_set_name_without_comma_or_blank": [
        lambda s: change(s.draft, name="a,b"),
        lambda s: change(s.draft, name="a b"),
        lambda s: change(s.draft, name=""),
    ],
    "label_set_visibility_known": [lambda s: change(s.frozen, visibility="all")],
    "label_set_source_known": [lambda s: change(s.draft, source="heaven")],
    "label_set_campaign_when_derived": [
        lambda s: change(s.draft, source=LabelSource.DERIVED),
        lambda s: change(s.draft, campaign=s.campaign),
    ],
    "label_parent_one_per_place": [
        lambda s: [parent(s, s.frozen), parent(s, label("e", s.campaign.pool))]
    ],
    "label_parent_once_in_a_set": [lambda s: [parent(s, s.frozen), parent(s, s.frozen, 1)]],
    "label_parent_is_another_set": [lambda s: parent(s, s.draft)],
    "label_set_whole_has_irrelevant": [
        lambda s: change(s.draft, is_whole=True, min_relevance=0),
    ],
    "label_set_design_counts_pairs": [
        lambda s: change(s.draft, design={"imported": True}),
        lambda s: change(s.draft, design={"n": None}),
        lambda s: change(s.draft, design={"n": 0}),
    ],
    "label_set_drawn_neither_whole_nor_combined": [
        lambda s: change(s.draft, design={"n": 1}, is_whole=True),
        lambda s: change(s.draft, design={"n": 1}, source=LabelSource.COMBINED),
    ],
    "label_set_hashed_when_frozen": [lambda s: change(s.draft, frozen_at=timezone.now())],
    "label_set_frozen_is_fixed": [
        lambda s: change(s.frozen, min_relevance=2),
        lambda s: change(s.frozen, frozen_at=None),
        lambda s: remove(label("e", s.campaign.pool, content_hash="0", frozen_at=timezone.now())),
    ],
    "topic_labels_one_per_set_and_topic": [lambda s: [label_topic(s.draft), label_topic(s.draft)]],
    "topic_labels_arrays_same_length": [lambda s: label_topic(s.draft, n_relevances=2)],
    "topic_labels_probability_each": [lambda s: label_topic(s.draft, probabilities=[0.5, 0.5])],
    "topic_labels_frozen_are_fixed": [
        lambda s: label_topic(s.frozen),
        lambda s: change(s.frozen.topic_labels.get(), relevances=[0]),
        lambda s: change(s.frozen.topic_labels.get(), label_set=s.draft),
        lambda s: change(label_topic(s.draft), label_set=s.frozen),
        lambda s: remove(s.frozen.topic_labels.get()),
    ],
}
