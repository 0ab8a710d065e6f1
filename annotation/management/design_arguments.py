"""Command options for a pool by design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import LabelSet
from annotation.models.label_set import LABEL_ROLES
from annotation.pools.asked_design import Asked, ByDesign, Draw, measures_to_draw_for
from ranking.lookup import by_name
from ranking.management.base import add_names

QUESTIONS = "--between A,B, --against A, --all-differences or --means"


def add_design_arguments(parser: CommandParser) -> None:
    """Add the options of a draw; the depth and the runs are the pool's."""
    design = parser.add_argument_group("a sample by design, with --runs and --depth")
    design.add_argument(
        "--draw", type=int, metavar="N", help="draw N pairs, each with a known probability"
    )
    design.add_argument(
        "--for",
        dest="measures",
        metavar="MEASURES",
        help="draw for these measures, comma-separated: P, DCG, nDCG, RBP, or AP with --ideal-of",
    )
    question = design.add_mutually_exclusive_group()
    add_names(question, "--between", "how far apart two runs are: two names", required=False)
    question.add_argument("--against", metavar="RUN", help="how far each run is from this one")
    question.add_argument(
        "--all-differences", action="store_true", help="how far each run is from each"
    )
    question.add_argument("--means", action="store_true", help="how high each run is")
    design.add_argument(
        "--ideal-of",
        metavar="LABELS",
        help="labels that give the ideal rankings of nDCG (without: drawn for as DCG), and the"
        " numbers of relevant passages of AP",
    )
    design.add_argument(
        "--predicted-by",
        metavar="LABELS",
        help="older labels, or a machine's, that help to predict what pairs gain; the better they"
        " fit, the narrower the intervals, which stay true if they do not",
    )


def asked_draw(options: Mapping[str, Any]) -> Draw:
    """The draw that the options ask for.

    Raises:
        CommandError: no measure, or no question.
    """
    if not options["measures"]:
        raise CommandError("--draw needs --for MEASURES, such as --for nDCG@10.")
    by = ByDesign(
        measures=measures_to_draw_for(options["measures"]),
        question=_question(options),
        seed=options["seed"],
        **{role: _labels(options[role]) for role in LABEL_ROLES},
    )
    return Draw(options["draw"], by)


def _labels(name: str | None) -> LabelSet | None:
    return by_name(LabelSet, name) if name else None


def _question(options: Mapping[str, Any]) -> Asked:
    if options["between"]:
        return Asked("pair", options["between"])
    if options["against"]:
        return Asked("against", [options["against"]])
    if options["all_differences"]:
        return Asked("all")
    if options["means"]:
        return Asked("means")
    raise CommandError(f"--draw needs a question: {QUESTIONS}.")
