from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import CommandParser

from annotation.database import one_snapshot
from annotation.labels.voters import kinds_at_first
from annotation.management.label_policy import add_policy, asked_policy
from annotation.models import Campaign, LabelSet
from evaluation.whatif.decisive import decisive_pairs
from evaluation.whatif.looking import lead_by_threshold, look
from evaluation.whatif.sources import where_from
from evaluation.whatif.stability import MOST_DRAWS, draw_again, simulate
from evaluation.whatif.states import State, asked_measure
from evaluation.whatif.turning import MeansTurned, Turned, VerdictTurned, what_turns
from ranking.lookup import all_by_name, by_name
from ranking.management.arguments import read_by
from ranking.management.base import RegradeCommand, add_names
from ranking.management.tables import FORMATS, Row, render
from ranking.models import Run
from regrade.aggregation.policy_file import WholePolicy

NUMBERS = (
    ("draws", 1, MOST_DRAWS, 200, "how many draws"),
    ("draw-seed", 0, 2**31 - 1, 0, "seed of the draws"),
    ("most", 1, 500, 20, "pairs to list"),
)
Answer = Callable[[State, Mapping[str, Any]], Sequence[Row]]


class Command(RegradeCommand):
    help = (
        "Ask what would change the order of runs under a campaign's labels. The options of a "
        "policy say which labels, as derive_labels makes them; nothing is stored. QUESTION is "
        "order (means and places, beside those of --reference), pairs-of-runs (every two of them "
        "and their significance), and for two runs: thresholds (the lead by threshold), redraws "
        "(who is ahead when assessors and topics are drawn again), turning (the fewest labels that "
        "turn the order, or the test), turning-labels (which these are), decisive (the pairs that "
        "could most change it), sources (how much of the uncertainty comes from topics and from "
        "people), topics-needed (by the votes of each pair) and errors (what people's judging "
        "errors would do). Where only simulated assessors voted, they count unless --kinds says "
        "otherwise."
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
            campaign = by_name(Campaign, options["campaign"])
            state = State(
                campaign,
                _with_kinds(policy, campaign, options),
                all_by_name(Run, options["runs"]),
                asked_measure(options["measure"], left_out=options["unjudged"] == "left-out"),
                others,
            )
            rows = ANSWERS[options["question"]](state, options)
        self.stdout.write(render(rows, options["format"]))


def _with_kinds(policy: WholePolicy, campaign: Campaign, options: Mapping[str, Any]) -> WholePolicy:
    """The policy; without kinds of assessors those that the page begins with."""
    if options["policy"] is not None or options.get("kinds") is not None:
        return policy
    return replace(policy, voters=replace(policy.voters, kinds=kinds_at_first(campaign)))


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
    return [
        {
            "first": pair.first,
            "second": pair.second,
            "ahead": _ahead(state, pair.first, pair.second, pair.difference),
            **_known(pair),
        }
        for pair in look(state, _reference(options)).pairs
    ]


def _ahead(state: State, first: str, second: str, difference: float | None) -> str | None:
    """The better of two runs; None where that is not known or they are equal."""
    lead = round(difference or 0.0, 12)
    if not lead:
        return None
    return second if (lead > 0) != state.measure.lower_is_better else first


def _thresholds(state: State, _: Mapping[str, Any]) -> list[Row]:
    leads = lead_by_threshold(state)
    first, second = (run.name for run in state.runs)
    return [
        {
            "threshold": lead.threshold,
            "first": first,
            "second": second,
            "ahead": _ahead(state, first, second, lead.difference),
            **lead._asdict(),
        }
        for lead in leads
    ]


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
    return [_turned(what, each) for what, each in _ways(what_turns(state))]


def _turned(what: str, turned: MeansTurned | VerdictTurned) -> Row:
    """How many labels turn it; of a test no least number is known."""
    means = turned if isinstance(turned, MeansTurned) else None
    return {
        "what turns": what,
        "at least": means and means.at_least,
        "at most": turned.at_most,
        "of labels": means and means.n_labels,
        "after": means and means.after,
    }


def _turning_labels(state: State, _: Mapping[str, Any]) -> list[Row]:
    return [
        {
            "what turns": what,
            "query_id": one.query_id,
            "doc_id": one.doc_id,
            "label": one.label,
            "new label": one.new_label,
        }
        for what, turned in _ways(what_turns(state))
        for one in turned.changes
    ]


def _ways(found: Turned) -> list[tuple[str, MeansTurned | VerdictTurned]]:
    """The ways of turning it, with the labels of each."""
    was_significant = found.verdict is not None and found.verdict.was_significant
    ways = [
        ("the means", found.means),
        ("the means, unjudged passages too", found.with_unjudged),
        (f"the test, to {'not ' if was_significant else ''}significant", found.verdict),
    ]
    return [(what, each) for what, each in ways if each is not None]


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
    ]


def _topics_needed(state: State, options: Mapping[str, Any]) -> list[Row]:
    found = where_from(state, n_draws=options["draws"], draw_seed=options["draw_seed"])
    return [{"votes of a pair": one.n_people, "topics": one.n_topics} for one in found.needed]


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
    "turning-labels": _turning_labels,
    "decisive": _decisive,
    "sources": _sources,
    "topics-needed": _topics_needed,
    "errors": _errors,
}
