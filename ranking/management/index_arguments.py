from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from ranking.management.arguments import argument, flag, group
from ranking.management.progress import reading
from ranking.models import Collection
from ranking.parameters.index_options import FIELDS, PLAIN_INDEX, IndexOptions
from ranking.rankers.expansions import pack_expansions

INDEX_OPTIONS = ("fields", "stop_words", "stemmer", "pretokenized", "expansions", "n_queries")
INDEX_STOPPED = "Stopped. Nothing of the new index is kept; the same command starts again."


INDEX_ARGUMENTS = group(
    "index options, by which the indexes of a collection differ",
    argument(
        "--fields",
        choices=FIELDS,
        metavar="FIELDS",
        help="parts of a passage to index: 'title,text', joined by a blank (the default), 'text' "
        "or 'title'",
    ),
    argument(
        "--stop-words",
        choices=["english", "none"],
        help="Lucene's 33 English stop words are left out (the default), or none",
    ),
    argument(
        "--stemmer",
        choices=["porter", "none"],
        help="words are reduced to stems by Porter's rules (the default), or stay as they are",
    ),
    flag(
        "--pretokenized",
        "texts and queries hold terms separated by blanks, which are taken as they stand; "
        "stop words and stemmer have no part in it",
        default=None,
    ),
    argument(
        "--expansions",
        type=Path,
        metavar="FILE",
        help="generated queries (doc2query) that are indexed with the passages they belong to: "
        "JSONL with id and predicted_queries, or doc_id<TAB>query. Re-rankers and assessors read "
        "the passages as they were",
    ),
    argument(
        "--n-queries",
        type=int,
        metavar="N",
        help="with --expansions: at most the first N queries of each passage; without it all",
    ),
)


def read_index_options(arguments: Mapping[str, Any], collection: Collection) -> IndexOptions:
    """The options that were given; a file of generated queries is read and packed."""
    if arguments["n_queries"] is not None and not arguments["expansions"]:
        raise CommandError("--n-queries needs --expansions beside it.")
    is_plain = not arguments["pretokenized"]
    expansions = arguments["expansions"]
    return IndexOptions(
        fields=arguments["fields"] or PLAIN_INDEX.fields,
        tokenizer="standard" if is_plain else "whitespace",
        stop_words=arguments["stop_words"] or PLAIN_INDEX.stop_words if is_plain else "none",
        stemmer=arguments["stemmer"] or PLAIN_INDEX.stemmer if is_plain else "none",
        expansions=_pack(expansions, arguments["n_queries"], collection) if expansions else None,
        n_queries=arguments["n_queries"] if expansions else None,
    )


def _pack(path: Path, n_queries: int | None, collection: Collection) -> str:
    with reading([path, path]) as progress:
        packed = pack_expansions(
            path=path, collection=collection, n_queries=n_queries, progress=progress
        )
    return packed.sha256
