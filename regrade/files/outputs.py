"""Atomic output: files and folders appear whole or not at all."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from gzip import GzipFile
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO, cast
from uuid import uuid4

from regrade.exceptions import ExportRefused

STDOUT = Path("-")
PACKED = ".gz"


def add_output(parser: ArgumentParser, text: str) -> None:
    """Add --output, whose help begins with this text."""
    explained = f"{text}, gzipped if it ends in .gz (default -, standard output)"
    parser.add_argument("-o", "--output", type=Path, default=STDOUT, metavar="FILE", help=explained)


@contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """A text file to write, created or replaced whole or not at all.

    `-` is standard output; a file whose name ends in .gz is gzipped.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    if path == STDOUT:
        yield sys.stdout
        return
    with (
        writing_bytes(path) as file,
        TextIOWrapper(file, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


@contextmanager
def writing_bytes(path: Path) -> Iterator[IO[bytes]]:
    """The same for bytes.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    if path == STDOUT:
        sys.stdout.flush()  # what was said before stands before
        yield sys.stdout.buffer
        return
    if path.exists() and not path.is_file():
        raise ExportRefused(
            f"{path} is there already and is no plain file.", code="not_a_plain_file"
        )
    # Not with the name in it: that may be as long as names can be.
    draft = path.with_name(f".{uuid4().hex}")
    try:
        with _created(draft, is_packed=path.suffix == PACKED) as stream:
            yield stream
        draft.replace(path)
    except OSError as error:
        raise ExportRefused(
            f"{path} cannot be written ({error.strerror}).", code="not_writable"
        ) from error
    finally:
        with suppress(OSError):  # as where nothing could be written: that was said above
            draft.unlink()


@contextmanager
def drafting(folder: Path) -> Iterator[Path]:
    """A temporary folder beside this one, for the caller to fill and rename, else removed."""
    draft = folder.with_name(f".{folder.name}.{uuid4().hex}")
    draft.mkdir(parents=True)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _created(draft: Path, *, is_packed: bool) -> Iterator[IO[bytes]]:
    if not is_packed:
        with draft.open("xb") as file:
            yield file
        return
    # Without a name and a time inside: the same text makes the same file.
    with draft.open("xb") as file, GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        yield cast("IO[bytes]", packed)
