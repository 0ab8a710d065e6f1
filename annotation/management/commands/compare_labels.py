from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.labels.comparing import compare_label_sets, count_differences, queries_of
from annotation.models import LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from regrade.labels import LabelComparison
from regrade.tables import report

NONE = "unlabelled"


class Command(RegradeCommand):
    help = (
        "Hold two label sets over the same topics and collection against each other: how often "
        "each label of the first came with each of the second, percent agreement and Cohen's kappa "
        "(of the labels where both have the same scale, and of relevant or not), and the topics "
        "with passages that only one of them calls relevant."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("first", help="label set, the older one as a rule")
        parser.add_argument("second", help="label set")
        parser.add_argument(
            "--topics",
            action="store_true",
            help="a row for each topic in place of all that: relevant passages, gained, lost",
        )
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        first, second = (by_name(LabelSet, options[key]) for key in ("first", "second"))
        found = compare_label_sets(first, second)
        if options["topics"]:
            self.stdout.write(render(_topics(first, second, found), options["format"]))
            return
        table = render(_confusion(first, second, found), options["format"])
        self.stdout.write(table)
        if options["format"] == "table":
            self.stdout.write(report("Together:", _figures(found)))


def _confusion(first: LabelSet, second: LabelSet, found: LabelComparison) -> list[dict[str, Any]]:
    head = f"{first.name} / {second.name}"
    columns = [*map(str, second.scale), NONE]
    return [
        {head: value, **dict(zip(columns, row, strict=True))}
        for value, row in zip([*first.scale, NONE], found.confusion.tolist(), strict=True)
    ]


def _figures(found: LabelComparison) -> dict[str, int | str]:
    agreement = {
        "percent agreement of the labels": found.percent_agreement,
        "kappa of the labels": found.kappa,
        "kappa, linear weights": found.kappa_linear,
        "kappa, quadratic weights": found.kappa_quadratic,
        "percent agreement, relevant or not": found.percent_relevance,
        "kappa, relevant or not": found.kappa_relevance,
    }
    differences = count_differences(found.changes)
    return {
        "pairs that both label": found.n_shared,
        "pairs with two labels": differences["value"],
        "pairs that only the second labels": differences["added"],
        "pairs that only the first labels": differences["dropped"],
        "pairs relevant in the second alone": differences["gained"],
        "pairs relevant in the first alone": differences["lost"],
        "topics with a pair relevant in the second alone": sum(
            t.n_gained > 0 for t in found.topics
        ),
        **{name: "-" if value is None else f"{value:.4f}" for name, value in agreement.items()},
    }


def _topics(first: LabelSet, second: LabelSet, found: LabelComparison) -> list[dict[str, Any]]:
    queries = queries_of(first)
    return [
        {
            "query_id": queries[one.topic][0],
            f"relevant in {first.name}": one.n_first,
            f"relevant in {second.name}": one.n_second,
            "gained": one.n_gained,
            "lost": one.n_lost,
        }
        for one in found.topics
    ]
