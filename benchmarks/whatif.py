"""How long the questions of the what-if page take, on votes and rankings drawn from a seed.

Two sizes: 20 runs over 100 topics with 200 judged pairs and 5 votes each, and 2 runs over 6,980
topics with 100 judged pairs and 3 votes each. *Values* begin at the votes: they are what a change
of the policy asks for. Draws begin at a panel that is there. Without an option it does all of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.running.command import chosen, print_tables, table_parser
from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.derive import panel_of
from regrade.aggregation.panel import Panel
from regrade.measures import Rankings, parse_measure
from regrade.votes.packed import PackedVotes
from regrade.whatif.effects import pair_effects
from regrade.whatif.orders import order_systems
from regrade.whatif.redraws import redraw
from regrade.whatif.systems import Matches, Systems, match
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


SIZES = {"small": Shape(20, 100, 200, 5), "large": Shape(2, 6980, 100, 3)}
MANY = Shape(100, 100, 200, 5)
POLICIES = {
    "majority": AggregationPolicy(aggregate="majority", threshold=3, tie="highest"),
    "median": AggregationPolicy(aggregate="median"),
}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    for size in chosen(args, [*SIZES]):
        shape = SIZES[size]
        votes, rankings = _votes(shape, args.seed), _rankings(shape, args.seed)
        yield _timed(f"Values and draws: {shape}", _value_actions(votes, rankings), args.rounds)
        pairs = _pair_actions(votes, rankings[:2])
        yield _timed(f"Single labels, two runs: {shape}", pairs, args.rounds)
        if size == "small":
            yield _timed(f"One more judgment: {MANY}", _one_more(MANY, args.seed), args.rounds)


def _timed(title: str, actions: dict[str, Callable[[], object]], n_rounds: int) -> Table:
    steps = time_in_turn(actions, n_rounds)
    rows = [(s.name, s.median_s, min(s.wall_s), max(s.wall_s)) for s in steps.values()]
    return Table(title, ("what", "s", "least", "most"), rows)


def _value_actions(votes: PackedVotes, rankings: list[Rankings]) -> dict[str, Callable[[], object]]:
    actions: dict[str, Callable[[], object]] = {}
    for name, policy in POLICIES.items():
        for measure in map(parse_measure, ("P@10", "nDCG@10", "AP")):
            panel = panel_of(votes, policy, scale=SCALE)
            matches = match(panel, rankings, measure)
            beside = f"{measure.name} by {name}"
            actions[f"values, {beside}"] = partial(_values, votes, policy, matches)
            for n_draws in (50, 200):
                draws = partial(redraw, Systems(panel, matches), n_draws=n_draws)
                actions[f"{n_draws} draws, {beside}"] = draws
    return actions


def _values(votes: PackedVotes, policy: AggregationPolicy, matches: Matches) -> object:
    """All that a change of the policy asks for, from the votes on; the pairs stay the same."""
    panel = panel_of(votes, policy, scale=SCALE)
    return order_systems(Systems(panel, matches).score_labels(panel.labels()).labelled)


def _pair_actions(votes: PackedVotes, rankings: list[Rankings]) -> dict[str, Callable[[], object]]:
    panel = panel_of(votes, POLICIES["majority"], scale=SCALE)
    actions: dict[str, Callable[[], object]] = {}
    # Over thousands of topics the search by AP takes longer than a page may ask for.
    by_ap = ["AP@100"] if len(votes.topics) < 1000 else []
    for measure in map(parse_measure, ("P@10", "RR@10", "nDCG@10", *by_ap)):
        systems = Systems(panel, match(panel, rankings, measure))
        labelled = systems.label_set(panel.settle(panel.labels()))
        asked = partial(pair_effects, measure, labelled.judged, *labelled.rankings, values=(0, 1))
        turning = partial(labels_to_turn, measure, labelled.judged, *labelled.rankings)
        actions[f"decisive pairs, {measure.name}"] = asked
        actions[f"labels to turn, {measure.name}"] = partial(turning, values=(0, 1))
    return actions


def _one_more(shape: Shape, seed: int) -> dict[str, Callable[[], object]]:
    """Values after one more vote on a pair: the same pairs, so the same match."""
    votes, rankings = _votes(shape, seed), _rankings(shape, seed)
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

    return {f"{measure.name} by majority": scored}


def _votes(shape: Shape, seed: int) -> PackedVotes:
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


def _rankings(shape: Shape, seed: int) -> list[Rankings]:
    """A hundred passages a topic, all of them judged, in an order of its own for each run."""
    rng = np.random.default_rng(seed)
    depth = min(100, shape.n_pairs)
    starts = np.arange(shape.n_topics + 1) * depth
    firsts = np.arange(shape.n_topics)[:, None] * shape.n_pairs
    size = shape.n_topics, shape.n_pairs
    orders = (rng.random(size).argsort(axis=1)[:, :depth] for _ in range(shape.n_runs))
    return [Rankings(starts, (order + firsts).ravel()) for order in orders]


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("whatif", __doc__, parts=[*SIZES], rounds=3)
    args = parser.parse_args(arguments)
    print_tables(" ".join(["whatif", *arguments]), tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
