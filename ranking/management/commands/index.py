from __future__ import annotations

from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument, at_most_one, flag
from ranking.management.base import MINUTE, RegradeCommand
from ranking.management.index_arguments import (
    INDEX_ARGUMENTS,
    INDEX_STOPPED,
    read_index_options,
)
from ranking.models import Collection
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.expansions import find_expansions
from ranking.rankers.indexes import (
    build_lexical_index,
    built_at,
    index_size,
    open_or_build_lexical_index,
    verify_lexical_index,
)
from regrade.bm25.lexical_index import LexicalIndex
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Build the index that BM25 searches: all passages with text, analyzed as Anserini's "
        "default English analyzer does by default. It lies under the storage root and "
        "is opened again in well under a second. `rank` builds the index it needs by itself; a "
        "collection whose texts grew needs --rebuild. An index that is there and holds the texts "
        "as they are now is left alone."
    )

    arguments = (
        argument("collection", metavar="COLLECTION", help="texts to index"),
        at_most_one(
            flag(
                "--rebuild",
                "rebuild the existing index, if texts were added or files are damaged. Until "
                "the new index is whole the old one stays",
            ),
            flag(
                "--verify",
                "build nothing: read all files of the index that is there and compare them with "
                "their checksums. A search looks at their sizes only",
            ),
        ),
        INDEX_ARGUMENTS,
    )

    def handle(self, *args: Any, **options: Any) -> None:
        collection = by_name(Collection, options["collection"])
        asked = read_index_options(options, collection)
        title = f"Index of {collection.name}{asked.as_arguments()}"
        if options["verify"]:
            index = verify_lexical_index(collection=collection, options=asked)
            title += ", all files as they were written"
        elif not options["rebuild"] and (when := built_at(collection=collection, options=asked)):
            there = f"is there already, built {when:{MINUTE}}; --rebuild replaces it."
            self.stdout.write(f"{title} {there}")
            return
        else:
            build = build_lexical_index if options["rebuild"] else open_or_build_lexical_index
            with self.saying_when_stopped(INDEX_STOPPED):
                index = build(collection=collection, options=asked, progress=self.progress)
        self.stdout.write(report(f"{title}:", _counts(index, collection, asked)))


def _counts(index: LexicalIndex, collection: Collection, options: IndexOptions) -> dict[str, int]:
    return {
        "passages with text": index.n_texts,
        "of them without a term, which are never found": index.n_texts - index.n_indexed,
        "terms": index.n_terms,
        "postings (a term in a passage)": index.docs.size,
        "bytes": index_size(collection=collection, options=options),
        **_expansion_counts(collection, options),
    }


def _expansion_counts(collection: Collection, options: IndexOptions) -> dict[str, int]:
    if options.expansions is None:
        return {}
    packed = find_expansions(
        sha256=options.expansions, collection=collection, n_queries=options.n_queries
    )
    if packed is None:
        return {}
    return {
        "generated queries": packed.counts.n_queries,
        "passages that have some": packed.counts.n_passages_expanded,
        "passages in their file that the collection lacks, left out": packed.counts.n_unknown,
    }
