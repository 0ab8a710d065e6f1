"""Answers to the question of a draw, from the pairs judged so far, with an outlook on more."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

import numpy as np

from evaluation.scores.streamed_runs import rankings_of_all
from evaluation.watching.drawn_so_far import Reached, SoFar
from evaluation.watching.panel import panel_estimates, votes_on
from regrade.measures import Measure
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.labels import Floats
from regrade.sampling.estimation import Estimated
from regrade.sampling.intervals import MIN_JUDGED, interval_of
from regrade.sampling.planning import Outlook, judgments_needed, outlook_of, plan
from regrade.sampling.stopping import Walk, bet_on_difference, bet_on_equivalence, walk_of
from regrade.whatif.weights import gains_of

MOST_SHOWN = 6  # differences, or means
ALPHA = 0.05  # of the stop rule
ROUNDING = 1e-12  # no difference is this small
JUST_BELOW = 1 - 1e-9


class HalfWidths(NamedTuple):
    """Of 95% intervals: for these topics, and for topics like these."""

    these_topics: float
    topics_like_these: float | None


class PanelAnswer(NamedTuple):
    """The same by what this panel says on average: gains are means of a pair's votes.

    Attributes:
        these_topics: 95% interval over other samples of pairs, and other votes of the panel.
        n_pairs: first drawn pairs that have all the judgments they want; only these count.
    """

    value: float
    these_topics: tuple[float, float]
    n_pairs: int


class SampledAnswer(NamedTuple):
    """How far a run is above the baseline; without one, the run's mean.

    Attributes:
        these_topics, topics_like_these: 95% intervals; the second is None of a single topic.
        at_end: half-widths expected when all drawn pairs are judged.
        n_to_separate: judged pairs, in all, with which the first interval is expected to leave 0
            out if the difference stays; those judged so far where it does already. None if no
            number of pairs would, and of means.
        stopped_at: the number of judged pairs after which 0 was ruled out, however often one
            looks; None if it was not, and of means.
        equal_at: the number after which the difference was shown to lie within the margin that was
            asked for; None if it was not, and of means.
        this_panel: None where one judgment a pair is wanted, with too few pairs that are done, and
            of AP.
    """

    baseline: str | None
    run: str
    value: float
    these_topics: tuple[float, float]
    topics_like_these: tuple[float, float] | None
    at_end: HalfWidths
    n_to_separate: int | None = None
    stopped_at: int | None = None
    equal_at: int | None = None
    this_panel: PanelAnswer | None = None


class Planned(NamedTuple):
    """Pairs that a campaign has now, and those that it began with.

    Attributes:
        within: margin within which a difference counts as none; None asks for none.
    """

    n_drawn: int
    n_at_first: int
    within: float | None = None


class _Asked(NamedTuple):
    """One mean or difference of the runs asked about.

    Attributes:
        contrast: shape (n_runs,).
        weights: shape (n_pairs,). How far one unit of gain on each pair moves it.
    """

    so_far: SoFar
    estimated: Estimated
    contrast: Floats
    weights: Floats

    @property
    def sizes(self) -> Floats:
        return self.so_far.sample.sizes

    def outlook(self) -> Outlook:
        with np.errstate(divide="ignore", invalid="ignore"):  # of a single topic
            return outlook_of(self.estimated, self.contrast, self.weights, self.sizes)


def measure_shown(so_far: SoFar) -> Measure:
    """The design's first; nDCG without given ideals is drawn for as DCG, and shown as DCG."""
    first = so_far.design.measures[0]
    if not isinstance(first, Ndcg) or so_far.sample.ideal is not None:
        return first
    return Dcg(**{one.name: getattr(first, one.name) for one in fields(Dcg)})


def answers_of(
    found: Reached, so_far: SoFar, measure: Measure, planned: Planned
) -> list[SampledAnswer]:
    """Differences from the question's first run, or means; the first few.

    Raises:
        MeasureRefused: the measure cannot be estimated from these labels.
    """
    design, sample = so_far.design, so_far.sample
    first = 0 if design.question.kind == "means" else 1
    runs = [design.runs[place] for place in design.question.runs[: first + MOST_SHOWN]]
    rankings = rankings_of_all(runs, sample.labels, depth=measure.cutoff)
    [(estimated, weights, _)] = sample.estimates([measure], rankings)
    by_panel = _by_panel(found, so_far, measure, weights)
    answers = []
    for place in range(first, len(runs)):
        contrast = np.zeros(len(runs))
        contrast[0] -= first
        contrast[place] += 1.0
        asked = _Asked(so_far, estimated, contrast, contrast @ weights)
        answer = _answer(asked, runs[place].name, planned.n_drawn)
        answer = answer._replace(this_panel=_panel_answer(by_panel, contrast))
        if first:
            stopped_at, equal_at = _shown_at(asked, measure, planned)
            answer = answer._replace(
                baseline=runs[0].name,
                n_to_separate=_n_to_separate(asked, answer),
                stopped_at=stopped_at,
                equal_at=equal_at,
            )
        answers.append(answer)
    return answers


def _by_panel(found: Reached, so_far: SoFar, measure: Measure, weights: Floats) -> Estimated | None:
    n_settled, n_votes = so_far.n_settled, found.campaign.judgments_per_pair
    if n_votes == 1 or n_settled < MIN_JUDGED or isinstance(measure, AveragePrecision):
        return None
    votes = votes_on(found.first[:n_settled], found.outcome.panel.voted)
    settled = so_far.order[:n_settled]
    return panel_estimates(so_far.sample, settled, votes, measure, weights)


def _panel_answer(by_panel: Estimated | None, contrast: Floats) -> PanelAnswer | None:
    if by_panel is None:
        return None
    interval = interval_of(by_panel, contrast)
    return PanelAnswer(interval.value, interval.these_topics, by_panel.n_judged)


def _answer(asked: _Asked, run: str, n_drawn: int) -> SampledAnswer:
    n_topics = asked.so_far.sample.frame.n_topics
    interval = interval_of(asked.estimated, asked.contrast)
    at_end = plan(asked.outlook(), asked.weights, asked.sizes, [n_drawn], n_topics=n_topics)
    like_these = float(at_end.topics_like_these[0]) if n_topics > 1 else None
    return SampledAnswer(
        None, run, *interval, HalfWidths(float(at_end.these_topics[0]), like_these)
    )


def _n_to_separate(asked: _Asked, answer: SampledAnswer) -> int | None:
    low, high = answer.these_topics
    if low > 0 or high < 0:
        return asked.estimated.n_judged
    apart = abs(answer.value)
    if apart < ROUNDING:
        return None
    return judgments_needed(asked.outlook(), asked.weights, asked.sizes, apart * JUST_BELOW)


def _shown_at(asked: _Asked, measure: Measure, planned: Planned) -> tuple[int | None, int | None]:
    """After how many pairs, in the order drawn, bets on a difference and on equality had won.

    Pairs that still want judgments are not bet on: their labels may change.

    Stakes are for the pairs that the campaign began with: were they for those judged, each look
    would bet otherwise, and looking often would rule 0 out too often.
    """
    walk, within, n_most = _walk(asked, measure), planned.within, planned.n_at_first
    if walk is None:
        return None, None
    apart = bet_on_difference(walk, alpha=ALPHA, n_most=n_most)
    if within is None:
        return apart.stopped_at, None
    return apart.stopped_at, bet_on_equivalence(walk, within, alpha=ALPHA, n_most=n_most).stopped_at


def _walk(asked: _Asked, measure: Measure) -> Walk | None:
    """None where no label gains anything, or a label's effect depends on the others."""
    if isinstance(measure, AveragePrecision):
        return None
    sample, order = asked.so_far.sample, asked.so_far.order[: asked.so_far.n_settled]
    judged = sample.labels.judged
    scale = np.array(sample.labels.label_set.scale, np.int64)
    top = float(gains_of(measure, judged, scale).max())
    if top <= 0:
        return None
    gains = gains_of(measure, judged, judged.relevances)[order]
    return walk_of(asked.weights, asked.sizes, sample.judged.pairs[order], gains, top)
