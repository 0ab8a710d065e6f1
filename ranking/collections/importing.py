from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, NamedTuple

from django.db import transaction

from ranking.collections.incoming import IncomingPassages, incoming_passages
from ranking.collections.mojibake import MojibakeChoice, MojibakeFound, MojibakeReader
from ranking.collections.passages import iterate_doc_ids, lock_for_additions, record_growth
from ranking.lookup import Name, by_name, taking_name
from ranking.models import Collection, made_of
from regrade.documents import DocumentPattern
from regrade.files.streams import Progress


def create_collection(
    *, name: str, description: str = "", language: str = "", licence: str = ""
) -> Collection:
    """Create a collection without passages, for runs and labels whose texts are missing.

    They bring their doc_ids, which become passages without text; `import_collection` with `add`
    gives them their texts at any time.

    Raises:
        NameTaken: there is such a collection already.
        NameRefused: it is empty or holds a comma or a blank.
    """
    with taking_name(Collection, name):
        return Collection.objects.create(
            name=name,
            description=description,
            language=language,
            licence=licence,
            **made_of(),
        )


class CollectionReport(NamedTuple):
    """Result of an import; from `n_passages` on it describes the whole collection.

    `n_title_alone` counts passages that can be found by their title and have no text to judge,
    `n_in_documents` those of which the document is known. `mojibake` describes the files' passages
    that look wrongly decoded, mended or not.
    """

    name: str
    n_added: int
    n_filled: int
    n_unchanged: int
    n_passages: int
    n_without_text: int
    n_title_alone: int = 0
    n_in_documents: int = 0
    mojibake: MojibakeFound = MojibakeFound(0, ())


def import_collection(
    *,
    name: Name,
    paths: Sequence[Path],
    add: bool = False,
    description: Annotated[str, {"allow_blank": True, "max_length": 2000}] = "",
    language: Annotated[str, {"allow_blank": True, "max_length": 100}] = "",
    licence: Annotated[str, {"allow_blank": True, "max_length": 2000}] = "",
    document_of: DocumentPattern | None = None,
    mojibake: MojibakeChoice = "keep",
    progress: Progress | None = None,
) -> CollectionReport:
    """Import passages into a new collection, or with `add` into an existing one: all or nothing.

    An addition appends unknown passages, gives those without text theirs and leaves the others
    as they are. A text of white space alone is none: the passage is known by its doc_id. A
    passage's document and its position there are what the file says, or else what `document_of`
    finds in its doc_id; an addition gives them to passages that lack them. Titles and texts that
    look wrongly decoded are kept as they are, mended, or reason to refuse the import.

    Raises:
        NameTaken: there is such a collection already, and `add` was not asked for.
        NotFound: there is none to add to.
        BadFile: lines that cannot be read, a doc_id twice in the files, or passages whose
            text, title, document or position would change; of the first such file.
        BadInput: no doc_id that `document_of` matches, or a file without passages.
        RankingError: the collection takes no additions, for it has variants.
        WronglyDecoded: there is mojibake, and `mojibake` says to refuse it.
    """
    given = {"description": description, "language": language, "licence": licence}
    details = {field: value for field, value in given.items() if value}
    files = incoming_passages(paths, document_of, MojibakeReader(mojibake))
    if add:
        with transaction.atomic():
            return _take_in(by_name(Collection, name), files, details, progress)
    with taking_name(Collection, name):
        return _take_in(Collection.objects.create(name=name, **made_of()), files, details, progress)


def _take_in(
    collection: Collection,
    files: AbstractContextManager[IncomingPassages],
    details: dict[str, str],
    progress: Progress | None,
) -> CollectionReport:
    with files as incoming:
        n_read = incoming.copy(progress)
        incoming.refuse_bad_lines()
        incoming.mojibake.check("passage")
        lock_for_additions(collection=collection)
        incoming.refuse_changed(collection)
        n_mojibake = incoming.count_new_mojibake(collection)
        incoming.place(collection)
        n_filled, added = incoming.fill(collection), incoming.insert(collection)
    record_growth(
        collection=collection,
        doc_ids=iterate_doc_ids(collection=collection, first_ordinal=collection.n_passages),
        is_text_added=n_filled + added.n_with_text > 0,
    )
    records = [*collection.mojibake, *incoming.mojibake.records(n_mojibake)]
    Collection.objects.filter(pk=collection.pk).update(mojibake=records, **details)
    return CollectionReport(
        name=collection.name,
        n_added=added.n,
        n_filled=n_filled,
        n_unchanged=n_read - n_filled - added.n,
        n_passages=collection.n_passages,
        n_without_text=collection.passages.filter(text__isnull=True).count(),
        n_title_alone=collection.passages.filter(text="").count(),
        n_in_documents=collection.passages.filter(document_id__isnull=False).count(),
        mojibake=incoming.mojibake.found,
    )
