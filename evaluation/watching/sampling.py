"""Answers so far of a campaign whose pool is by design."""

from __future__ import annotations

from typing import NamedTuple

from annotation.models import Campaign, PoolStrategy
from evaluation.watching.drawn_so_far import Reached, n_at_first, reached, sample_so_far
from evaluation.watching.end_of_sample import SampleEnd, end_of_sample
from evaluation.watching.sampled_answers import (
    ALPHA,
    Planned,
    SampledAnswer,
    answers_of,
    has_stop_rule,
    measure_shown,
)
from ranking.exceptions import NotFound
from regrade.measures import parse_measure
from regrade.sampling.intervals import MIN_JUDGED
from regrade.sampling.question import Question


class SamplingProgress(NamedTuple):
    """Answers so far from the judged pairs of a draw.

    Attributes:
        measure: of the answers. For nDCG without given ideals this is DCG, which pairs were drawn
            for.
        drawn_for: the first measure of the design.
        other_measures: the others of the design, which have no answers here.
        n_drawn: pairs that the campaign has, of `n_drawable`.
        n_in_order: pairs with a label, up to the first one drawn without: only these count.
        n_waiting: pairs with a label that were drawn after it.
        ends_at: the first pair drawn without a label; None where there is none.
        n_needed: pairs in order that the first answer takes.
        has_stop_rule: whether bets may rule out that a difference is 0; not of means, nor of AP.
        alpha: how probable it is at most that the stop rule rules 0 out where a difference is 0.
        answers: none before `n_needed` pairs.
        n_left_out: answers to the same question that are not among them.
    """

    measure: str
    drawn_for: str
    other_measures: list[str]
    n_drawn: int
    n_drawable: int
    n_in_order: int
    n_waiting: int
    ends_at: SampleEnd | None
    n_needed: int
    has_stop_rule: bool
    alpha: float
    is_simulated: bool
    answers: list[SampledAnswer]
    n_left_out: int


def sampling_progress(campaign: Campaign, within: float | None = None) -> SamplingProgress:
    """Answer the question of a campaign's draw from the votes so far. Nothing is stored.

    Args:
        within: a margin above 0 within which a difference counts as none, chosen before looking.

    Raises:
        NotFound: the pool is not by design; or a run of the design, or the labels of its ideal
            rankings, were deleted.
        LabelsRefused: the rankings that pairs were drawn from have changed.
        MeasureRefused: the measure cannot be estimated from these labels.
    """
    if campaign.pool.strategy != PoolStrategy.DESIGN:
        raise NotFound(
            f"The pool of {campaign.name} is not by design: there is no sample to estimate from.",
            code="not_by_design",
        )
    found = reached(campaign)
    shown = _without_answers(found)
    if shown.n_in_order < MIN_JUDGED:
        return shown
    so_far = sample_so_far(found)
    measure, question = measure_shown(so_far), so_far.design.question
    planned = Planned(found.n_drawn, n_at_first(campaign), within)
    answers = answers_of(found, so_far, measure, planned)
    n_left_out = _n_in_all(question) - len(answers)
    return shown._replace(measure=measure.name, answers=answers, n_left_out=n_left_out)


def _without_answers(found: Reached) -> SamplingProgress:
    campaign, document = found.campaign, found.campaign.pool.recipe["design"]
    first, *others = document["measures"]
    return SamplingProgress(
        measure=first,
        drawn_for=first,
        other_measures=others,
        n_drawn=found.n_drawn,
        n_drawable=document["n_drawable"],
        n_in_order=len(found.first),
        n_waiting=found.n_waiting,
        ends_at=end_of_sample(campaign, len(found.first)),
        n_needed=MIN_JUDGED,
        has_stop_rule=has_stop_rule(document["question"]["kind"], parse_measure(first)),
        alpha=ALPHA,
        is_simulated=found.label_set.is_simulated,
        answers=[],
        n_left_out=0,
    )


def _n_in_all(question: Question) -> int:
    """Means or differences that the question asks for."""
    n = len(question.runs)
    return {"means": n, "all": n * (n - 1) // 2}.get(question.kind, n - 1)
