"""Opening an archive: nothing in it is believed before names, sizes and hashes were checked."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from annotation.archives.layout import (
    KNOWN,
    MANIFEST,
    MAX_BYTES,
    MAX_DOCUMENT_BYTES,
    MAX_LINE_BYTES,
    MAX_MEMBERS,
    NEEDED,
    NUMBERED,
    Manifest,
    Member,
)
from annotation.archives.manifest import read_manifest
from annotation.archives.values import read_json
from regrade.files.errors import BadInput, BadValue
from regrade.files.streams import why_not_opened

BLOCK = 1 << 20
ENCRYPTED = 0x1


class Archive:
    """An archive with checked members: those of the manifest, of its sizes and hashes."""

    def __init__(self, path: Path, zipped: ZipFile, manifest: Manifest, digest: str) -> None:
        self.path, self.manifest, self.sha256 = path, manifest, digest
        self._zip = zipped

    @contextmanager
    def opened(self, member: str) -> Iterator[IO[bytes]]:
        with self._zip.open(member) as stream:
            yield stream

    def document(self, member: str) -> Any:
        """The JSON value that a whole member is."""
        return _document(self.path, self._zip, member)

    def rows(self, member: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Numbered lines, each a JSON object."""
        for number, line in self.lines(member):
            try:
                row = read_json(line)
            except BadValue as error:
                raise self.wrong(member, str(error), code=error.code, line=number) from error
            if not isinstance(row, dict):
                raise self.wrong(
                    member, "a line is a JSON object", code="not_an_object", line=number
                )
            yield number, row

    def lines(self, member: str) -> Iterator[tuple[int, bytes]]:
        with self._zip.open(member) as stream:
            number = 0
            while line := stream.readline(MAX_LINE_BYTES + 1):
                number += 1
                if len(line) > MAX_LINE_BYTES:
                    reason = f"the line is longer than {MAX_LINE_BYTES:,} bytes"
                    raise self.wrong(member, reason, code="line_too_long", line=number)
                yield number, line

    def wrong(self, member: str, reason: str, *, code: str, line: int | None = None) -> BadInput:
        where = member if line is None else f"{member}, line {line}"
        return BadInput(self.path, None, f"{where}: {reason}", code=code)


@contextmanager
def opening(path: Path, max_bytes: int = MAX_BYTES) -> Iterator[Archive]:
    """The archive, checked as a zip file of the format.

    Raises:
        BadInput: it is none; a member is unknown, missing, encrypted, twice in it, or not of the
            size or hash that the manifest says; it is too large when unpacked.
    """
    with ExitStack() as stack:
        with _refusing_others(path):
            zipped = stack.enter_context(ZipFile(stack.enter_context(path.open("rb"))))
            infos = _members(path, zipped, max_bytes)
            manifest = read_manifest(path, _document(path, zipped, MANIFEST))
            _check_listed(path, infos, manifest.members)
            for name, member in manifest.members.items():
                _check_content(path, zipped, name, member)
            archive = Archive(path, zipped, manifest, _digest(path))
        yield archive


@contextmanager
def _refusing_others(path: Path) -> Iterator[None]:
    """Refuse broken zip files, and files of another kind."""
    try:
        yield
    except OSError as error:
        reason, code = why_not_opened(path, error)
        raise BadInput(path, None, reason, code=code) from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        reason = "this is not a zip file, or a damaged one: download it again"
        raise BadInput(path, None, reason, code="not_a_zip") from error


def _members(path: Path, zipped: ZipFile, max_bytes: int) -> Mapping[str, ZipInfo]:
    """The members by name, before any is read."""
    infos = zipped.infolist()
    if len(infos) > MAX_MEMBERS:
        reason = f"it has {len(infos):,} members, and an archive has {MAX_MEMBERS:,} at most"
        raise BadInput(path, None, reason, code="too_many_members")
    found = dict[str, ZipInfo]()
    for info in infos:
        if (problem := _problem(info, found)) is not None:
            code, reason = problem
            raise BadInput(path, None, f"{info.filename[:200]!r} {reason}", code=code)
        found[info.filename] = info
    n_bytes = sum(info.file_size for info in infos)
    if n_bytes > max_bytes:
        reason = f"unpacked it has {n_bytes:,} bytes; at most {max_bytes:,} are taken"
        raise BadInput(path, None, reason, code="too_large_unpacked")
    if missing := sorted((NEEDED | {MANIFEST}) - set(found)):
        reason = f"{missing[0]} is missing; it is no archive of a campaign, or not a whole one"
        raise BadInput(path, None, reason, code="member_missing")
    return found


def _problem(info: ZipInfo, before: Mapping[str, ZipInfo]) -> tuple[str, str] | None:
    name = info.filename
    if name.startswith("/") or "\\" in name or ".." in name.split("/"):
        return "bad_member_name", "points outside the archive"
    if name not in KNOWN and not NUMBERED.fullmatch(name):
        return "unknown_member", "is no member of an archive"
    if name in before:
        return "member_twice", "appears twice"
    if info.flag_bits & ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "member_not_readable", "is encrypted, or packed in another way"
    return None


def _document(path: Path, zipped: ZipFile, member: str) -> Any:
    """A member's JSON value; read whole, and so of limited size."""
    with zipped.open(member) as stream:
        text = stream.read(MAX_DOCUMENT_BYTES + 1)
    if len(text) > MAX_DOCUMENT_BYTES:
        reason = f"{member} has over {MAX_DOCUMENT_BYTES:,} bytes"
        raise BadInput(path, None, reason, code="document_too_large")
    try:
        return read_json(text)
    except BadValue as error:
        raise BadInput(path, None, f"{member}: {error}", code=error.code) from error


def _check_listed(path: Path, infos: Mapping[str, ZipInfo], members: Mapping[str, Member]) -> None:
    """Check that the manifest lists the members, each of its size."""
    differing = set(infos) ^ ({MANIFEST} | set(members))
    if differing:
        reason = f"{min(differing)} is in the archive or in its manifest, not in both"
        raise BadInput(path, None, reason, code="manifest_differs")
    for name, member in members.items():
        if infos[name].file_size != member.n_bytes:
            reason = f"{name} has {infos[name].file_size:,} bytes, not {member.n_bytes:,}"
            raise BadInput(path, None, f"{reason}, which the manifest says", code="other_size")


def _check_content(path: Path, zipped: ZipFile, name: str, member: Member) -> None:
    digest, n = sha256(), 0
    with zipped.open(name) as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
            n += len(block)
    if n != member.n_bytes or digest.hexdigest() != member.sha256:
        reason = f"{name} is not as it was written: its SHA-256 differs from the manifest's"
        raise BadInput(path, None, reason, code="other_hash")


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()
