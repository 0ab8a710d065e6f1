from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, Self

from regrade.files.errors import BadInput
from regrade.files.identifiers import checked_id, collapse
from regrade.files.kinds import is_tar_name
from regrade.files.markup import Block, elements, plain_text, without_elements
from regrade.files.streams import BLOCK_BYTES, DAMAGE, DAMAGE_REASON, Progress, open_stream

MAGIC, MAGIC_OFFSET = b"ustar", 257
MAX_PAGE_BYTES = 64 << 20


class StrictTarInfo(tarfile.TarInfo):
    """A tar member whose damaged or missing successor is an error, where tarfile just stops."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(archive)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(str(error)) from error


class Page(NamedTuple):
    """One HTML page of a tarball; `name` is its file name without folder and suffix."""

    name: str
    title: str
    text: str


def is_tarball(path: Path) -> bool:
    """Recognize a tarball by name or magic bytes; an empty file is none."""
    with open_stream(path) as stream:
        try:
            head = stream.read(MAGIC_OFFSET + len(MAGIC))
        except DAMAGE:
            return is_tar_name(path)
    return head[MAGIC_OFFSET:] == MAGIC or bool(head and is_tar_name(path))


def read_pages(path: Path, progress: Progress | None = None) -> Iterator[Page]:
    """Yield the HTML pages of a tarball in order, without unpacking to disk.

    The text is the content of `<pre>`, or else of the page without head, script and style, with
    tags removed and entities decoded. Files other than `.html` or `.htm` are skipped.

    Raises:
        BadInput: not a tarball, damaged or cut short, a page that is not UTF-8 text or
            whose name is not usable as an id.
    """
    with open_stream(path, progress) as stream:
        try:
            with tarfile.open(fileobj=stream, mode="r|", tarinfo=StrictTarInfo) as archive:
                for member in archive:
                    if _is_page(member):
                        yield _parse_page(path, member, archive.extractfile(member))
            while stream.read1(BLOCK_BYTES):
                pass  # gzip's checksum stands behind the end of the archive
        except DAMAGE as error:
            raise BadInput(path, None, DAMAGE_REASON, code="gzip_damaged") from error
        except tarfile.TarError as error:
            raise BadInput(
                path, None, f"this is not a whole tarball ({error})", code="not_a_tarball"
            ) from error


def _is_page(member: tarfile.TarInfo) -> bool:
    name = PurePosixPath(member.name).name.lower()
    # macOS puts a twin "._name" of attributes beside each file.
    return member.isfile() and name.endswith((".html", ".htm")) and not name.startswith("._")


def _parse_page(path: Path, member: tarfile.TarInfo, file: IO[bytes] | None) -> Page:
    if file is None or member.size > MAX_PAGE_BYTES:
        raise BadInput(
            path, None, f"{member.name} is not a page of readable size", code="page_unreadable"
        )
    try:
        name, content = PurePosixPath(member.name).stem, file.read().decode("utf-8-sig")
        name.encode()
    except UnicodeError as error:
        raise BadInput(path, None, f"{member.name!r} is not UTF-8 text", code="not_utf8") from error
    if "\0" in content:
        raise BadInput(path, None, f"{member.name} holds a NUL character", code="nul_character")
    page = Block("html", "", content, 0)
    checked_id(path, None, "file name", name)
    title = next(elements(path, page, "title"), "")
    texts = list(elements(path, page, "pre")) or [
        without_elements(content, "head", "title", "script", "style")
    ]
    return Page(name, collapse(plain_text(title)), "\n".join(filter(None, map(plain_text, texts))))
