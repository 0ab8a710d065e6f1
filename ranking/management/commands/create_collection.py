from __future__ import annotations

from typing import Any

from ranking.collections.importing import create_collection
from ranking.management.arguments import COLLECTION_DETAILS, argument
from ranking.management.base import RegradeCommand


class Command(RegradeCommand):
    help = (
        "Make a collection without texts, to score runs under labels whose texts are not at hand. "
        "import_run and import_labels bring the doc_ids: passages that count in measures and "
        "cannot be shown, searched or judged. import_collection --add gives them their texts at "
        "any time."
    )

    arguments = (
        argument("name", help="name of the collection; no comma, no blank"),
        *COLLECTION_DETAILS,
    )

    def handle(self, *args: Any, **options: Any) -> None:
        details = {name: options[name] for name in ("description", "language", "licence")}
        collection = create_collection(name=options["name"], **details)
        self.stdout.write(
            f"Collection {collection.name} is there, without texts;"
            " import_run and import_labels bring its doc_ids."
        )
