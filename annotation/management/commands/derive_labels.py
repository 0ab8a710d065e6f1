from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from annotation.models import AssessorKind, Campaign, LabelSet
from annotation.services.derive_labels import Derivation, derive_labels
from ranking.management.base import RegradeCommand
from ranking.management.reports import report
from ranking.management.tables import render
from ranking.services.lookup import by_name
from regrade.aggregation import AggregationPolicy, Step
from regrade.aggregation.policy import Aggregate, TieRule
from regrade.aggregation.rounding import ROUNDINGS


class Command(RegradeCommand):
    help = (
        "Make a label set of a campaign's votes; it never changes after. In this order: drop the "
        "votes of model assessors but for those named, drop assessors of a topic who left too much "
        "of it not judged, drop rows that were not judged, drop topics with too few assessors and "
        "pairs with too few votes, aggregate each pair, drop topics where nothing that the "
        "fallback calls relevant came out relevant, keep the topics of other labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new label set; no comma, no blank")
        parser.add_argument("--campaign", required=True, help="whose votes to take")
        _add_aggregation(parser.add_argument_group("how a pair's votes become its label"))
        _add_filters(parser.add_argument_group("what is left out"))

    def handle(self, *args: Any, **options: Any) -> None:
        done = derive_labels(
            name=options["name"],
            campaign=by_name(Campaign, options["campaign"]),
            policy=_policy(options),
            fallback=_labels(options["fallback"]),
            only_topics_of=_labels(options["only_topics_of"]),
            min_relevance=options["min_relevance"],
            models=options["models"],
        )
        self.stdout.write(f"{_title(done)}\n\n{render(_steps(done), 'table')}\n")
        self.stdout.write(report("Result:", _counts(done)))


def _add_aggregation(group: Any) -> None:
    group.add_argument(
        "--aggregate",
        required=True,
        choices=get_args(Aggregate),
        help="take the value with more than half of the votes, or the median grade",
    )
    group.add_argument(
        "--threshold",
        type=int,
        metavar="T",
        help="for majority: a vote of T or above counts as 1, any other as 0, and labels are 0 "
        "and 1; for median: labels of T or above count as relevant",
    )
    group.add_argument(
        "--round",
        choices=ROUNDINGS,
        default="up",
        help="what becomes of a median between two grades (default up)",
    )
    group.add_argument(
        "--tie",
        choices=get_args(TieRule),
        help="what decides where no value has more than half of the votes (default: fallback "
        "where --fallback and --threshold are given, else unjudged); a median has no ties",
    )
    group.add_argument("--fallback", metavar="LABELS", help="labels over the same topics")
    group.add_argument(
        "--min-relevance",
        type=int,
        metavar="N",
        help="least grade that binary measures call relevant, where labels are grades (default: "
        "the threshold of a median, else the midpoint of the scale rounded up); one above every "
        "label is refused",
    )


def _add_filters(group: Any) -> None:
    group.add_argument(
        "--models",
        nargs="+",
        default=[],
        metavar="NAME",
        help="count the votes of these model assessors, by name or pseudonym, or of all by "
        "'model' (default: of none)",
    )
    group.add_argument(
        "--min-assessors",
        type=int,
        default=1,
        metavar="N",
        help="drop topics with fewer distinct assessors (default 1)",
    )
    group.add_argument(
        "--min-votes",
        type=int,
        default=1,
        metavar="N",
        help="leave pairs with fewer votes unjudged (default 1)",
    )
    group.add_argument(
        "--max-blank-share",
        type=float,
        metavar="S",
        help="within a topic, drop assessors who left more than this share of their own rows "
        "not judged, as 0.5",
    )
    group.add_argument(
        "--require-fallback-relevant",
        action="store_true",
        help="drop topics where nothing that the fallback calls relevant came out relevant",
    )
    group.add_argument(
        "--only-topics-of", metavar="LABELS", help="keep the topics of these labels alone"
    )


def _policy(options: Mapping[str, Any]) -> AggregationPolicy:
    try:
        return AggregationPolicy(
            aggregate=options["aggregate"],
            threshold=options["threshold"],
            rounding=options["round"],
            tie=options["tie"] or _default_tie(options),
            min_assessors=options["min_assessors"],
            min_votes=options["min_votes"],
            max_blank_share=options["max_blank_share"],
            require_fallback_relevant=options["require_fallback_relevant"],
        )
    except ValueError as error:
        raise CommandError(f"The labels cannot be derived: {error}.") from error


def _default_tie(options: Mapping[str, Any]) -> TieRule:
    has_fallback = options["fallback"] is not None
    return "fallback" if has_fallback and options["threshold"] is not None else "unjudged"


def _labels(name: str | None) -> LabelSet | None:
    return None if name is None else by_name(LabelSet, name)


def _title(done: Derivation) -> str:
    """The label set, and how its labels came about, in words."""
    label_set, policy = done.label_set, done.label_set.policy
    how = str(policy["aggregate"])
    if policy["aggregate"] == "median":
        how += f" rounded {policy['rounding']}"
    elif policy["threshold"] is not None:
        how += f" of votes of {policy['threshold']} or above"
    return f"Labels {label_set.name} of campaign {label_set.campaign}: {how}."


def _steps(done: Derivation) -> list[dict[str, Any]]:
    """What was recorded, then one row for each step that was asked for."""
    words, steps = _words(done), done.aggregation.steps
    before = steps[0]
    recorded = {
        "": "recorded in the campaign",
        **dict.fromkeys(("judgments\nremoved", "pairs\nremoved", "topics\nremoved")),
        "judgments\nleft": done.n_recorded,
        "pairs\nleft": before.n_pairs + before.n_pairs_removed,
        "topics\nleft": before.n_topics + len(before.topics_removed),
    }
    return [recorded, *(_step(step, words[step.name]) for step in steps if step.name in words)]


def _step(step: Step, words: str) -> dict[str, Any]:
    return {
        "": words,
        "judgments\nremoved": step.n_judgments_removed,
        "pairs\nremoved": step.n_pairs_removed,
        "topics\nremoved": len(step.topics_removed),
        "judgments\nleft": step.n_judgments,
        "pairs\nleft": step.n_pairs,
        "topics\nleft": step.n_topics,
    }


def _words(done: Derivation) -> dict[str, str]:
    """What the steps are called here; those that the policy does not ask for are left out."""
    policy = done.label_set.policy
    fallback, only = policy["fallback"] or {}, policy["only_topics_of"] or {}
    share, n_blank = policy["max_blank_share"] or 0, _n_blank_assessors(done)
    said = {
        "assessors": "of model assessors, left out",
        "blank share": f"assessors with over {share:.0%} of a topic not judged: {n_blank}",
        "not judged": "without a grade",
        "min assessors": f"topics with fewer than {policy['min_assessors']} assessors",
        "min votes": f"pairs with fewer than {policy['min_votes']} votes",
        "unjudged ties": "ties, left unjudged",
        "fallback relevant": f"topics where no relevant one of {fallback.get('name')} stayed so",
        "only topics": f"topics that {only.get('name')} has not",
    }
    is_asked = {
        "assessors": done.aggregation.steps[0].n_judgments_removed > 0,
        "blank share": policy["max_blank_share"] is not None,
        "not judged": True,
        "min assessors": policy["min_assessors"] > 1,
        "min votes": policy["min_votes"] > 1,
        "unjudged ties": policy["aggregate"] == "majority" and policy["tie"] == "unjudged",
        "fallback relevant": policy["require_fallback_relevant"],
        "only topics": bool(only),
    }
    return {name: words for name, words in said.items() if is_asked[name]}


def _n_blank_assessors(done: Derivation) -> int:
    steps = {step.name: step for step in done.aggregation.steps}
    return steps["blank share"].n_assessor_topics_removed


def _counts(done: Derivation) -> dict[str, int | str]:
    label_set, labels = done.label_set, done.aggregation.labels
    by_value = Counter(value for topic in labels.values() for value in topic.values())
    relevant = sum(n for value, n in by_value.items() if value >= label_set.min_relevance)
    counts: dict[str, int | str] = {"topics": len(labels), "pairs": by_value.total()}
    counts |= {f"pairs of value {value}": by_value[value] for value in label_set.scale}
    counts[f"pairs relevant, at {label_set.min_relevance} or above"] = relevant
    if label_set.policy["aggregate"] == "majority":
        rule = _tie_words(label_set.policy)
        counts[f"ties of these topics, {rule}"] = done.aggregation.n_ties
    else:
        n_rounded = sum(map(len, label_set.report["medians"].values()))
        counts[f"medians rounded {label_set.policy['rounding']}"] = n_rounded
    for kind in AssessorKind.values:
        if kind in done.n_votes_by_kind:
            counts[f"votes of {kind} assessors counted"] = done.n_votes_by_kind[kind]
    return counts


def _tie_words(policy: Mapping[str, Any]) -> str:
    if policy["tie"] == "unjudged":
        return "left unjudged"
    if policy["tie"] == "fallback":
        return f"decided by {policy['fallback']['name']}"
    return f"decided by the {policy['tie']}"
