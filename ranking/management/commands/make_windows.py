from __future__ import annotations

from typing import Any

from ranking.collections.windows import make_windows
from ranking.lookup import by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand
from ranking.management.progress import progress_bar
from ranking.models import Collection
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Cut each passage of a collection into windows of so many words and make these a new "
        "collection: the windows of d are d#1, d#2 and so on, with its title. Rank it as any "
        "other; roll_up turns the run into one over the original. All or nothing."
    )

    arguments = (
        argument("name", metavar="NAME", help="name of the new collection; no comma, no blank"),
        argument("--of", required=True, metavar="COLLECTION", help="the collection to cut"),
        argument("--words", required=True, type=int, metavar="N", help="words in a window"),
        argument(
            "--stride",
            required=True,
            type=int,
            metavar="M",
            help="words from one beginning to the next, N at most; N for no overlap",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        of = by_name(Collection, options["of"])
        with progress_bar(total=of.n_passages, unit=" passages") as bar:
            made = make_windows(
                name=options["name"],
                of=of,
                n_words=options["words"],
                stride=options["stride"],
                progress=bar.update,
            )
        counts = {
            "windows": made.n_windows,
            "documents": made.n_documents,
            "of them without words, which have no window": made.n_without_words,
        }
        self.stdout.write(report(f"Collection {made.name}, windows of {of.name}:", counts))
