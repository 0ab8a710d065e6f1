from __future__ import annotations

from pathlib import Path
from typing import Any

from ranking.collections.importing import import_collection
from ranking.management.arguments import COLLECTION_DETAILS, argument, flag
from ranking.management.base import RegradeCommand
from ranking.management.mojibake import mend_text, mojibake_choice, mojibake_note
from ranking.management.progress import reading
from regrade.documents.arguments import add_document_of
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Read passages into a collection. The kind of a file follows from its content: lines of "
        "id<TAB>text, JSONL (id, text or contents, title, document_id and position where passages "
        "are parts of documents), TREC's <DOC><DOCNO>, or a tarball of "
        "HTML pages; gzipped or not. A passage whose text is empty or blank is one without text: "
        "it counts in measures and can never be shown. Nothing is kept unless every file is sound."
    )

    arguments = (
        argument("name", help="name of the collection; no comma, no blank"),
        argument("files", nargs="+", type=Path, metavar="FILE", help="what to read"),
        flag(
            "--add",
            "extend a collection that exists: append passages, and give those known only by "
            "their id a text; a text that is known never changes",
        ),
        add_document_of,
        mend_text("passages"),
        *COLLECTION_DETAILS,
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with reading(options["files"]) as progress:
            done = import_collection(
                name=options["name"],
                paths=options["files"],
                add=options["add"],
                description=options["description"],
                language=options["language"],
                licence=options["licence"],
                document_of=options["document_of"],
                mojibake=mojibake_choice(options),
                progress=progress,
            )
        counts = {
            "added": done.n_added,
            "known without text before, now with text": done.n_filled,
            "known before, unchanged": done.n_unchanged,
            "in the collection now": done.n_passages,
            "of them without text": done.n_without_text,
        }
        if done.n_title_alone:
            counts["of them with a title alone, which nobody can judge"] = done.n_title_alone
        if done.n_in_documents:
            counts["of them parts of a document"] = done.n_in_documents
        self.stdout.write(report(f"Collection {done.name}, passages:", counts))
        note = mojibake_note(done.mojibake, "passage", is_mended=options["mend_text"])
        self.stdout.write(note, ending="\n" if note else "")
