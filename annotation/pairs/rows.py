"""Rows of a list of pairs: the passage's beginning, and every answer to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Left

from annotation.models import Adjudication, CampaignPair, Judgment, PairKind, PairSummary

START = 240  # characters of a passage


class Answer(NamedTuple):
    """One assessor's first look: a grade, or why there is none."""

    pseudonym: str
    assessor_kind: str
    grade: int | None
    reason_not_judged: str | None
    is_surplus: bool  # a grade that came when the pair had all it wanted: no vote
    confidence: int | None
    note: str
    n_highlights: int
    active_ms: int | None
    answered_at: datetime


class Decision(NamedTuple):
    """An adjudicator's decision; `ended_at` is when it was superseded or taken back."""

    grade: int
    reason: str
    note: str
    by: str  # the pseudonym of a member, else the account's name
    saw_votes: bool | None  # before deciding; None where it is not known
    decided_at: datetime
    ended_at: datetime | None


class PairRow(NamedTuple):
    """A pair and what was said of it; `spread` is the distance of its lowest and highest grade."""

    id: int
    kind: str
    stratum: str
    origin: str
    query_id: str
    query: str
    doc_id: str
    title: str
    text: str  # its beginning
    is_cut: bool
    expert_grade: int | None
    n_grades: int
    n_not_judged: int
    spread: int
    is_tied: bool
    is_chosen: bool  # for adjudication, by hand
    decision: Decision | None
    answers: Sequence[Answer]


def pair_rows(ids: Sequence[int]) -> list[PairRow]:
    """The pairs of these ids, in their order."""
    found = CampaignPair.objects.filter(pk__in=ids).select_related(
        "pair__topic", "pair__passage", "expert_grade__grade", "summary", "chosen"
    )
    shown = found.defer("pair__passage__text").annotate(
        start=Left("pair__passage__text", START + 1)
    )
    pairs, answers = {pair.pk: pair for pair in shown}, _answers(ids)
    live = with_names(Adjudication.objects.live().filter(campaign_pair__in=ids))
    decisions = {made.campaign_pair_id: to_decision(made) for made in live}
    return [_row(pairs[pk], answers[pk], decisions.get(pk)) for pk in ids if pk in pairs]


def with_names(made: QuerySet[Adjudication]) -> QuerySet[Adjudication]:
    """With all that `to_decision` reads of others' rows."""
    return made.select_related("grade", "member", "adjudicator")


def to_decision(made: Adjudication) -> Decision:
    return Decision(
        grade=made.grade.value,
        reason=made.reason,
        note=made.note,
        by=made.by,
        saw_votes=made.saw_votes,
        decided_at=made.created_at,
        ended_at=made.superseded_at,
    )


def _row(pair: CampaignPair, answers: Sequence[Answer], decision: Decision | None) -> PairRow:
    topic, passage = pair.pair.topic, pair.pair.passage
    start, expert = pair.start or "", getattr(pair, "expert_grade", None)  # type: ignore[attr-defined]
    summary = getattr(pair, "summary", None) or PairSummary()
    return PairRow(
        id=pair.pk,
        kind=pair.kind,
        stratum=pair.pair.stratum,
        origin=pair.pair.origin,
        query_id=topic.query_id,
        query=topic.query,
        doc_id=passage.doc_id,
        title=passage.title,
        text=start[:START],
        is_cut=len(start) > START,
        expert_grade=expert and expert.grade.value,
        n_grades=summary.n_grades,
        n_not_judged=summary.n_not_judged,
        spread=summary.spread,
        is_tied=summary.is_tied,
        is_chosen=hasattr(pair, "chosen"),
        decision=decision,
        answers=answers,
    )


def _answers(ids: Sequence[int]) -> defaultdict[int, list[Answer]]:
    """The first looks that stand, by pair, the oldest first."""
    looks = Judgment.objects.standing().filter(campaign_pair__in=ids, occasion=0)
    found = looks.select_related("assessor", "grade", "campaign_pair", "slot")
    by_pair: defaultdict[int, list[Answer]] = defaultdict(list)
    for judgment in found.order_by("created_at", "pk"):
        by_pair[judgment.campaign_pair_id].append(_answer(judgment))
    return by_pair


def _answer(judgment: Judgment) -> Answer:
    grade: Any = judgment.grade
    return Answer(
        pseudonym=judgment.assessor.pseudonym,
        assessor_kind=judgment.assessor.kind,
        grade=grade and grade.value,
        reason_not_judged=judgment.reason_not_judged,
        is_surplus=is_surplus(judgment),
        confidence=judgment.confidence,
        note=judgment.note,
        n_highlights=len(judgment.spans),
        active_ms=judgment.active_ms,
        answered_at=judgment.created_at,
    )


def is_surplus(judgment: Judgment) -> bool:
    """Whether it is a live grade that found no slot: it came when the pair had all it wanted."""
    is_live_look = judgment.superseded_at is None and judgment.occasion == 0
    is_regular = judgment.campaign_pair.kind == PairKind.REGULAR
    has_grade = judgment.grade_id is not None
    return is_live_look and is_regular and has_grade and not hasattr(judgment, "slot")
