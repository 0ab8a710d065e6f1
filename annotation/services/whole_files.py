from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from uuid import uuid4

from annotation.exceptions import ExportRefused


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file to write that appears, or replaces what is there, whole or not at all.

    Raises:
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise ExportRefused(f"{path} is there already and is no plain file.")
    draft = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
        draft.replace(path)
    except OSError as error:
        raise ExportRefused(f"{path} cannot be written ({error.strerror}).") from error
    finally:
        draft.unlink(missing_ok=True)
