from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.collections.texts import ordinals_without_text, passage_texts
from ranking.exceptions import RankingError
from ranking.jobs.tracking import Track, untracked
from ranking.models import Collection
from regrade.code_version import code_version
from regrade.files.errors import BadInput
from regrade.files.query_expansions.query_file import (
    QueryFile,
    part_of,
    refuse_output,
    writing_queries,
)
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import Precision
from regrade.neural.t5.doc2query import (
    QueryGenerator,
    Sampling,
    TokenizedPassage,
    load_query_generator,
)
from regrade.text.visible import has_text

# Passages that are put in order of length together; the batches of each such window are the
# same wherever a stopped run is taken up again.
WINDOW = 4096
CODE_VERSION = code_version(
    "regrade/neural", "ranking/rankers/generating.py", "ranking/collections/texts.py"
)

Flags = NDArray[np.bool_]


class GenerationReport(NamedTuple):
    """Report on a file of generated queries: its contents and settings.

    `n_before` counts passages that were in it when the run was taken up again, `n_cut` those
    of this run that fill all input tokens, which is where longer ones are cut.
    """

    n_passages: int
    n_before: int
    n_without_text: int
    n_cut: int


def generate_queries(
    *,
    collection: Collection,
    model: str,
    output: Path,
    sampling: Sampling = Sampling(),  # noqa: B008  (an immutable tuple)
    precision: Precision = "float32",
    batch_size: int | None = None,
    progress: Track = untracked,
) -> GenerationReport:
    """Draw queries for every passage with text, as `pack_expansions` reads them.

    Stopped at any moment, the same call goes on with what remains, and the file is the same as
    of one go: whole batches are added to FILE.part, which becomes FILE at the end. A passage's
    queries depend on the model, its text, its doc_id and the sampling alone.

    Raises:
        BadInput: the output cannot be written, is there already, was begun with another model
            or sampling, or names a passage that the collection lacks.
        RankingError: the model cannot be used, a number is out of range, no passage has a text,
            or a batch does not fit into memory.
    """
    refuse_output(output)
    collection.refresh_from_db(fields=["n_passages"])
    generator = _load(model, sampling, precision)
    batch_size = generator.batch_size if batch_size is None else batch_size
    if batch_size < 1:
        raise RankingError(f"A batch has 1 passage or more, not {batch_size}.", code="out_of_range")
    plan, notes = _plan(generator, collection), _notes(generator, batch_size)
    with writing_queries(output, plan, notes) as file:
        work = _Work(collection, generator, file, batch_size)
        is_wanted = work.find_wanted(part_of(output))
        n_wanted = int(np.count_nonzero(is_wanted))
        for _ in progress(work.generate(is_wanted), n_wanted, "passage"):
            pass
        report = work.report()
        if not report.n_passages:
            raise RankingError(f"No passage of {collection.name} has a text.", code="no_text")
        file.finish()
    return report


class _Work:
    """Goes through a collection window by window."""

    def __init__(
        self,
        collection: Collection,
        generator: QueryGenerator,
        file: QueryFile,
        batch_size: int,
    ) -> None:
        self._collection, self._generator = collection, generator
        self._file, self._batch_size = file, batch_size
        self._n_made = self._n_before = self._n_cut = 0
        self._is_textless = np.zeros(collection.n_passages, dtype=bool)

    def find_wanted(self, part: Path) -> Flags:
        """By ordinal, whether a passage with text still lacks its queries."""
        self._is_textless[ordinals_without_text(collection=self._collection)] = True
        done = list(self._file.doc_ids())
        ordinals = docid_map(self._collection).ordinals_of(done)
        if (unknown := np.flatnonzero(ordinals < 0)).size:
            raise BadInput(
                part,
                None,
                f"passage {done[int(unknown[0])]} is not in {self._collection.name}; remove the "
                "file to start over",
                code="unknown_passage",
            )
        self._n_before = len(done)
        is_wanted = ~self._is_textless
        is_wanted[ordinals] = False
        return is_wanted

    def generate(self, is_wanted: Flags) -> Iterator[str]:
        """Generate and write queries of the requested passages; yields their doc_ids."""
        for first in range(0, is_wanted.size, WINDOW):
            if is_wanted[first : first + WINDOW].any():
                yield from self._generate_window(first, is_wanted)

    def report(self) -> GenerationReport:
        n_without_text = int(np.count_nonzero(self._is_textless))
        n_passages = self._n_before + self._n_made
        return GenerationReport(n_passages, self._n_before, n_without_text, self._n_cut)

    def _generate_window(self, first: int, is_wanted: Flags) -> Iterator[str]:
        texts = self._texts(range(first, min(first + WINDOW, is_wanted.size)))
        ordinals = {doc_id: ordinal for ordinal, doc_id, _ in texts}
        tokenized = self._generator.tokenize([(doc_id, text) for _, doc_id, text in texts])
        for batch in self._generator.batches(tokenized, self._batch_size):
            lacks = [bool(is_wanted[ordinals[passage.doc_id]]) for passage in batch]
            if any(lacks):
                # All of it, also where some are there: rounding hangs on a batch's shape.
                queries = _draw(self._generator, batch)
                rows = zip(batch, queries, lacks, strict=True)
                made = [(passage.doc_id, drawn) for passage, drawn, lack in rows if lack]
                self._write(made)
                self._note_cut(batch, lacks)
                yield from (doc_id for doc_id, _ in made)

    def _texts(self, ordinals: range) -> list[tuple[int, str, str]]:
        """Ordinal, doc_id and text of the passages of a window that have something to read."""
        texts = passage_texts(collection=self._collection, ordinals=ordinals)
        passages = self._collection.passages.filter(ordinal__in=texts).order_by("ordinal")
        named = passages.values_list("ordinal", "doc_id")
        found = [(ordinal, doc_id, texts[ordinal].joined) for ordinal, doc_id in named]
        self._is_textless[[ordinal for ordinal, _, text in found if not has_text(text)]] = True
        return [row for row in found if has_text(row[2])]

    def _write(self, made: Sequence[tuple[str, list[str]]]) -> None:
        try:
            self._file.append(made)
        except OSError as error:
            raise RankingError(
                f"The queries cannot be written ({error.strerror}); the same command goes on "
                "once they can.",
                code="output_not_writable",
            ) from error
        self._n_made += len(made)

    def _note_cut(self, batch: Sequence[TokenizedPassage], lacks: Sequence[bool]) -> None:
        most = self._generator.sampling.max_input_tokens
        full = (len(passage.token_ids) >= most for passage in batch)
        self._n_cut += sum(is_full and lack for is_full, lack in zip(full, lacks, strict=True))


def _load(model: str, sampling: Sampling, precision: Precision) -> QueryGenerator:
    try:
        return load_query_generator(model, sampling, precision=precision)
    except UnusableModel as error:
        raise RankingError(f"Model {error}.", code=error.code) from error
    except ValueError as error:
        raise RankingError(
            f"These queries cannot be drawn: {error}.", code="sampling_refused"
        ) from error


def _draw(generator: QueryGenerator, batch: Sequence[TokenizedPassage]) -> list[list[str]]:
    try:
        return generator.generate(batch)
    except MemoryError as error:
        raise RankingError(
            f"A batch of {len(batch)} passages does not fit into the device's memory; give a "
            "smaller --batch-size and go on.",
            code="out_of_memory",
        ) from error
    except ValueError as error:
        raise RankingError(
            f"Model {generator.folder.name}: {error}.", code="model_unusable"
        ) from error


def _plan(generator: QueryGenerator, collection: Collection) -> dict[str, Any]:
    """All that decides on the queries."""
    return {
        "collection": collection.name,
        "model": generator.folder.weights_sha256,
        "precision": generator.precision,
        **generator.sampling._asdict(),
    }


def _notes(generator: QueryGenerator, batch_size: int) -> dict[str, Any]:
    return {
        "model_name": generator.folder.name,
        "model_revision": generator.folder.revision,
        "device": generator.device.type,
        "batch_size": batch_size,
        "code_version": CODE_VERSION,
        **generator.versions,
    }
