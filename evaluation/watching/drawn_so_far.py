"""Votes on the first drawn pairs of a campaign whose pool is by design, as a sample of labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from annotation.labels.deriving import Outcome
from annotation.labels.drawn import DrawnPair, drawn_again, drawn_pairs, first_labels
from annotation.models import Adjudication, Campaign, EventKind, LabelSet
from annotation.pairs.deciding import decisions_of
from annotation.pools.designs import Design, design_from_json, framed
from evaluation.scores.judged_runs import LabelledTopics
from evaluation.scores.samples import Sample, designed_sample
from evaluation.watching.watching import median_votes, who_votes
from regrade.measures import JudgedTopics
from regrade.measures.labels import Ints


class Reached(NamedTuple):
    """How far a campaign is in the order in which its pairs were drawn.

    Attributes:
        outcome: labels of its votes so far, without decisions, stored nowhere.
        first: pairs up to the first one without a label.
        labels: theirs, by decisions where there are any.
        n_drawn: pairs that the campaign has.
        n_waiting: pairs with a label after the first one without.
        n_settled: pairs up to the first one that still gets judgments; only their labels stay.
    """

    campaign: Campaign
    outcome: Outcome
    first: list[DrawnPair]
    labels: list[int]
    n_drawn: int
    n_waiting: int
    n_settled: int

    @property
    def label_set(self) -> LabelSet:
        """The facts of a derivation from the votes, without its labels."""
        pool = self.campaign.pool
        return LabelSet(
            name=f"votes of {self.campaign.name}",
            collection=pool.collection,
            topic_set=pool.topic_set,
            min_relevance=self.outcome.policy["min_relevance"],
            scale=list(self.outcome.aggregation.scale),
            report={"n_votes_by_kind": self.outcome.n_votes_by_kind},
            design={**pool.recipe["design"], "n": len(self.first)},
        )


class SoFar(NamedTuple):
    """The sample that the first drawn pairs are.

    Attributes:
        order: shape (n_judged,). Places among the sample's judged pairs, in the order drawn.
        n_settled: of the first ones, how many have all judgments that they want.
    """

    design: Design
    sample: Sample
    order: Ints
    n_settled: int


def reached(campaign: Campaign) -> Reached:
    """Labels are medians of the votes so far, known grades of gold pairs, and decisions.

    A pair counts from its first vote on; later votes can move its label.
    """
    outcome = median_votes(campaign, who_votes(campaign), None)
    pairs, labels = drawn_pairs(campaign), outcome.labels_with_known
    for (query_id, passage), grade in decisions_of(campaign).items():
        labels.setdefault(query_id, {})[passage] = grade
    values = first_labels(pairs, labels)
    n_labelled = sum(one.passage in labels.get(one.query_id, {}) for one in pairs)
    return Reached(
        campaign,
        outcome,
        pairs[: len(values)],
        values,
        campaign.pairs.count(),
        n_labelled - len(values),
        min(_n_settled(campaign), len(values)),
    )


def _n_settled(campaign: Campaign) -> int:
    set_aside = campaign.pairs.all().served_no_more().values("pk")
    decided = Adjudication.objects.live().filter(campaign_pair__campaign=campaign)
    lacking = campaign.pairs.filter(slots__order_key__isnull=False, slots__judgment__isnull=True)
    wanting = lacking.exclude(pk__in=set_aside).exclude(pk__in=decided.values("campaign_pair"))
    first = wanting.order_by("pair__draw_place").values_list("pair__draw_place", flat=True).first()
    return campaign.pairs.count() if first is None else first - 1


def sample_so_far(found: Reached) -> SoFar:
    """Place the labels among the pairs that could be drawn.

    Raises:
        LabelsRefused: the rankings that pairs were drawn from have changed.
        NotFound: a run of the design, or the labels of its ideal rankings, were deleted.
    """
    campaign = found.campaign
    design = design_from_json(campaign.pool.recipe["design"], campaign.pool.runs.all())
    whole = framed(design)
    drawn = drawn_again(campaign, whole, found.first)
    by_topic = np.argsort(drawn.pairs)  # pairs of a frame are sorted by topic and passage
    frame, label_set, pairs = whole.frame, found.label_set, drawn.pairs[by_topic]
    labels = LabelledTopics(
        label_set,
        tuple(whole.topic_ids.tolist()),
        JudgedTopics(
            np.searchsorted(frame.topics[pairs], np.arange(frame.n_topics + 1)),
            frame.passages[pairs],
            np.array(found.labels, np.int64)[by_topic],
            label_set.min_relevance,
            max(label_set.scale),
        ),
    )
    sample = designed_sample(labels, design, whole, drawn.probabilities[by_topic])
    return SoFar(design, sample, np.argsort(by_topic), found.n_settled)


def n_at_first(campaign: Campaign) -> int:
    """Pairs that the campaign began with, before more were drawn."""
    added = campaign.events.filter(kind=EventKind.PAIRS_ADDED).values_list("details", flat=True)
    n_added: int = sum(details.get("n_drawn", 0) for details in added)
    return campaign.pairs.count() - n_added
