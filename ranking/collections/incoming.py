from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from django.db import connection

from ranking.collections.mojibake import MojibakeReader
from ranking.models import Collection
from ranking.storage.copying import copying
from regrade.documents import DocumentPattern, Place
from regrade.files.bad_lines import MOST, BadFile, BadLine, BadLines, joined
from regrade.files.errors import BadInput
from regrade.files.passages import PassageRecord, read_passages
from regrade.files.streams import Progress

CREATE = """
    CREATE TEMPORARY TABLE incoming (
        position bigint, file integer, line bigint, doc_id text COLLATE "C", title text, text text,
        document_id text, position_in_document integer, is_mojibake boolean
    )
"""
REPEATED = """
    SELECT file, line, count(*) OVER (PARTITION BY file), doc_id, first_file, first_line
    FROM (
        SELECT position, file, line, doc_id, row_number() OVER same AS nth,
               first_value(file) OVER same AS first_file, first_value(line) OVER same AS first_line
        FROM incoming WINDOW same AS (PARTITION BY doc_id ORDER BY position)
    ) AS passage
    WHERE nth > 1 ORDER BY position LIMIT %s
"""
CHANGED = """
    SELECT file, line, count(*) OVER (PARTITION BY file), doc_id,
           incoming.text IS DISTINCT FROM known.text
    FROM incoming JOIN ranking_passage known USING (doc_id)
    WHERE known.collection_id = %s AND known.text IS NOT NULL
      AND (incoming.title, incoming.text) IS DISTINCT FROM (known.title, known.text)
    ORDER BY position LIMIT %s
"""
MOVED = """
    SELECT file, line, count(*) OVER (PARTITION BY file), doc_id
    FROM incoming JOIN ranking_passage known USING (doc_id)
    WHERE known.collection_id = %s
      AND (incoming.document_id <> known.document_id
           OR incoming.position_in_document <> known.position_in_document)
    ORDER BY position LIMIT %s
"""
NEW_MOJIBAKE = """
    SELECT count(*) FROM incoming
    WHERE is_mojibake AND NOT EXISTS (
        SELECT FROM ranking_passage known
        WHERE known.collection_id = %s AND known.doc_id = incoming.doc_id
          AND (known.text IS NOT NULL OR incoming.text IS NULL)
    )
"""
FILL = """
    UPDATE ranking_passage known SET title = incoming.title, text = incoming.text
    FROM incoming
    WHERE known.collection_id = %(collection)s AND known.doc_id = incoming.doc_id
      AND known.text IS NULL AND incoming.text IS NOT NULL
"""
PLACE = """
    UPDATE ranking_passage known
    SET document_id = incoming.document_id,
        position_in_document = coalesce(incoming.position_in_document, known.position_in_document)
    FROM incoming
    WHERE known.collection_id = %(collection)s AND known.doc_id = incoming.doc_id
      AND incoming.document_id IS NOT NULL
      AND (known.document_id IS NULL
           OR known.position_in_document IS NULL AND incoming.position_in_document IS NOT NULL)
"""
INSERT = """
    WITH added AS (
        INSERT INTO ranking_passage (
            collection_id, ordinal, doc_id, title, text, metadata,
            document_id, position_in_document
        )
        SELECT %(collection)s, %(first)s + row_number() OVER (ORDER BY position) - 1,
               doc_id, title, text, '{}', document_id, position_in_document
        FROM incoming
        WHERE NOT EXISTS (
            SELECT FROM ranking_passage known
            WHERE known.collection_id = %(collection)s AND known.doc_id = incoming.doc_id
        )
        RETURNING text
    )
    SELECT count(*), count(text) FROM added
"""


Said: TypeAlias = tuple[str, str]  # the reason why a line is refused, and its code


class Added(NamedTuple):
    """Counts of appended passages, and of those with a text."""

    n: int
    n_with_text: int


class IncomingPassages:
    """Passages of several files, in a temporary table until checked."""

    def __init__(
        self, paths: Sequence[Path], document_of: DocumentPattern | None, mojibake: MojibakeReader
    ) -> None:
        self.paths, self.document_of, self.mojibake = paths, document_of, mojibake
        self._unread = dict[int, BadLines]()

    def copy(self, progress: Progress | None) -> int:
        """Read the files up to one with bad lines; returns the number of passages.

        Raises:
            BadInput: a pattern of documents that no doc_id matches, or a file without passages.
        """
        position = -1
        with copying("COPY incoming FROM STDIN") as copy:
            for position, row in enumerate(self._rows(progress)):
                copy.write_row((position, *row))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE incoming")
        return position + 1

    def refuse_bad_lines(self) -> None:
        """Raise BadFile for unreadable lines and repeated doc_ids."""

        def repeated(doc_id: str, first_file: int, first_line: int | None) -> Said:
            first = _place(self.paths[first_file], first_line)
            return f"passage {doc_id} appears twice, first {first}", "passage_twice"

        self._refuse(_by_file(REPEATED, [], repeated), self._unread)

    def refuse_changed(self, collection: Collection) -> None:
        """Raise BadFile for passages whose stored title, text or place differs."""

        def changed(doc_id: str, is_text_other: bool) -> Said:
            what = "text" if is_text_other else "title"
            reason = f"passage {doc_id} has another {what} in collection {collection.name}"
            return f"{reason}; texts never change", f"other_{what}"

        def moved(doc_id: str) -> Said:
            reason = f"passage {doc_id} has another document or position in collection"
            return f"{reason} {collection.name}", "other_document"

        self._refuse(_by_file(CHANGED, [collection.pk], changed))
        self._refuse(_by_file(MOVED, [collection.pk], moved))

    def count_new_mojibake(self, collection: Collection) -> int:
        """Number of passages with mojibake that `fill` and `insert` will store."""
        if not self.mojibake.n:
            return 0
        with connection.cursor() as cursor:
            cursor.execute(NEW_MOJIBAKE, [collection.pk])
            [[n]] = cursor.fetchall()
            return int(n)

    def fill(self, collection: Collection) -> int:
        """Fill in the text of stored passages without one; returns their number."""
        with connection.cursor() as cursor:
            cursor.execute(FILL, {"collection": collection.pk})
            return int(cursor.rowcount)

    def place(self, collection: Collection) -> None:
        """Fill in missing documents and positions of stored passages."""
        with connection.cursor() as cursor:
            cursor.execute(PLACE, {"collection": collection.pk})

    def insert(self, collection: Collection) -> Added:
        """Append the unknown passages in the files' order."""
        with connection.cursor() as cursor:
            cursor.execute(INSERT, {"collection": collection.pk, "first": collection.n_passages})
            [counts] = cursor.fetchall()
            return Added(*counts)

    def _refuse(self, *found: Mapping[int, BadLines]) -> None:
        """Raise BadFile for the first file with bad lines, by file number."""
        files = set().union(*found)
        if files:
            file = min(files)
            raise BadFile(self.paths[file], joined(one[file] for one in found if file in one))

    def _rows(self, progress: Progress | None) -> Iterator[tuple[object, ...]]:
        n_placed = 0
        for file, path in enumerate(self.paths):
            try:
                for passage in read_passages(path, progress):
                    place = self._place_of(path, passage)
                    n_placed += place is not None
                    where, n_before = place or (None, None), self.mojibake.n
                    texts = self._texts_of(passage)
                    is_mojibake = self.mojibake.n > n_before
                    yield file, passage.line, passage.doc_id, *texts, *where, is_mojibake
            except BadFile as error:
                self._unread[file] = error.bad
                return
        if self.document_of and not n_placed:
            raise BadInput(
                path,
                None,
                f"no doc_id matches '{self.document_of.pattern}'; the last one is {passage.doc_id}",
                code="pattern_matches_nothing",
            )

    def _texts_of(self, passage: PassageRecord) -> Sequence[str | None]:
        """Title and text, mended if that was chosen."""
        if passage.text is None:
            return [*self.mojibake.read([passage.title]), None]
        return self.mojibake.read([passage.title, passage.text])

    def _place_of(self, path: Path, passage: PassageRecord) -> Place | None:
        """Document and position from the file, or else from the doc_id."""
        if passage.document_id is not None:
            return Place(passage.document_id, passage.position)
        try:
            return self.document_of.place(passage.doc_id) if self.document_of else None
        except ValueError as error:
            raise BadInput(path, passage.line, str(error), code="place_refused") from error


@contextmanager
def incoming_passages(
    paths: Sequence[Path], document_of: DocumentPattern | None, mojibake: MojibakeReader
) -> Iterator[IncomingPassages]:
    """The table, within a transaction that drops it when it fails."""
    with connection.cursor() as cursor:
        cursor.execute(CREATE)
        yield IncomingPassages(paths, document_of, mojibake)
        cursor.execute("DROP TABLE incoming")


def _by_file(
    query: str, parameters: Sequence[int], say: Callable[..., Said]
) -> dict[int, BadLines]:
    """The bad lines of each file. A row has file, line, number of the file's bad lines, and the
    arguments of `say`.
    """
    found = dict[int, BadLines]()
    with connection.cursor() as cursor:
        cursor.execute(query, [*parameters, MOST])
        for file, line, n, *what in cursor.fetchall():
            found.setdefault(file, BadLines(n, [])).first.append(BadLine(line, *say(*what)))
    return found


def _place(path: Path, line: int | None) -> str:
    return f"in {path.name}" if line is None else f"in {path.name}, line {line}"
