"""Stopping rules that a topic of an active pool can be watched by, and end by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annotation.active.design import ActiveDesign
from annotation.active.drawn import drawn_review
from annotation.active.kinds import STRATEGIES
from annotation.active.knowledge import Known
from annotation.models import ActiveStep, ActiveTopic
from regrade.active.stopping.control import Control
from regrade.active.stopping.quant import ProbabilitySums
from regrade.active.stopping.registry import RULES, Aim, Evidence, Rule
from regrade.active.stopping.review import Review, Stop

# Its bound was made for batches of 200; here the first have one pair.
NOT_HERE = {"batch_precision"}
SHOWN: Sequence[Rule] = [rule for rule in RULES if rule.key not in NOT_HERE]
OFFERED: Sequence[str] = [rule.key for rule in SHOWN]
BY_CONTROL = {"qbcb"}
BY_PROBABILITIES = {"quant", "quant_ci"}
BY_DRAWS = {"autostop_loose", "autostop_strict1", "autostop_strict2"}
WITH_PROBABILITIES = {"logistic"}  # learners


def gives_probabilities(design: ActiveDesign) -> bool:
    """Whether the design's model gives probabilities of relevance."""
    return STRATEGIES[design.strategy].learns and design.learner in WITH_PROBABILITIES


def review_of(known: Known, steps: Sequence[ActiveStep], n_candidates: int) -> Review:
    """The judged passages of a topic, with a batch for each step that followed on some of them.

    Args:
        steps: of the topic, in order, the planned one too.
    """
    # Labels may have been taken back since.
    judged = known.judged
    ends = np.minimum([step.judged.size for step in steps], judged.passages.size)
    batches = np.diff([0, *np.maximum.accumulate(ends), judged.passages.size])
    n_passages = max(n_candidates, judged.passages.size)
    return Review(judged.is_relevant, batches[batches > 0].astype(np.int64), n_passages)


def stops_of(
    topic: ActiveTopic,
    known: Known,
    steps: Sequence[ActiveStep],
    target: float,
    only: str | None = None,
) -> dict[str, Stop | None]:
    """The answer of each rule by its key, or of one alone; None where it lacks what it needs."""
    n_candidates, aim = topic.n_candidates or 0, Aim(target=target)
    review = review_of(known, steps, n_candidates)
    evidence = Evidence(control=_control_of(known))
    by_model, by_draws = _by_model(steps, n_candidates), drawn_review(known, steps)

    def answer(rule: Rule) -> Stop | None:
        if rule.key in BY_DRAWS:
            return by_draws and by_draws.stop(rule, aim)
        if rule.key in BY_PROBABILITIES and by_model:
            return rule.stop(*by_model, aim)
        return rule.stop(review, evidence, aim)

    return {rule.key: answer(rule) for rule in SHOWN if only in (None, rule.key)}


def _control_of(known: Known) -> Control | None:
    """The control sample, once all of it is judged."""
    if known.control.waiting.size or not known.control.passages.size:
        return None
    is_control = np.isin(known.judged.passages, known.control.passages)
    return Control(known.control.n_relevant, is_control)


def _by_model(steps: Sequence[ActiveStep], n_candidates: int) -> tuple[Review, Evidence] | None:
    """The labels that each step's model was trained on, with the sums of its probabilities.

    Of steps that followed on the same labels the last one counts.
    """
    last = {step.judged.size: step for step in steps if step.sums is not None and step.judged.size}
    if not last:
        return None
    ends = np.array(sorted(last), np.int64)
    newest = last[int(ends[-1])]
    n_passages = max(n_candidates, newest.judged.size)
    review = Review(newest.is_relevant, np.diff(ends, prepend=0), n_passages)
    sums = np.array([last[end].sums for end in ends.tolist()])
    return review, Evidence(sums=ProbabilitySums(*sums.T))
