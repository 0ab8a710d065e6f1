from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from ranking.collections.topics import import_topics
from ranking.lookup import by_name
from ranking.management.arguments import argument, flag
from ranking.management.base import RegradeCommand, listed
from ranking.management.mojibake import mend_text, mojibake_choice, mojibake_note
from ranking.management.progress import reading
from ranking.models import TopicSet
from regrade.files.bad_lines import BadLines
from regrade.files.topics import NumberBy
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Read topics into a new topic set. The kind of the file follows from its content: lines of "
        "id<TAB>query, number:query or question<TAB>['answer', 'another'], TREC topics or XML "
        "(<top>, <topic> or <query>), JSONL (query_id, query); gzipped or not."
    )

    arguments = (
        argument("name", help="name of the topic set; no comma, no blank"),
        argument("file", type=Path, metavar="FILE", help="what to read"),
        argument(
            "--number-by",
            choices=get_args(NumberBy),
            default="id",
            help="where query ids come from: the file's own (the default), or each topic's "
            "position from 1, for labels that count topics so (Cranfield's do), or its index from "
            "0, as Anserini numbers questions; files without ids need one of these",
        ),
        flag(
            "--skip-bad",
            "leave out the topics that cannot be read, such as one with an empty query or an "
            "id that was given before, and list them; without it, one such topic is enough for the "
            "whole file to be refused",
        ),
        mend_text("topics"),
        argument(
            "--variant-of",
            metavar="TOPICS",
            help="the topic set whose queries these are, otherwise written, under the same ids: "
            "its labels then serve runs over these, too",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        variant_of = options["variant_of"]
        with reading([options["file"]]) as progress:
            done = import_topics(
                name=options["name"],
                path=options["file"],
                number_by=options["number_by"],
                variant_of=by_name(TopicSet, variant_of) if variant_of else None,
                skip_bad=options["skip_bad"],
                mojibake=mojibake_choice(options),
                progress=progress,
            )
        counts = {
            "topics": done.n_topics,
            "of them with a description": done.n_with_description,
        }
        ids = f"query ids {done.first_query_id} … {done.last_query_id}"
        self.stdout.write(report(f"Topic set {done.name}, {ids}:", counts))
        if done.note:
            self.stdout.write(f"\n{done.note}")
        note = mojibake_note(done.mojibake, "topic", is_mended=options["mend_text"])
        self.stdout.write(note, ending="\n" if note else "")
        if done.n_skipped:
            bad = listed(BadLines(done.n_skipped, done.skipped))
            self.stdout.write("\n".join(["", "Left out:", *bad]))
