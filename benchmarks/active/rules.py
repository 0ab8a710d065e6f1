"""Stopping rules simulated: what they find and cost, topic by topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.active.collections import Topic
from benchmarks.active.reviews import EVERY, Reviewed, Sampled, reviews_of
from benchmarks.running.tables import Cell, Table
from regrade.active.stopping.control import Control, fewest_positives, qbcb
from regrade.active.stopping.registry import RULES, Aim, Evidence, stops
from regrade.active.stopping.review import Review, Stop, gain_curve
from regrade.active.strategy import Ordinals

TARGETS = (0.8, 0.95)
LEFT_OUT = "rule_2399"  # it never stops where there are fewer passages than that
MOST_CONTROLS = 200
NAMES = {rule.key: rule.name for rule in RULES}


class Ended(NamedTuple):
    """Where a rule ended the review of one topic.

    Attributes:
        stops: whether it stopped before everything was judged.
        recall: of the relevant passages that the review came to.
        n_judged: passages judged in all.
        share: of the passages that are judged.
    """

    stops: bool
    recall: float
    n_judged: int
    share: float


def rules(seed: int) -> Iterator[Table]:
    for target in TARGETS:
        rows: list[Sequence[Cell]] = []
        for name in EVERY:
            rows += [[name, *row] for row in _rows(name, target, seed)]
        headers = ("collection", "rule", "stops", "reaches the target", "mean recall")
        yield Table(
            f"Stopping rules at a target recall of {target:g}: shares of topics, and means",
            (*headers, "judged", "share judged"),
            rows,
        )


def _rows(name: str, target: float, seed: int) -> Iterator[Sequence[Cell]]:
    by_rule: dict[str, list[Ended]] = {}
    for place, (topic, whole, drawn) in enumerate(reviews_of(name, seed)):
        rng = np.random.default_rng([seed, place])
        for rule, ended in ends(topic, whole, drawn, target, rng).items():
            by_rule.setdefault(rule, []).append(ended)
    for rule, found in by_rule.items():
        reached = float(np.mean([ended.recall >= target for ended in found]))
        did_stop, recall, judged, share = np.mean(found, axis=0).tolist()
        yield [rule, did_stop, reached, recall, judged, share]


def ends(
    topic: Topic, whole: Reviewed, drawn: Sampled, target: float, rng: np.random.Generator
) -> dict[str, Ended]:
    """Where each rule ends the review of a topic, and where one that knows the labels would."""
    review, aim = whole.review(topic), Aim(target)
    found = {"as soon as it can": _ended(review, _first_end(review, target))}
    for stop in stops(review, Evidence(sums=whole.probability_sums()), aim):
        if stop.rule != LEFT_OUT:
            found[NAMES[stop.rule]] = _ended(review, stop.at)
    controls = rng.permutation(review.n_passages)
    for limit in (MOST_CONTROLS, None):
        ended = _by_control(topic, whole.passages, review, controls[:limit], target)
        found[f"QBCB, {limit} drawn at most" if limit else "QBCB, no limit"] = ended
    for stop in stops(drawn.review, Evidence(draws=drawn.draws), aim):
        if stop.rule.startswith("autostop"):
            found[NAMES[stop.rule]] = _ended(drawn.review, stop.at, len(topic.relevant))
    return found


def _first_end(review: Review, target: float) -> int:
    """Passages judged at the first batch end that reaches the target."""
    return int(review.judged[np.argmax(review.found >= target * review.found[-1])])


def _ended(review: Review, at: int | None, n_relevant: int | None = None) -> Ended:
    """A review that is not stopped goes on until everything is judged."""
    n, total = review.n_passages, n_relevant or int(review.is_relevant.sum())
    if at is None or at >= n:
        return Ended(False, 1.0, n, 1.0)
    return Ended(True, float(gain_curve(review.is_relevant)[at] / total), at, at / n)


def _by_control(
    topic: Topic, passages: Ordinals, review: Review, drawn: Ordinals, target: float
) -> Ended:
    """QBCB; the control sample ends with as many relevant passages as the rule needs, if it can.

    Passages of the sample are judged too: those that the review has not come to cost as well.
    """
    is_relevant = np.isin(drawn, [*topic.relevant])
    enough = np.flatnonzero(np.cumsum(is_relevant) >= fewest_positives(target=target))
    drawn = drawn[: enough[0] + 1] if enough.size else drawn
    control = Control(int(np.isin(drawn, [*topic.relevant]).sum()), np.isin(passages, drawn))
    stop: Stop = qbcb(review, control, target=target)
    n, n_judged = review.n_passages, np.union1d(drawn, passages[: stop.at]).size
    ended = _ended(review, stop.at if n_judged < n else None)
    return ended._replace(n_judged=n_judged, share=n_judged / n)
