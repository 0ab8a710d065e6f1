"""Pairs as an assessor's browser receives them, without anything that could bias a judgment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.models import Judgment
from annotation.serving import tickets
from annotation.serving.claim import Claim, LeasedPair
from annotation.serving.claim_context import ClaimContext
from annotation.serving.gold import TopicCounts, count_in_topics
from annotation.serving.lease_next import Course
from annotation.serving.special_pairs import MOST_IN_TOPIC
from annotation.serving.tickets import Ticket
from ranking.models import Topic
from regrade.serving.next_kinds import n_overlap_to_come
from regrade.serving.rotation import draw_rotation, rotated, seam, spans_as_shown
from regrade.serving.schedule import n_repeats_with
from regrade.text.spans import Span


class NumberInTopic(NamedTuple):
    number: int
    of: int


class ShownTopic(NamedTuple):
    query: str
    description: str
    narrative: str


class ShownPassage(NamedTuple):
    """A passage as its reader sees it.

    `seam` is the code point of the blank after which a rotated text begins, or null: without it a
    reader would take the broken sentence there for the author's.
    """

    title: str
    text: str
    seam: int | None


class Assignment(NamedTuple):
    """A pair served to an assessor.

    `key` stays the same when the pair is served again. Where whole topics are served,
    `place` is the pair's number among the `n_in_topic` pairs of its topic.
    """

    key: str
    ticket: str
    topic: ShownTopic
    passage: ShownPassage
    place: int | None
    n_in_topic: int | None
    leased_until: datetime | None


class OwnJudgment(NamedTuple):
    """An assessor's judgment with the pair as shown, and a ticket to change it."""

    judgment: Judgment
    key: str
    ticket: str
    topic: Topic
    passage: ShownPassage
    spans: Sequence[Span]


class Repeats(NamedTuple):
    """How repeats are planned for one assessor."""

    seed: int  # of the policy
    assessor: int
    every: int | None
    after: int


class Progress(NamedTuple):
    """An assessor's progress in a campaign; the qualification round is counted apart.

    `share` is how many answers are theirs to give, null where there is no end but the campaign's.
    """

    n_judged: int
    n_not_judged: int
    share: int | None


def assignments(claim: Claim) -> list[Assignment]:
    """The claimed pairs with their tickets, in order."""
    numbers = _numbers_in_topic(claim)
    return [
        _assignment(claim.context, leased, numbers.get(leased.slot_id)) for leased in claim.leased
    ]


def as_shown(judgment: Judgment, now: datetime) -> OwnJudgment:
    """The judgment as its assessor gave it: the text in the same rotation, with the highlights."""
    pair = judgment.campaign_pair.pair
    text = pair.passage.text or ""
    # A row recorded elsewhere may have a rotation of a text that is missing here.
    rotation = judgment.rotation if judgment.rotation < len(text) else 0
    ticket = Ticket(
        judgment.assessor_id,
        judgment.campaign_pair_id,
        judgment.position or 0,
        judgment.guideline_id,
        judgment.policy_id,
        judgment.occasion,
        rotation,
        int(now.timestamp()),
    )
    return OwnJudgment(
        judgment,
        tickets.key_of(ticket),
        tickets.issue(ticket),
        pair.topic,
        _shown(pair.passage.title, text, rotation),
        spans_as_shown(judgment.spans, rotation=rotation, n_characters=len(text)),
    )


def progress(context: ClaimContext) -> Progress:
    n_judged = context.n_judged_in_all - context.n_judged_to_qualify
    n_not_judged = context.n_not_judged_in_all - context.n_not_judged_to_qualify
    share = share_of(
        context.quota,
        Repeats(context.policy_seed, context.me, context.repeat_every, context.repeat_after),
        n_answered=n_judged + n_not_judged,
        n_first_looks=context.n_answered - context.n_first_looks_to_qualify,
    )
    return Progress(n_judged, n_not_judged, share)


def share_of(
    quota: int | None, repeats: Repeats, *, n_answered: int, n_first_looks: int
) -> int | None:
    """The assessor's quota plus repeats; without them the count would reveal repeats.

    They are those of the plan, and those that came once the quota is done.
    """
    if quota is None:
        return None
    if n_first_looks >= quota:
        return n_answered
    n_repeats = n_repeats_with(
        quota,
        seed=repeats.seed,
        assessor=repeats.assessor,
        repeat_every=repeats.every,
        repeat_after=repeats.after,
    )
    return max(quota + n_repeats, n_answered)


def _shown(title: str, text: str, rotation: int) -> ShownPassage:
    return ShownPassage(title, rotated(text, rotation), seam(text, rotation))


def _assignment(
    context: ClaimContext, leased: LeasedPair, number: NumberInTopic | None
) -> Assignment:
    rotation = 0
    if context.rotates:
        key = f"{context.seed}{leased.campaign_pair_id}:{leased.occasion}"
        rotation = draw_rotation(leased.text, key=key)
    ticket = Ticket(
        context.me,
        leased.campaign_pair_id,
        leased.position,
        context.guideline,
        context.policy,
        leased.occasion,
        rotation,
        int(context.now.timestamp()),
    )
    return Assignment(
        key=tickets.key_of(ticket),
        ticket=tickets.issue(ticket),
        topic=ShownTopic(leased.query, leased.description, leased.narrative),
        passage=_shown(leased.title, leased.text, rotation),
        place=number.number if number else None,
        n_in_topic=number.of if number else None,
        leased_until=leased.leased_until,
    )


def _numbers_in_topic(claim: Claim) -> Mapping[int, NumberInTopic]:
    """By slot: the pair's number among those of its topic that come to the assessor, where topics
    are served whole and are no larger than a person goes through."""
    if not claim.leased or not claim.context.takes_whole_topics:
        return {}
    in_hand = Counter(leased.topic_id for leased in claim.leased)
    counts = _counts(claim, in_hand)
    last = claim.leased[-1].topic_id  # the only one that goes on
    numbers, seen = dict[int, NumberInTopic](), Counter[int]()
    for leased in claim.leased:
        topic = counts.get(leased.topic_id)
        seen[leased.topic_id] += 1
        if topic is None or topic.n_pairs > MOST_IN_TOPIC:
            continue
        of = topic.n_answered + in_hand[topic.topic_id]
        if topic.topic_id == last:
            of += _n_to_come(claim.context, topic, claim.course)
        numbers[leased.slot_id] = NumberInTopic(topic.n_answered + seen[topic.topic_id], of)
    return numbers


def _counts(claim: Claim, topics: Iterable[int]) -> Mapping[int, TopicCounts]:
    """Of these topics; what the claim counted already is not counted again."""
    known = dict[int, TopicCounts]()
    course = claim.course
    if course is not None and course.counts is not None:
        topic = course.counts.topic_id
        if all(one.topic_id == topic for one in claim.leased if one.position >= course.since):
            known[topic] = course.counts
    missing = [topic for topic in topics if topic not in known]
    return {**known, **count_in_topics(claim.context, missing)} if missing else known


def _n_to_come(context: ClaimContext, topic: TopicCounts, course: Course | None) -> int:
    """How many pairs of the topic follow those in hand: a total that grew as gold comes would show
    which pair that is."""
    n = topic.n_shared + topic.n_gold_to_come(context)
    if course is None:
        return n
    n += n_overlap_to_come(course.state, course.position, n_others=n, n_free=topic.n_overlap)
    n_left = course.state.n_left_of_quota(course.position)
    return n if n_left is None else min(n, n_left)
