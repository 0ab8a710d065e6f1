from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from evaluation.comparisons.options import rank_options
from evaluation.families.correlations import (
    CorrelatedRankings,
    correlate_rankings,
)
from evaluation.management.options import add_common_options, add_draws, asked_scores
from evaluation.reports.families import correlation_rows
from evaluation.reports.rows import SINGLE_PRECISION, narrowing, threshold_text, topics_text
from ranking.management.base import RegradeCommand, names
from ranking.management.tables import render
from regrade.significance import RANK_CORRELATIONS, RANK_DEFAULTS, RankOptions


class Command(RegradeCommand):
    help = (
        "Whether the order of systems holds: rank correlations of runs between any two label sets,"
        " by each measure; with one label set, between any two measures. Intervals are over topics."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser)
        parser.add_argument(
            "--coefficients",
            type=names,
            default=",".join(RANK_CORRELATIONS),
            help="comma-separated; default all: %(default)s",
        )
        parser.add_argument(
            "--p", type=float, default=RANK_DEFAULTS.p, help="persistence of rbo; default 0.9"
        )
        add_draws(parser, "--resamples", "of topics, for intervals; 0 for none; default 10000")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = rank_options(seed=options["seed"], resamples=options["resamples"], p=options["p"])
        correlated = correlate_rankings(
            **asked_scores(options),
            options=asked,
            coefficients=options["coefficients"],
        )
        rows = correlation_rows(correlated)
        self.stdout.write(render(rows, options["format"]))
        notes = self.stdout if options["format"] == "table" else self.stderr
        for line in _lines(correlated, asked):
            notes.write(line)
        for line in narrowing(correlated.topics):
            notes.write(line)


def _lines(correlated: CorrelatedRankings, asked: RankOptions) -> Iterator[str]:
    """Notes under a table of correlations."""
    topics, names = (
        topics_text(correlated.topics),
        {each.name for pair in correlated.pairs for each in pair.correlations},
    )
    intervals = "no intervals, since none were drawn"
    if asked.n_resamples:
        intervals = (
            f"percentile intervals from {asked.n_resamples:,} resamples, seed {asked.seed},"
            f" at {asked.confidence:.0%}"
        )
    yield f"{topics}; {intervals}."
    if correlated.single_precision:
        yield SINGLE_PRECISION
    if "rbo" in names:
        yield f"rbo: persistence {asked.p:g}, ties by variant {asked.ties}, extrapolated."
    if "tau-ap" in names:
        yield "tau-ap: the first labels and measure of each line are the reference."
    orders = [order for pair in correlated.pairs for order in (pair.first, pair.second)]
    if lower := {each.measure.name for each in orders if each.measure.lower_is_better}:
        yield f"↓ lower is better: {', '.join(sorted(lower))}."
    yield from {each.label_set.pk: threshold_text(each.label_set) for each in orders}.values()
