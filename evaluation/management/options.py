"""Options that `evaluate` and `compare` share."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import LabelSet
from ranking.management.base import add_names
from ranking.management.tables import FORMATS
from ranking.services.lookup import by_name


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
    formats = [*FORMATS, *more_formats]
    parser.add_argument("--format", choices=formats, default="table", help="default table")


def only_topics_of(options: dict[str, Any]) -> LabelSet | None:
    name = options["only_topics_of"]
    return by_name(LabelSet, name) if name else None
