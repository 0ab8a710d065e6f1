"""How far each topic of an active pool is, and what each stopping rule says of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from annotation.active.design import (
    ActiveDesign,
    design_to_read,
    refuse_not_active,
    relevant_from,
)
from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.active.knowledge import NOT_BEGUN, Counts, Known, counts_by_topic, known_of
from annotation.active.rules import (
    BY_CONTROL,
    BY_DRAWS,
    BY_PROBABILITIES,
    SHOWN,
    gives_probabilities,
    review_of,
    stops_of,
)
from annotation.exceptions import PoolRefused
from annotation.models import ActiveStep, ActiveTopic, Campaign
from ranking.exceptions import NotFound
from regrade.active.batches import estimate_relevant
from regrade.active.stopping.control import fewest_positives
from regrade.active.stopping.registry import Rule
from regrade.active.stopping.review import Stop, gain_curve
from regrade.counted import counted


class TopicState(NamedTuple):
    """How far a topic is.

    Attributes:
        n_judged, n_relevant: pairs with a label, and relevant ones among them, those of the
            control sample too.
        n_waiting: chosen pairs without a label.
        n_candidates: passages that can be chosen in all; null before the first step.
        is_due: whether its next pairs are being chosen.
        ended_because: empty while it goes on; with `error` where nothing can be chosen.
    """

    query_id: str
    query: str
    n_judged: int
    n_relevant: int
    n_waiting: int
    n_candidates: int | None
    is_due: bool
    ended_at: datetime | None
    ended_because: str
    error: str


class ActivePool(NamedTuple):
    """An active pool with its topics, as its campaign has judged them.

    Attributes:
        strategy, learner: keys, with a name and a sentence; the learner only where one is trained.
        runs, depth: whose first passages can be chosen; without runs all with a text can.
        relevant_from: the least grade that counts as relevant.
        n_control: pairs of each topic's control sample.
        rule, rule_name, target: the rule that ends a topic, and the recall that it aims for; empty
            where none does.
    """

    strategy: str
    strategy_name: str
    strategy_sentence: str
    learner: str
    learner_sentence: str
    runs: list[str]
    depth: int | None
    relevant_from: int
    limit: int | None
    n_control: int
    rule: str
    rule_name: str
    target: float
    topics: list[TopicState]


def active_pool(campaign: Campaign) -> ActivePool:
    """The pool of a campaign with how far each topic is.

    Raises:
        PoolRefused: the pool does not learn.
    """
    design = _design(campaign)
    learns = STRATEGIES[design.strategy].learns
    least = relevant_from(campaign, design)
    topics = campaign.active_topics.select_related("topic").order_by("topic__ordinal")
    counts = counts_by_topic(campaign, least)
    return ActivePool(
        strategy=design.strategy,
        strategy_name=STRATEGIES[design.strategy].name,
        strategy_sentence=STRATEGIES[design.strategy].sentence,
        learner=design.learner if learns else "",
        learner_sentence=LEARNERS[design.learner] if learns else "",
        runs=[run.name for run in design.runs],
        depth=design.depth,
        relevant_from=least,
        limit=design.limit,
        n_control=design.control,
        rule=design.rule,
        rule_name=next((rule.name for rule in SHOWN if rule.key == design.rule), ""),
        target=design.target,
        topics=[_state(topic, counts.get(topic.topic_id, NOT_BEGUN)) for topic in topics],
    )


def _state(topic: ActiveTopic, counts: Counts) -> TopicState:
    return TopicState(
        query_id=topic.topic.query_id,
        query=topic.topic.query,
        n_judged=counts.n_judged,
        n_relevant=counts.n_relevant,
        n_waiting=counts.n_pairs - counts.n_judged,
        n_candidates=topic.n_candidates,
        is_due=topic.due_since is not None,
        ended_at=topic.ended_at,
        ended_because=topic.ended_because,
        error=topic.error,
    )


class RuleSays(NamedTuple):
    """Answer of a stopping rule about a topic.

    Attributes:
        looks_at: its statistic, of which `value` has to come to `bound`, down to it if
            `stops_below`.
        promise: one sentence on what the rule promises, and what not.
        at: judged passages at which it would have stopped; null if it would go on.
        estimate, error: of the number of relevant passages, by rules that estimate it.
        lacks: what it needs and does not have; empty if it has all.
        ends: whether it is the rule that ends topics of this campaign.
    """

    key: str
    name: str
    looks_at: str
    promise: str
    source: str
    stops_below: bool
    at: int | None
    value: float | None
    bound: float | None
    estimate: float | None
    error: float | None
    lacks: str
    ends: bool


class TopicReview(NamedTuple):
    """A topic's judgments in order, with what each stopping rule says.

    Attributes:
        found: relevant passages found after 0, 1, 2 ... judged ones.
        looks: judged passages at the end of each batch, when rules look.
        estimated_relevant: in all batches, where only a sample of some is judged; else null.
        n_control, n_control_judged, n_control_relevant: pairs of the control sample.
    """

    query_id: str
    query: str
    n_candidates: int | None
    target: float
    found: list[int]
    looks: list[int]
    estimated_relevant: float | None
    n_control: int
    n_control_judged: int
    n_control_relevant: int
    rules: list[RuleSays]


def topic_review(campaign: Campaign, *, query_id: str, target: float | None = None) -> TopicReview:
    """The judged passages of a topic, and what each rule says of them.

    Args:
        target: recall that rules aim for; by default the pool's.

    Raises:
        PoolRefused: the pool does not learn, or a target outside 0 to 1.
        NotFound: the campaign has no such topic.
    """
    design = _design(campaign)
    target = design.target if target is None else target
    if not 0 < target < 1:
        raise PoolRefused(
            f"The recall to reach lies between 0 and 1, not at {target}.",
            code="out_of_range",
            field="target",
        )
    topic = campaign.active_topics.filter(topic__query_id=query_id).select_related("topic").first()
    if topic is None:
        raise NotFound(f"Campaign {campaign.name} has no topic {query_id!r}.", code="unknown_topic")
    known = known_of(topic, relevant_from(campaign, design))
    steps = [step for step in topic.steps.all() if not step.is_control]
    review = review_of(known, steps, topic.n_candidates or 0)
    says = stops_of(topic, known, steps, target)
    return TopicReview(
        query_id=topic.topic.query_id,
        query=topic.topic.query,
        n_candidates=topic.n_candidates,
        target=target,
        found=gain_curve(review.is_relevant).tolist(),
        looks=review.judged.tolist(),
        estimated_relevant=_estimated(steps, known) if design.strategy == "scal" else None,
        n_control=known.control.seen.size,
        n_control_judged=known.control.passages.size,
        n_control_relevant=known.control.n_relevant,
        rules=[_says(rule, says[rule.key], design, known, target) for rule in SHOWN],
    )


def _estimated(steps: Sequence[ActiveStep], known: Known) -> float:
    """Relevant passages in all batches so far, judged or left out, and those found elsewhere."""
    relevant = elsewhere = known.judged.passages[known.judged.is_relevant]
    batches = []
    for step in steps:
        if step.chosen is not None and step.left_out is not None:
            n_judged = int(np.isin(step.chosen, known.judged.passages).sum())
            n_left = step.chosen.size - n_judged + step.left_out.size
            n_relevant = int(np.isin(step.chosen, relevant).sum())
            batches.append((n_judged + n_left, n_judged, n_relevant))
            elsewhere = np.setdiff1d(elsewhere, np.union1d(step.chosen, step.left_out))
    return estimate_relevant([batch for batch in batches if batch[1]]) + elsewhere.size


def _too_few(rule: str, known: Known, target: float) -> str:
    """Why a control sample that is judged lets no review stop; empty if it does."""
    n, fewest = known.control.n_relevant, fewest_positives(target=target)
    if rule not in BY_CONTROL or n >= fewest:
        return ""
    return (
        f"The control sample has {counted(n, 'relevant passage')}; to promise a recall of"
        f" {100 * target:g}%, {fewest} are needed."
    )


def _says(
    rule: Rule, stop: Stop | None, design: ActiveDesign, known: Known, target: float
) -> RuleSays:
    return RuleSays(
        key=rule.key,
        name=rule.name,
        looks_at=rule.looks_at,
        promise=rule.promise,
        source=rule.source,
        stops_below=rule.stops_below,
        at=stop and stop.at,
        value=stop and stop.value,
        bound=stop and stop.bound,
        estimate=stop and stop.estimate,
        error=stop and stop.error,
        lacks=_too_few(rule.key, known, target) if stop else _lacks(rule.key, design),
        ends=rule.key == design.rule,
    )


def _lacks(rule: str, design: ActiveDesign) -> str:
    if rule in BY_CONTROL:
        return (
            "All of the control sample has to be judged first."
            if design.control
            else "It needs a control sample, which is chosen when the campaign is made."
        )
    if rule in BY_PROBABILITIES and not gives_probabilities(design):
        return "It needs probabilities: those of the learner logistic regression."
    if rule in BY_DRAWS:
        return (
            "It needs a batch that is judged."
            if STRATEGIES[design.strategy].draws
            else "It needs the strategy Autostop, whose draws have known chances."
        )
    return "It needs a step that followed on a judgment."


def _design(campaign: Campaign) -> ActiveDesign:
    refuse_not_active(campaign.pool)
    return design_to_read(campaign.pool)
