from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from django.db import transaction

from annotation.models import (
    Campaign,
    CampaignPair,
    ExpertGrade,
    PairKind,
    Pool,
    PooledPair,
    ServingPolicy,
    Slot,
    TopicSeat,
)
from ranking.collections.docid_maps import docid_map
from ranking.models import Collection as RankedCollection
from ranking.models import Passage, Topic, TopicSet
from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine
from regrade.serving.draws import draw
from regrade.serving.order_keys import order_key

BATCH = 5000


class Mark(NamedTuple):
    """Setup of a pair that is not regular: kind, priority, expert's grade, explanation.

    Gold and qualification pairs carry what an expert says of them, and may say why.
    """

    kind: PairKind = PairKind.REGULAR
    priority: int = 0
    grade: int | None = None
    explanation: str = ""


REGULAR = Mark()


@transaction.atomic
def enter_pairs(
    *, campaign: Campaign, pairs: Sequence[PooledPair], marks: Mapping[int, Mark] | None = None
) -> list[CampaignPair]:
    """Enter pooled pairs into a campaign: slots for regular pairs, a seat for each new topic.

    A passage without text cannot be shown: its pairs get slots with imported judgments only.
    The shuffle keys follow from the campaign's seed and the pooled pair alone. `marks` are by
    pooled pair; pairs without one are regular.
    """
    marks = marks or {}
    entered = CampaignPair.objects.bulk_create(
        (_entered(campaign, pair, marks.get(pair.pk, REGULAR)) for pair in pairs),
        batch_size=BATCH,
    )
    _store_expert_grades(campaign, entered, marks)
    numbers, shown = range(1, campaign.judgments_per_pair + 1), _with_text(pairs)
    add_slots(
        campaign=campaign,
        numbers=[
            (pair, numbers)
            for pair in entered
            if pair.kind == PairKind.REGULAR and pair.pair.passage_id in shown
        ],
    )
    _set_out_seats(campaign, entered)
    return entered


def add_slots(*, campaign: Campaign, numbers: Iterable[tuple[CampaignPair, range]]) -> list[Slot]:
    """Free slots with these numbers for each pair."""
    order = campaign.policy().order
    return Slot.objects.bulk_create(
        (
            Slot(
                campaign_pair=pair,
                campaign=campaign,
                topic_id=pair.pair.topic_id,
                order_key=pair_key(order, pair),
                number=number,
            )
            for pair, wanted in numbers
            for number in wanted
        ),
        batch_size=BATCH,
    )


def pair_key(order: str, pair: CampaignPair) -> int:
    return order_key(
        order, index=pair.pair_id, priority=pair.priority, shuffle_key=pair.shuffle_key
    )


def _entered(campaign: Campaign, pair: PooledPair, mark: Mark) -> CampaignPair:
    return CampaignPair(
        campaign=campaign,
        pair=pair,
        kind=mark.kind,
        priority=mark.priority,
        wanted=campaign.judgments_per_pair if mark.kind == PairKind.REGULAR else None,
        shuffle_key=_shuffle_key(campaign.seed, pair.pk),
    )


def _store_expert_grades(
    campaign: Campaign, entered: Sequence[CampaignPair], marks: Mapping[int, Mark]
) -> None:
    grades = {grade.value: grade for grade in campaign.grades.all()}
    ExpertGrade.objects.bulk_create(
        ExpertGrade(campaign_pair=pair, grade=grades[mark.grade], explanation=mark.explanation)
        for pair in entered
        if (mark := marks.get(pair.pair_id)) and mark.grade is not None
    )


def _with_text(pairs: Sequence[PooledPair]) -> set[int]:
    """The passages that have something to show."""
    passages = Passage.objects.filter(pk__in={pair.passage_id for pair in pairs}).with_text()
    return set(passages.exclude(text="").values_list("pk", flat=True))


def _set_out_seats(campaign: Campaign, entered: Collection[CampaignPair]) -> None:
    """The first seat of each new topic; the next one follows when it is taken."""
    priorities: dict[int, int] = {}
    for pair in entered:
        if pair.kind == PairKind.REGULAR:
            topic_id = pair.pair.topic_id
            priorities[topic_id] = max(priorities.get(topic_id, pair.priority), pair.priority)
    indices = dict(Topic.objects.filter(pk__in=priorities).values_list("pk", "ordinal"))
    policy = campaign.policy()
    TopicSeat.objects.bulk_create(
        (
            TopicSeat(
                campaign=campaign,
                topic_id=topic_id,
                number=1,
                order_key=topic_key(policy, topic_id, indices[topic_id], priority),
            )
            for topic_id, priority in sorted(priorities.items())
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # a topic that has its seats keeps them
    )


def topic_key(policy: ServingPolicy, topic_id: int, index: int, priority: int) -> int:
    shuffle_key = draw(policy.seed, "topic", topic_id)
    return order_key(policy.order, index=index, priority=priority, shuffle_key=shuffle_key)


def _shuffle_key(seed: int, pair_id: int) -> int:
    rng = np.random.default_rng([abs(seed), pair_id])
    return int(rng.integers(np.iinfo(np.int64).max))


Key: TypeAlias = tuple[int, int]  # topic id, passage ordinal
UNKNOWN = -1  # in a key: no such topic or passage
GRADED = (PairKind.GOLD, PairKind.QUALIFICATION)


class MarkFault(NamedTuple):
    """Why a mark does not fit the pool or the scale; `number` is its line."""

    number: int
    code: str
    reason: str


def resolve_marks(
    *, pool: Pool, lines: Sequence[MarkLine], scale: Sequence[int], source: Path
) -> dict[int, Mark]:
    """Resolve mark lines to marks, by the pooled pair's id.

    Args:
        scale: the values an expert may give.
        source: where the lines are from, named in refusals.

    Raises:
        BadInput: naming the line: the first that `mark_faults` finds.
    """
    keys = keys_of_ids(lines, pool)
    pairs = _pooled(pool, keys)
    for fault in mark_faults(lines, keys, pairs, scale=scale, pool=pool):
        raise BadInput(source, fault.number, fault.reason, code=fault.code)
    return {
        pairs[key]: Mark(PairKind(line.kind), line.priority, line.grade, line.explanation)
        for line, key in zip(lines, keys, strict=True)
    }


class AnyPool(Protocol):
    """A pool that is stored, or one that is planned; its text names it in refusals."""

    @property
    def collection(self) -> RankedCollection: ...
    @property
    def topic_set(self) -> TopicSet: ...


class NamesPair(Protocol):
    """Anything that names a pair by its ids."""

    @property
    def query_id(self) -> str: ...
    @property
    def doc_id(self) -> str: ...


def keys_of_ids(lines: Sequence[NamesPair], pool: AnyPool) -> list[Key]:
    """The pair of each line; an unknown topic or passage is `UNKNOWN`."""
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    ordinals = docid_map(pool.collection).ordinals_of([line.doc_id for line in lines]).tolist()
    return [
        (topics.get(line.query_id, UNKNOWN), ordinal)
        for line, ordinal in zip(lines, ordinals, strict=True)
    ]


def mark_faults(
    lines: Sequence[MarkLine],
    keys: Sequence[Key],
    pooled: Container[Key],
    *,
    scale: Sequence[int],
    pool: AnyPool,
) -> Iterator[MarkFault]:
    """The lines at fault, each with the first reason found.

    A line is at fault for an unknown topic or passage, a pair outside the pool or one that appears
    twice, a gold or qualification pair without a grade, another pair with one, or a grade off the
    scale.

    Args:
        keys: of the lines, as `keys_of_ids` gives them.
        pooled: the pairs of the pool.
    """
    first_lines: dict[Key, int] = {}
    for line, key in zip(lines, keys, strict=True):
        if UNKNOWN not in key:
            first = first_lines.setdefault(key, line.line)
            found = _why_not(line, scale, str(pool), is_pooled=key in pooled, first=first)
        elif key[0] == UNKNOWN:
            found = ("unknown_topic", f"no topic {line.query_id!r} in {pool.topic_set}")
        else:
            found = ("unknown_passage", f"no passage {line.doc_id!r} in {pool.collection}")
        if found:
            yield MarkFault(line.line, *found)


def _pooled(pool: Pool, keys: Sequence[Key]) -> dict[Key, int]:
    """The pooled pairs of the topics named, by key."""
    pairs = pool.pairs.filter(topic__in={topic_id for topic_id, _ in keys}).order_by()
    rows = pairs.values_list("topic", "passage__ordinal", "pk")
    return {(topic_id, ordinal): pk for topic_id, ordinal, pk in rows}


def _why_not(
    line: MarkLine, scale: Sequence[int], pool: str, *, is_pooled: bool, first: int
) -> tuple[str, str] | None:
    pair = f"passage {line.doc_id} of topic {line.query_id}"
    if not is_pooled:
        return ("outside_pool", f"{pair} is not in the pool {pool}")
    if first != line.line:
        return ("passage_twice", f"{pair} appears twice, first on line {first}")
    is_graded = line.kind in GRADED
    if line.grade is None and is_graded:
        reason = f"{pair} is a {line.kind} pair and needs a known grade"
        return ("grade_missing", reason)
    if line.grade is None:
        return None
    if not is_graded:
        reason = f"only gold and qualification pairs have a known grade; {pair} is {line.kind}"
        return ("grade_not_expected", reason)
    if line.grade not in scale:
        known = ", ".join(map(str, scale))
        return ("grade_off_scale", f"the grade {line.grade} is not on the scale {known}")
    return None
