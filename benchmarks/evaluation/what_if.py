"""How long the questions of the what-if page take, on votes and rankings drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.derive import panel_of
from regrade.aggregation.panel import Panel
from regrade.measures import Measure, Rankings, parse_measure
from regrade.votes.packed import PackedVotes
from regrade.whatif.effects import pair_effects
from regrade.whatif.orders import order_systems
from regrade.whatif.redraws import redraw
from regrade.whatif.systems import Systems, match
from regrade.whatif.turning import labels_to_turn

SCALE = range(1, 6)
N_PEOPLE = 40


class Shape(NamedTuple):
    n_runs: int
    n_topics: int
    n_pairs: int  # judged in each topic
    n_votes: int  # on each pair

    def __str__(self) -> str:
        runs = f"{self.n_runs} runs, {self.n_topics:,} topics x {self.n_pairs} pairs"
        return f"{runs} x {self.n_votes} votes"


SMALL, LARGE, MANY = Shape(20, 100, 200, 5), Shape(2, 6980, 100, 3), Shape(100, 100, 200, 5)
POLICIES = {
    "majority": AggregationPolicy(aggregate="majority", threshold=3, tie="highest"),
    "median": AggregationPolicy(aggregate="median"),
}


def what_if_table(n_rounds: int) -> Table:
    """Values, draws, decisive pairs and labels that turn an order, in two sizes."""
    actions: dict[str, Callable[[], object]] = {}
    for shape in (SMALL, LARGE):
        votes, rankings = _votes(shape), _rankings(shape)
        for name, policy in POLICIES.items():
            for measure in map(parse_measure, ("P@10", "nDCG@10", "AP")):
                beside = f"{measure.name} by {name}, {shape}"
                values = partial(_values, votes, policy, rankings, measure)
                actions[f"values, {beside}"] = values
                panel = panel_of(votes, policy, scale=SCALE)
                systems = Systems(panel, match(panel, rankings, measure))
                for n_draws in (50, 200):
                    draws = partial(redraw, systems, n_draws=n_draws)
                    actions[f"{n_draws} draws, {beside}"] = draws
        actions |= _pair_actions(shape, votes, rankings[:2])
    actions |= _one_more(MANY)
    steps = time_in_turn(actions, n_rounds)
    rows = [(s.name, s.median_s, max(s.wall_s), s.median_cpu_s) for s in steps.values()]
    return Table("What would change an order", ("what", "s", "most", "CPU s"), rows)


def _values(
    votes: PackedVotes, policy: AggregationPolicy, rankings: list[Rankings], measure: Measure
) -> object:
    """All that a change of the policy asks for, from the votes on."""
    panel = panel_of(votes, policy, scale=SCALE)
    systems = Systems(panel, match(panel, rankings, measure))
    return order_systems(systems.score_labels(panel.labels()).labelled)


def _pair_actions(
    shape: Shape, votes: PackedVotes, rankings: list[Rankings]
) -> dict[str, Callable[[], object]]:
    panel = panel_of(votes, POLICIES["majority"], scale=SCALE)
    actions: dict[str, Callable[[], object]] = {}
    for measure in map(parse_measure, ("P@10", "RR@10", "nDCG@10", "AP@100")):
        systems = Systems(panel, match(panel, rankings, measure))
        labelled = systems.label_set(panel.settle(panel.labels()))
        asked = partial(pair_effects, measure, labelled.judged, *labelled.rankings, values=(0, 1))
        turning = partial(labels_to_turn, measure, labelled.judged, *labelled.rankings)
        where = f"{measure.name}, 2 runs of {shape}"
        actions[f"decisive pairs, {where}"] = asked
        actions[f"labels to turn, {where}"] = partial(turning, values=(0, 1))
    return actions


def _one_more(shape: Shape) -> dict[str, Callable[[], object]]:
    """Values after one more vote on a pair: the same pairs, so the same match."""
    votes, rankings = _votes(shape), _rankings(shape)
    measure, policy = parse_measure("nDCG@10"), POLICIES["majority"]
    panel = panel_of(votes, policy, scale=SCALE)
    matches = match(panel, rankings, measure)
    more = PackedVotes(
        votes.topics,
        [*votes.assessors, "another"],
        votes.pair_topics,
        votes.passages,
        np.append(votes.pairs, 0),
        np.append(votes.voters, N_PEOPLE),
        np.append(votes.grades, 5.0),
    )

    def scored() -> object:
        grown: Panel = panel_of(more, policy, scale=SCALE)
        return Systems(grown, matches).score_labels(grown.labels()).means

    return {f"one more judgment, {measure.name} by majority, {shape}": scored}


def _votes(shape: Shape, seed: int = 1) -> PackedVotes:
    """Grades around a true one, each pair's by other people."""
    rng = np.random.default_rng(seed)
    _, n_topics, n_pairs, n_votes = shape
    n = n_topics * n_pairs
    pair_topics = np.repeat(np.arange(n_topics), n_pairs)
    first, true = rng.integers(0, N_PEOPLE, n), rng.integers(1, 6, n)
    voters = [(first + 7 * nth) % N_PEOPLE for nth in range(n_votes)]
    grades = np.tile(true, n_votes) + rng.integers(-1, 2, n * n_votes)
    return PackedVotes(
        [f"q{topic:05}" for topic in range(n_topics)],
        [f"a{person:02}" for person in range(N_PEOPLE)],
        pair_topics,
        np.arange(n),
        np.tile(np.arange(n), n_votes),
        np.concatenate(voters),
        np.clip(grades, 1, 5).astype(np.float64),
    )


def _rankings(shape: Shape, seed: int = 2) -> list[Rankings]:
    """A hundred passages a topic, all of them judged, in an order of its own for each run."""
    rng = np.random.default_rng(seed)
    depth = min(100, shape.n_pairs)
    starts = np.arange(shape.n_topics + 1) * depth
    firsts = np.arange(shape.n_topics)[:, None] * shape.n_pairs
    size = shape.n_topics, shape.n_pairs
    orders = (rng.random(size).argsort(axis=1)[:, :depth] for _ in range(shape.n_runs))
    return [Rankings(starts, (order + firsts).ravel()) for order in orders]
