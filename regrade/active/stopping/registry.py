"""All stopping rules, with what each promises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from regrade.active.stopping.autostop import Draws, autostop
from regrade.active.stopping.control import Control, qbcb
from regrade.active.stopping.fixed import batch_precision, half, rule_2399
from regrade.active.stopping.hypergeometric import chm
from regrade.active.stopping.quant import ProbabilitySums, quant
from regrade.active.stopping.review import Review, Stop
from regrade.active.stopping.slopes import budget, knee


class Evidence(NamedTuple):
    """All that is known about a review besides its labels, where it is known."""

    sums: ProbabilitySums | None = None
    control: Control | None = None
    draws: Draws | None = None


class Aim(NamedTuple):
    """The recall to reach, and the confidence to reach it with."""

    target: float = 0.95
    confidence: float = 0.95
    n_deviations: float = 2.0


class Rule(NamedTuple):
    """A stopping rule.

    Attributes:
        key: as in `Stop.rule`.
        name: as in the literature.
        looks_at: the statistic of `Stop.value`.
        promise: one sentence on what the rule promises, and what not.
        source: authors, venue and year.
        stops_below: whether it stops where the value has come down to the bound, not up to it.
        stop: the rule's answer; None where it needs evidence that is missing.
    """

    key: str
    name: str
    looks_at: str
    promise: str
    source: str
    stops_below: bool
    stop: Callable[[Review, Evidence, Aim], Stop | None]


def stops(review: Review, evidence: Evidence, aim: Aim) -> list[Stop]:
    """The answer of every rule that has the evidence it needs, in the order of the registry."""
    answers = (rule.stop(review, evidence, aim) for rule in RULES)
    return [answer for answer in answers if answer]


def _by_quant(review: Review, evidence: Evidence, aim: Aim, *, is_sure: bool) -> Stop | None:
    deviations = aim.n_deviations if is_sure else 0.0
    if evidence.sums is None:
        return None
    return quant(review, evidence.sums, target=aim.target, n_deviations=deviations)


def _by_control(review: Review, evidence: Evidence, aim: Aim) -> Stop | None:
    if evidence.control is None:
        return None
    return qbcb(review, evidence.control, target=aim.target, confidence=aim.confidence)


def _by_draws(review: Review, evidence: Evidence, aim: Aim, *, condition: str) -> Stop | None:
    if evidence.draws is None:
        return None
    return autostop(review, evidence.draws, target=aim.target, condition=condition)


SIGIR_2016 = "Cormack and Grossman, SIGIR 2016"
DOCENG_2021 = "Yang, Lewis and Frieder, DocEng 2021"
TOIS_2020 = "Li and Kanoulas, TOIS 2020"
RULES: Sequence[Rule] = (
    Rule(
        "knee",
        "Knee",
        "greatest ratio of the gain curve's slope before a batch end to that since",
        "A heuristic: the curve has become flat, with no promise of recall.",
        SIGIR_2016,
        False,
        lambda review, _, __: knee(review),
    ),
    Rule(
        "budget",
        "Budget",
        "number judged, against the cost of a random review at this yield",
        "A heuristic: the curve is flat and the effort spent, with no promise of recall.",
        SIGIR_2016,
        False,
        lambda review, _, __: budget(review),
    ),
    Rule(
        "half",
        "Half",
        "number judged",
        "A rule of thumb: half of the passages are judged, with no promise of recall.",
        DOCENG_2021,
        False,
        lambda review, _, __: half(review),
    ),
    Rule(
        "rule_2399",
        "2399",
        "number judged, against 1.2 times the relevant ones plus 2,399",
        "A rule of thumb for large reviews, with no promise of recall.",
        "Cormack and Grossman, SIGIR 2015",
        False,
        lambda review, _, __: rule_2399(review),
    ),
    Rule(
        "batch_precision",
        "Batch precision",
        "share of relevant passages in the last batch",
        "A rule of thumb: the last batch found little, with no promise of recall.",
        DOCENG_2021,
        True,
        lambda review, _, __: batch_precision(review),
    ),
    Rule(
        "quant",
        "Quant",
        "recall that the model expects",
        "An estimate: recall reaches the target if the model's probabilities are right on average.",
        DOCENG_2021,
        False,
        partial(_by_quant, is_sure=False),
    ),
    Rule(
        "quant_ci",
        "QuantCI",
        "recall that the model expects, less two standard deviations",
        "An estimate with a margin for chance, none for a model whose probabilities are wrong.",
        DOCENG_2021,
        False,
        partial(_by_quant, is_sure=True),
    ),
    Rule(
        "chm",
        "CHM",
        "least p of the hypothesis that recall is below the target",
        "With the chosen confidence, recall reaches the target if the rest is no richer than a"
        " random draw; repeated looks are not corrected for.",
        "Callaghan and Müller-Hansen, Systematic Reviews 2020",
        True,
        lambda review, _, aim: chm(review, target=aim.target, confidence=aim.confidence),
    ),
    Rule(
        "qbcb",
        "QBCB",
        "relevant passages of the control sample that the review has come to",
        "With the chosen confidence, recall reaches the target, given a random control sample"
        " that is judged apart.",
        "Lewis, Yang and Frieder, CIKM 2021",
        False,
        _by_control,
    ),
    Rule(
        "autostop_loose",
        "Autostop, loose",
        "relevant passages found, of the number estimated",
        "An estimate of the number of relevant passages without a margin for its error: right on"
        " average, but where it stops a topic it tends to be too low.",
        TOIS_2020,
        False,
        partial(_by_draws, condition="loose"),
    ),
    Rule(
        "autostop_strict1",
        "Autostop, strict 1",
        "relevant passages found, of the number estimated plus its standard error",
        "An estimate of the number of relevant passages with a margin of one standard error, which"
        " is no 95% confidence; where it stops a topic it tends to be too low.",
        TOIS_2020,
        False,
        partial(_by_draws, condition="strict1"),
    ),
    Rule(
        "autostop_strict2",
        "Autostop, strict 2",
        "relevant passages found, of the number estimated plus two standard errors",
        "An estimate of the number of relevant passages with a margin of two standard errors, which"
        " are themselves too low as long as little is judged.",
        TOIS_2020,
        False,
        partial(_by_draws, condition="strict2"),
    ),
)
