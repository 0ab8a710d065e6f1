from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from evaluation.management.options import add_common_options, add_draws, asked_scores
from evaluation.rank_choices import rank_options
from evaluation.reports.rows import narrowing
from evaluation.services.correlate_rankings import correlate_rankings, correlation_rows
from evaluation.significance import RANK_CORRELATIONS, RANK_DEFAULTS
from ranking.management.base import RegradeCommand
from ranking.management.tables import render


class Command(RegradeCommand):
    help = (
        "Whether the order of systems holds: rank correlations of runs between any two label sets,"
        " by each measure; with one label set, between any two measures. Intervals are over topics."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser)
        parser.add_argument(
            "--coefficients",
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
            coefficients=options["coefficients"].split(","),
        )
        rows = correlation_rows(correlated)
        self.stdout.write(render(rows, options["format"]))
        tell = self.stdout if options["format"] == "table" else self.stderr
        tell.write(
            f"{len(correlated.topics.topics)} topics; percentile intervals from"
            f" {asked.n_resamples:,} resamples, seed {asked.seed}."
        )
        for line in narrowing(correlated.topics):
            tell.write(line)
