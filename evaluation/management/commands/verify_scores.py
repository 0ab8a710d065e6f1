from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import LabelSet
from evaluation.scores.measures import measures_of
from evaluation.scores.verifying import verify_scores
from ranking.lookup import all_by_name
from ranking.management.base import RegradeCommand, add_names
from ranking.models import Run


class Command(RegradeCommand):
    help = (
        "Recompute scores of stored runs with pytrec_eval, which runs trec_eval's own code: every"
        " measure that it has, scores rounded to 32 bits on both sides. Prints how many values"
        " are equal, and which topics double precision orders otherwise. Exits with 1 if one"
        " differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_names(parser, "--runs", "runs, comma-separated")
        add_names(parser, "--labels", "label sets, comma-separated")
        parser.add_argument("--measures", required=True, help='such as "AP,P@10,nDCG@10"')

    def handle(self, *args: Any, **options: Any) -> None:
        verified = verify_scores(
            runs=all_by_name(Run, options["runs"]),
            label_sets=all_by_name(LabelSet, options["labels"]),
            measures=measures_of(options["measures"]),
        )
        for each in verified:
            self.stdout.write("\n".join(each.sentences))
        if n_unequal := sum(len(each.unequal) for each in verified):
            raise CommandError(f"{n_unequal:,} values differ from pytrec_eval's.")
