"""Options shared by the commands on scores."""

from __future__ import annotations

from typing import Any, get_args

from django.core.management.base import CommandParser

from annotation.models import LabelSet
from evaluation.scores.measures import measures_of
from evaluation.scores.topic_choice import TrainedTopics
from ranking.lookup import all_by_name, by_name
from ranking.management.base import add_names
from ranking.management.tables import FORMATS
from ranking.models import Run
from regrade.significance import DEFAULTS
from regrade.significance.options import ZeroMethod


def add_common_options(parser: CommandParser, *more_formats: str) -> None:
    add_names(parser, "--runs", "runs, comma-separated")
    add_names(parser, "--labels", "label sets, comma-separated")
    parser.add_argument(
        "--measures", required=True, help='such as "RR@10,MFR@10,nDCG(unjudged=1)@10"'
    )
    parser.add_argument("--only-topics-of", metavar="L", help="narrow to this label set's topics")
    parser.add_argument(
        "--common-topics", action="store_true", help="narrow to topics that every run has"
    )
    parser.add_argument(
        "--trained-topics",
        choices=get_args(TrainedTopics),
        default="refuse",
        help="topics that a run's model was trained on: refuse to score them, leave them out, or"
        " keep them; default refuse",
    )
    parser.add_argument(
        "--single-precision",
        action="store_true",
        help="order by scores rounded to 32 bits, as trec_eval does up to version 9, and"
        " pytrec_eval; such values are worked out each time",
    )
    formats = [*FORMATS, *more_formats]
    parser.add_argument("--format", choices=formats, default="table", help="default table")


def add_test_options(parser: CommandParser) -> None:
    """Add the options of tests of two runs; `chosen_test_options` reads them."""
    parser.add_argument(
        "--seed", type=int, default=DEFAULTS.seed, help="of randomization and bootstrap; default 0"
    )
    parser.add_argument(
        "--permutations",
        type=int,
        default=DEFAULTS.n_resamples,
        metavar="N",
        help="random draws of randomization and bootstrap; default 10000",
    )
    parser.add_argument(
        "--zero-method",
        choices=get_args(ZeroMethod),
        default=DEFAULTS.zero_method,
        help="what Wilcoxon's test does with topics without a difference; default wilcox",
    )
    parser.add_argument(
        "--bound",
        type=float,
        metavar="D",
        help="for --test equivalence: differences up to this, either way, do not matter",
    )


def add_draws(parser: CommandParser, flag: str, what: str) -> None:
    """How many random draws, and their seed."""
    parser.add_argument(flag, type=int, default=DEFAULTS.n_resamples, metavar="N", help=what)
    parser.add_argument("--seed", type=int, default=0, help="of the random draws; default 0")


def chosen_test_options(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("seed", "permutations", "zero_method", "bound")}


def only_topics_of(options: dict[str, Any]) -> LabelSet | None:
    name = options["only_topics_of"]
    return by_name(LabelSet, name) if name else None


def asked_scores(options: dict[str, Any]) -> dict[str, Any]:
    """Runs, labels, measures, topics and order of a command, as services take them."""
    return {
        "runs": all_by_name(Run, options["runs"]),
        "label_sets": all_by_name(LabelSet, options["labels"]),
        "measures": measures_of(options["measures"]),
        "only_topics_of": only_topics_of(options),
        "common_topics": options["common_topics"],
        "trained_topics": options["trained_topics"],
        "single_precision": options["single_precision"],
    }
