from __future__ import annotations

from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from annotation.labels.arrays import stored_counts
from annotation.labels.combining import Combination, Part, combine_labels
from annotation.models import LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.files.judging.value_map import parse_value_map
from regrade.labels import Rule
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Make one label set of several over the same topics and collection; it never changes and "
        "records its sources. union: all pairs, with the highest of their labels. "
        "intersection: pairs that all sets label, with the lowest. precedence: all pairs, with the "
        "label of the first set that has one, as when new judgments complete old ones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new label set; no comma, no blank")
        parser.add_argument(
            "--of", nargs="+", required=True, metavar="LABELS", help="two sets or more, in order"
        )
        parser.add_argument(
            "--by", required=True, choices=get_args(Rule), help="which pairs, and which label"
        )
        parser.add_argument(
            "--map",
            action="append",
            default=[],
            metavar="LABELS=VALUE:NEW,...",
            help="other values for those of a set, as old=0:1,1:4; others stay; may be given for "
            "several sets",
        )
        parser.add_argument(
            "--min-relevance",
            type=int,
            metavar="N",
            help="least value that binary measures call relevant (default: that from which on all "
            "sets do, once mapped; where there is none it is needed)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        named = [_table(text) for text in options["map"]]
        tables = dict(named)
        if len(tables) < len(named):
            raise CommandError("--map names a set twice; give all its values at once, as 0:1,1:4.")
        if unknown := sorted(set(tables) - set(options["of"])):
            raise CommandError(f"--map names {unknown[0]}, which --of does not.")
        done = combine_labels(
            name=options["name"],
            parts=[Part(by_name(LabelSet, one), tables.get(one, {})) for one in options["of"]],
            rule=options["by"],
            min_relevance=options["min_relevance"],
        )
        title = f"Labels {done.label_set.name}: {options['by']} of {', '.join(options['of'])}:"
        self.stdout.write(report(title, _counts(done)))


def _table(text: str) -> tuple[str, dict[int, int]]:
    name, _, values = text.partition("=")
    try:
        table = parse_value_map(values)
    except ValueError as error:
        raise CommandError(f"--map {text}: {error}.") from error
    if not table:
        raise CommandError(f"--map {text}: name the set and its values, as in old=0:1,1:4.")
    return name, dict(table)


def _counts(done: Combination) -> dict[str, int | str]:
    counts = stored_counts([done.label_set])[done.label_set.pk]
    return {
        "topics": counts.n_topics,
        "pairs": counts.n_pairs,
        **{f"pairs of value {one.value}": one.n for one in counts.by_value},
        f"pairs relevant, at {done.label_set.min_relevance} or above": counts.n_relevant,
        "pairs that more than one set labels": done.n_shared,
        "of these, pairs with more than one label": done.n_disagreeing,
    }
