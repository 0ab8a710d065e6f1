from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.files_alone import (
    FilesReport,
    GivenFile,
    Thresholds,
    import_files,
    read_own,
)
from ranking.management.base import RegradeCommand
from ranking.management.lenient_reading import add_leniency, leniency_of
from ranking.management.progress import reading
from regrade.tables import report

OWN = "--min-relevance-of"


class Command(RegradeCommand):
    help = (
        "Read run files (TREC's six columns) and qrels files (TREC's four) into runs and label "
        "sets, all of them or none. They come over a new collection without texts and a new topic "
        "set, which has every query id of the files, and the id for its query. A run or label set "
        "is named by its file; where that name is taken, NAME stands before it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of collection and topic set; no comma, no blank")
        parser.add_argument(
            "files", nargs="+", type=Path, metavar="FILE", help="runs and qrels, in any order"
        )
        parser.add_argument(
            "--min-relevance",
            type=int,
            metavar="N",
            help="least value that binary measures call relevant (default 1); a file whose labels "
            "are all lower counts from its highest",
        )
        parser.add_argument(
            OWN,
            action="append",
            default=[],
            metavar="FILE=N",
            help="the same of one qrels file alone, as it is; FILE as it is given among the files; "
            "repeat it for others",
        )
        add_leniency(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with reading(options["files"]) as progress:
            done = import_files(
                name=options["name"],
                files=[GivenFile(path, path.name) for path in options["files"]],
                thresholds=_thresholds(**options),
                leniency=leniency_of(options),
                progress=progress,
            )
        self.stdout.write(report(f"Collection and topic set {done.name}:", _counts(done)))
        for run in done.runs:
            if run.metadata_note:
                self.stdout.write(f"Run {run.name}: {run.metadata_note}")


def _thresholds(
    *, files: Sequence[Path], min_relevance: int | None, min_relevance_of: Sequence[str], **_: Any
) -> Thresholds:
    def place_of(typed: str) -> int:
        places = [place for place, path in enumerate(files, 1) if path == Path(typed)]
        if len(places) != 1:
            how_often = "more than once among" if places else "none of"
            raise ValueError(f"{typed!r} is {how_often} the files")
        return places[0]

    form = "FILE=N, with FILE as it is given among the files"
    own = read_own(min_relevance_of, field=OWN, form=form, place_of=place_of)
    return Thresholds(min_relevance, own, field=OWN)


def _counts(done: FilesReport) -> dict[str, int | str]:
    runs = {f"lines of run {run.name}": run.n_lines for run in done.runs}
    labels = {f"pairs of labels {labels.name}": labels.n_pairs for labels in done.label_sets}
    left_out = {
        f"lines of run {run.name} left out, which repeat a passage": run.n_repeated
        for run in done.runs
        if run.n_repeated
    }
    return {"topics": done.n_topics, **runs, **left_out, **labels}
