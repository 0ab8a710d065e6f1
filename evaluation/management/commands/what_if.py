from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.core.management.base import CommandParser

from annotation.database import one_snapshot
from annotation.management.label_policy import add_policy, asked_policy
from annotation.models import Campaign, LabelSet
from evaluation.whatif.decisive import decisive_pairs
from evaluation.whatif.looking import lead_by_threshold, look
from evaluation.whatif.sources import where_from
from evaluation.whatif.stability import MOST_DRAWS, draw_again, simulate
from evaluation.whatif.states import State, asked_measure
from evaluation.whatif.turning import ChangedLabel, MeansTurned, VerdictTurned, what_turns
from ranking.lookup import all_by_name, by_name
from ranking.management.arguments import read_by
from ranking.management.base import RegradeCommand, add_names
from ranking.management.tables import FORMATS, Row, render
from ranking.models import Run

NUMBERS = (
    ("draws", 1, MOST_DRAWS, 200, "how many draws"),
    ("draw-seed", 0, 2**31 - 1, 0, "seed of the draws"),
    ("most", 1, 500, 20, "pairs to list"),
)
MOST_LISTED = 10  # labels, in a row
Answer = Callable[[State, Mapping[str, Any]], Sequence[Row]]


class Command(RegradeCommand):
    help = (
        "Ask what would change the order of runs under a campaign's labels. The options of a "
        "policy say which labels, as derive_labels makes them; nothing is stored. QUESTION is "
        "order (means and places, beside those of --reference), pairs-of-runs (every two of them "
        "and their significance), and for two runs: thresholds (the lead by threshold), redraws "
        "(who is ahead when assessors and topics are drawn again), turning (the fewest labels that "
        "turn the order, or the test), decisive (the pairs that could most change it), sources "
        "(how much of the uncertainty comes from topics and from people) and errors (what people's "
        "judging errors would do)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "question", choices=list(ANSWERS), metavar="QUESTION", help=", ".join(ANSWERS)
        )
        parser.add_argument("--campaign", required=True, help="whose votes to take")
        add_names(parser, "--runs", "runs, comma-separated; two for most questions")
        parser.add_argument("--measure", required=True, help="one, such as nDCG@10")
        parser.add_argument(
            "--unjudged",
            choices=["not-relevant", "left-out"],
            default="not-relevant",
            help="what a passage without a label is: not relevant (default), or left out",
        )
        parser.add_argument(
            "--reference", metavar="LABELS", help="labels to compare the order with"
        )
        for name, least, most, usual, what in NUMBERS:
            parser.add_argument(
                f"--{name}",
                type=read_by(partial(_within, least, most)),
                default=usual,
                metavar="N",
                help=f"{what}, {least} to {most:,}; default {usual}",
            )
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")
        add_policy(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        policy, others = asked_policy(options)
        with one_snapshot():
            state = State(
                by_name(Campaign, options["campaign"]),
                policy,
                all_by_name(Run, options["runs"]),
                asked_measure(options["measure"], left_out=options["unjudged"] == "left-out"),
                others,
            )
            rows = ANSWERS[options["question"]](state, options)
        self.stdout.write(render(rows, options["format"]))


def _within(least: int, most: int, text: str) -> int:
    if text.isascii() and text.lstrip("-").isdigit() and least <= int(text) <= most:
        return int(text)
    raise ValueError(f"a whole number from {least} to {most:,} is needed, not {text!r}")


def _reference(options: Mapping[str, Any]) -> LabelSet | None:
    name = options["reference"]
    return by_name(LabelSet, name) if name else None


def _order(state: State, options: Mapping[str, Any]) -> list[Row]:
    found = look(state, _reference(options))
    return [_known(run) for run in sorted(found.runs, key=lambda run: run.place)]


def _pairs_of_runs(state: State, options: Mapping[str, Any]) -> list[Row]:
    return [_known(pair) for pair in look(state, _reference(options)).pairs]


def _thresholds(state: State, _: Mapping[str, Any]) -> list[Row]:
    return [lead._asdict() for lead in lead_by_threshold(state)]


def _redraws(state: State, options: Mapping[str, Any]) -> list[Row]:
    found = draw_again(state, n_draws=options["draws"], draw_seed=options["draw_seed"])
    names = [run.run for run in found.runs]
    return [
        {"run": run.run}
        | {f"ahead of {name}": n for name, n in zip(names, run.ahead_of, strict=True)}
        | {f"place {place}": n for place, n in enumerate(run.places, start=1)}
        | {"draws": found.n_draws}
        for run in found.runs
    ]


def _turning(state: State, _: Mapping[str, Any]) -> list[Row]:
    found = what_turns(state)
    means = ("the means", found.means), ("the means, unjudged passages too", found.with_unjudged)
    rows = [_turned(what, each) for what, each in means if each is not None]
    return rows if found.verdict is None else [*rows, _verdict(found.verdict)]


def _turned(what: str, turned: MeansTurned) -> Row:
    return {
        "what turns": what,
        "at least": turned.at_least,
        "at most": turned.at_most,
        "of labels": turned.n_labels,
        "after": turned.after,
        "labels": _listed(turned.changes),
    }


def _verdict(turned: VerdictTurned) -> Row:
    what = "not significant" if turned.was_significant else "significant"
    return {
        "what turns": f"the test, to {what}",
        "at least": None,
        "at most": turned.at_most,
        "of labels": None,
        "after": None,
        "labels": _listed(turned.changes),
    }


def _listed(changes: Sequence[ChangedLabel]) -> str:
    listed = [
        f"{one.query_id} {one.doc_id} {'none' if one.label is None else one.label}"
        f" to {one.new_label}"
        for one in changes[:MOST_LISTED]
    ]
    left = len(changes) - len(listed)
    return "; ".join([*listed, *([f"and {left} more"] if left else [])])


def _decisive(state: State, options: Mapping[str, Any]) -> list[Row]:
    found = decisive_pairs(state, n=options["most"])
    return [
        {
            "query_id": pair.query_id,
            "doc_id": pair.doc_id,
            "status": pair.status,
            "label": pair.label,
            "votes": " ".join(map(str, pair.votes)),
            **{f"rank in {found.first}": pair.first_rank},
            **{f"rank in {found.second}": pair.second_rank},
            "low": pair.low,
            "high": pair.high,
            "expected": pair.expected,
        }
        for pair in found.pairs
    ]


def _sources(state: State, options: Mapping[str, Any]) -> Sequence[Row]:
    found = where_from(state, n_draws=options["draws"], draw_seed=options["draw_seed"])
    shares, drawn = found.shares._asdict(), found.drawn._asdict()
    variances = {"topics": found.topics, "people": found.people, "rest": found.residual}
    return [
        {
            "source": source,
            "variance": variances[source],
            "share of the interval": shares[source],
            "variance of draws": drawn.get(source),
        }
        for source in variances
    ] + [
        {"source": f"topics needed with {one.n_people} votes", "variance": one.n_topics}
        | {"share of the interval": None, "variance of draws": None}
        for one in found.needed
    ]


def _errors(state: State, options: Mapping[str, Any]) -> list[Row]:
    found = simulate(state, n_draws=options["draws"], draw_seed=options["draw_seed"])
    names = "true_difference", "n_draws", "n_turned", "n_tied", "n_wrong", "n_right"
    return [{name: getattr(found, name) for name in names}]


def _known(row: Any) -> Row:
    """The row without what no reference says."""
    return {key: value for key, value in row._asdict().items() if value is not None}


ANSWERS: Mapping[str, Answer] = {
    "order": _order,
    "pairs-of-runs": _pairs_of_runs,
    "thresholds": _thresholds,
    "redraws": _redraws,
    "turning": _turning,
    "decisive": _decisive,
    "sources": _sources,
    "errors": _errors,
}
