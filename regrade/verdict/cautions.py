"""Cautions about a verdict: one function per rule, with its limits and reason.

docs/verdicts.md has the table with the sources.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from regrade.prose.numbers import percent
from regrade.significance.caution import caution_for
from regrade.verdict.finding import Finding, claim_of

FEW_TOPICS, SOME_TOPICS = 25, 50
MUCH_UNJUDGED, SOME_UNJUDGED = 0.2, 0.05
MANY_MISSING = 0.1
MANY_TIES, SOME_TIES = 0.8, 0.5
OFTEN_AT_BEST, SOMETIMES_AT_BEST = 0.5, 0.25
SHOWN = ("lead", "behind", "contradicts", "equivalent")


class Caution(NamedTuple):
    """One weakness of a verdict.

    Attributes:
        kind: "no-topic", "unjudged", "one-topic", "simulated", "missing-topics", "family",
            "ceiling", "few-topics", "ties", "untested-change" or "disputed".
        text: a sentence, number included.
        number: the value that the rule checks: a share in [0, 1], or a count; None without one.
        labels: the label set where it is worst, "" if it concerns none. The text names it first.
        is_serious: whether it comes before all that are not serious.
    """

    kind: str
    text: str
    number: float | None
    labels: str
    is_serious: bool


Rule = Callable[[Sequence[Finding]], Caution | None]
Wording = Callable[[Finding, str], str]  # a sentence about a finding, and how its labels are named


def cautions_of(findings: Sequence[Finding]) -> tuple[Caution, ...]:
    """All cautions: serious ones first, then in the order of RULES."""
    found = [caution for rule in RULES if (caution := rule(findings)) is not None]
    return tuple(sorted(found, key=lambda caution: not caution.is_serious))


def _sentence(
    worst: Finding,
    findings: Sequence[Finding],
    given: Wording,
    among: Sequence[Finding] | None = None,
) -> str:
    """The sentence about the worst finding, naming every label set that shares it.

    Args:
        among: findings to consider; by default all.
    """
    same = given(worst, "")
    sharing = [each.labels for each in among or findings if given(each, "") == same]
    others = [labels for labels in sharing if labels != worst.labels]
    return given(worst, _named([worst.labels, *others], len(findings)))


def _named(names: Sequence[str], n_all: int) -> str:
    """Two names in full, or the first of more with their number."""
    if len(names) < 3:
        return " and ".join(names)
    if len(names) == n_all:
        return f"each of the {n_all} label sets"
    return f"{names[0]} and {len(names) - 1} more"


def _no_topic(findings: Sequence[Finding]) -> Caution | None:
    empty = [finding for finding in findings if finding.n_topics == 0]
    if not empty:
        return None
    names = _named([finding.labels for finding in empty], len(findings))
    text = f"Under {names}, no topic is shared with the runs: nothing was compared."
    return Caution("no-topic", text, 0, empty[0].labels, True)


def _unjudged(findings: Sequence[Finding]) -> Caution | None:
    worst = max(findings, key=lambda finding: finding.unjudged_of_either)
    share = worst.unjudged_of_either
    if not share:
        return None
    text = _sentence(worst, findings, _unjudged_sentence)
    return Caution("unjudged", text, share, worst.labels, share >= MUCH_UNJUDGED)


def _unjudged_sentence(finding: Finding, names: str) -> str:
    share = finding.unjudged_of_either
    whose = finding.run if (finding.unjudged or 0.0) == share else finding.baseline
    lacks = "could not be drawn" if finding.sampled else "has no label"
    return (
        f"{percent(share)} of what {whose} ranked{_down_to(finding)} {lacks} under {names},"
        f" and {finding.unjudged_counts}."
    )


def _down_to(finding: Finding) -> str:
    return "" if finding.depth is None else f" down to rank {finding.depth:,}"


def _all_unjudged(findings: Sequence[Finding]) -> Caution | None:
    return _unjudged_between(findings, 1.0, 2.0)


def _partly_unjudged(findings: Sequence[Finding]) -> Caution | None:
    return _unjudged_between(findings, SOME_UNJUDGED, 1.0)


def _hardly_unjudged(findings: Sequence[Finding]) -> Caution | None:
    return _unjudged_between(findings, 0.0, SOME_UNJUDGED)


def _unjudged_between(findings: Sequence[Finding], low: float, high: float) -> Caution | None:
    """The caution about unjudged passages, if their share is in [low, high)."""
    caution = _unjudged(findings)
    return caution if caution and low <= (caution.number or 0.0) < high else None


def _one_topic(findings: Sequence[Finding]) -> Caution | None:
    if not any(finding.n_topics == 1 for finding in findings):
        return None
    return Caution(
        "one-topic", "One topic allows no test: another topic could say otherwise.", 1, "", True
    )


def _simulated(findings: Sequence[Finding]) -> Caution | None:
    simulated = [finding.labels for finding in findings if finding.is_simulated]
    if not simulated:
        return None
    text = f"Votes of simulated people count in {_named(simulated, len(findings))}."
    return Caution("simulated", text, None, simulated[0], True)


def _missing_topics(findings: Sequence[Finding]) -> Caution | None:
    sides = [
        (n_missing, finding, whose)
        for finding in findings
        for n_missing, whose in (
            (finding.n_missing, finding.run),
            (finding.baseline_n_missing, finding.baseline),
        )
        if n_missing
    ]
    if not sides:
        return None
    n_missing, worst, whose = max(sides, key=lambda side: side[0] / side[1].n_topics)
    share = n_missing / worst.n_topics
    text = (
        f"{whose} retrieved nothing on {n_missing} of {worst.n_topics} topics: they count with the"
        " score of an empty ranking."
    )
    return Caution("missing-topics", text, share, worst.labels, share >= MANY_MISSING)


def _family(findings: Sequence[Finding]) -> Caution | None:
    """Caution about multiple tests; serious if Bonferroni's correction would undo a claim."""
    shown = [finding for finding in findings if claim_of(finding) in SHOWN]
    n_tests = max((finding.n_tests for finding in shown if finding.correction == "none"), default=1)
    if n_tests < 2:
        return None
    worst = max(shown, key=lambda finding: finding.p or 0.0)
    text = _sentence(worst, findings, partial(_family_sentence, n_tests), among=shown)
    return Caution("family", text, n_tests, worst.labels, _falls(worst, n_tests))


def _falls(finding: Finding, n_tests: int) -> bool:
    return (finding.p or 0.0) * n_tests >= finding.alpha


def _family_sentence(n_tests: int, finding: Finding, names: str) -> str:
    stands = "would not stand" if _falls(finding, n_tests) else "would stand"
    return (
        f"The table makes {n_tests} tests without a correction; with Bonferroni's, results"
        f" shown under {names} {stands}."
    )


def _ceiling(findings: Sequence[Finding]) -> Caution | None:
    worst = max(findings, key=lambda finding: _share(finding.n_at_best, finding))
    share = _share(worst.n_at_best, worst)
    if share < SOMETIMES_AT_BEST:
        return None
    text = _sentence(worst, findings, _ceiling_sentence)
    return Caution("ceiling", text, share, worst.labels, share >= OFTEN_AT_BEST)


def _ceiling_sentence(finding: Finding, names: str) -> str:
    return (
        f"{finding.n_at_best} of {finding.n_topics} topics have the best possible"
        f" {finding.measure} for both runs under {names}: the measure has no room left there."
    )


def _few_topics(findings: Sequence[Finding]) -> Caution | None:
    n_topics = min(finding.n_topics for finding in findings)
    if not 2 <= n_topics < SOME_TOPICS:
        return None
    text = f"{n_topics} topics are few: other topics may order the runs otherwise."
    return Caution("few-topics", text, n_topics, "", n_topics < FEW_TOPICS)


def _ties(findings: Sequence[Finding]) -> Caution | None:
    # For an equivalence, ties are what shows it.
    others = [finding for finding in findings if finding.test.bounds is None]
    if not others:
        return None
    worst = max(others, key=lambda finding: _share(finding.test.n_zero, finding))
    share = _share(worst.test.n_zero, worst)
    if share < SOME_TIES:
        return None
    text = _sentence(worst, findings, _ties_sentence, among=others)
    return Caution("ties", text, share, worst.labels, share >= MANY_TIES)


def _ties_sentence(finding: Finding, names: str) -> str:
    n_tied, rest = finding.test.n_zero, finding.n_topics - finding.test.n_zero
    tied = f"{n_tied} of {finding.n_topics} topics under {names}"
    return f"The runs tie on {tied} and differ on {rest or 'none'}."


def _all_tied(findings: Sequence[Finding]) -> Caution | None:
    caution = _ties(findings)
    return caution if caution and caution.number == 1.0 else None


def _partly_tied(findings: Sequence[Finding]) -> Caution | None:
    caution = _ties(findings)
    return caution if caution and caution.number != 1.0 else None


def _untested_change(findings: Sequence[Finding]) -> Caution | None:
    kinds = {claim_of(finding) for finding in findings}
    if "unseen" not in kinds or not kinds & {"lead", "behind", "contradicts"}:
        return None
    text = (
        "That one label set shows a difference and another does not is no test of whether the"
        " two differ."
    )
    return Caution("untested-change", text, None, "", False)


def _disputed(findings: Sequence[Finding]) -> Caution | None:
    text = caution_for(findings[0].symbol)
    return Caution("disputed", text, None, "", False) if text else None


def _share(n: int, finding: Finding) -> float:
    return n / finding.n_topics if finding.n_topics > 1 else 0.0


RULES: tuple[Rule, ...] = (
    *(_no_topic, _all_unjudged, _one_topic, _simulated, _missing_topics, _all_tied, _family),
    *(_ceiling, _partly_unjudged, _few_topics, _partly_tied, _hardly_unjudged),
    *(_untested_change, _disputed),
)
