from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.files.value_map import parse_value_map
from annotation.models import LabelSet
from annotation.services.export_labels import LabelExport, export_labels, write_labels
from ranking.management.base import RegradeCommand
from ranking.services.lookup import by_name

STDOUT = "-"


class Command(RegradeCommand):
    help = (
        "Write a label set as TREC qrels, which trec_eval reads, and say which -l gives trec_eval "
        "the same relevant passages."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the label set")
        parser.add_argument(
            "file", metavar="FILE", help="where to, replacing what is there; - is standard output"
        )
        parser.add_argument(
            "--map",
            metavar="1:0,2:0,3:1",
            default="",
            help="write other values: each old:new; values that are not named stay",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        label_set = by_name(LabelSet, options["name"])
        mapping, file = _mapping(options["map"]), options["file"]
        if file == STDOUT:
            qrels = StringIO()
            done = write_labels(stream=qrels, label_set=label_set, mapping=mapping)
            self.stdout.write(qrels.getvalue(), ending="")
            self.stderr.write(_hints(label_set, "QRELS", done))
        else:
            done = export_labels(label_set=label_set, path=Path(file), mapping=mapping)
            self.stdout.write(f"{done.n_pairs:,} pairs of {done.n_topics:,} topics in {file}.")
            self.stdout.write(_hints(label_set, file, done))


def _mapping(text: str) -> dict[int, int]:
    try:
        return parse_value_map(text)
    except ValueError as error:
        raise CommandError(f"--map: {error}.") from error


def _hints(label_set: LabelSet, file: str, done: LabelExport) -> str:
    hint = f"trec_eval -l {done.level} -c {file} RUN"
    if done.level is None:
        least = label_set.min_relevance
        hint = f"No trec_eval -l fits: the map mixes values from {least} up with those below."
    if done.n_negative:
        hint += f"\ntrec_eval takes the {done.n_negative:,} negative values for unjudged."
    return hint
