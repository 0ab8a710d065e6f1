"""Uploaded files: written to disk only after all other checks, and never under their own name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, BinaryIO, NamedTuple, cast

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    UnreadablePostError,
)
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.parsers import DataAndFiles, MultiPartParser
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ranking.http.body_text import JSONText
from ranking.http.scopes import RESEARCH
from ranking.storage.disk import telling_of_the_disk
from ranking.storage.uploaded_files import PREFIX, upload_folder
from regrade.files.bad_lines import BadFile, BadLines
from regrade.files.errors import BadInput
from regrade.files.lines import IN_PARTS, refuse_many_lines

TOO_LARGE = "too_large"
# Of anybody at all: a sign-in and an invitation are some hundred bytes.
SHORT_BYTES = 64_000


FIELD = "file"
MAX_FILES = 30
MAX_LINES = 250_000  # in all files; a judgment takes under a kilobyte of memory until it is stored
UNPACKED_SHARE = 20  # how many times as long as it was sent a file may be when it is unpacked
HOW_TO = f"Send the file itself as multipart/form-data, in a field named {FIELD}"


class BodyLimit:
    """Middleware that refuses a request by the length it announces, before its body is read.

    A view whose `takes_uploads` is true takes as much as an upload may be, but not by a method
    that only reads; one that asks nobody's name what the web server gathers before a thread takes
    it up, any other one what Django holds in memory. What announces no length has no body for a
    WSGI application.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], *_: Any
    ) -> HttpResponse | None:
        announced, most = announced_length(request), _most(getattr(view, "cls", None), request)
        if announced <= most:
            return None
        content = {"code": TOO_LARGE, "detail": too_large(announced, most)}
        return JsonResponse(content, status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)


def _most(view: Any, request: HttpRequest) -> int:
    if getattr(view, "takes_uploads", False) and request.method not in SAFE_METHODS:
        return settings.MAX_UPLOAD_BYTES
    if AllowAny in getattr(view, "permission_classes", (AllowAny,)):
        return SHORT_BYTES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def announced_length(request: HttpRequest) -> int:
    """The request's Content-Length; the web server rejects any that is no number."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def too_large(n_bytes: int, most: int) -> str:
    return f"The request holds {n_bytes:,} bytes; at most {most:,} are taken here."


class UploadTooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = TOO_LARGE


class UploadRefused(APIException):
    """The upload is no file that can be imported; the sentence says why."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "upload_refused"


class FileRefused(UploadRefused):
    """The file's content cannot be imported.

    `more` has the code of the reason, names the file and lists its bad lines, if any; `place` is
    its place among all files of the form, from 1.
    """

    default_code = "bad_file"

    def __init__(
        self, sentence: str, reason_code: str, file: str, place: int | None, bad: BadLines | None
    ) -> None:
        super().__init__(sentence)
        lines = [line._asdict() for line in bad.first] if bad else []
        which = {"file": file, "place": place} if place else {}
        why = {"reason_code": reason_code}
        self.more = {**why, **which, **({"n_bad_lines": bad.n, "bad_lines": lines} if bad else {})}


class HeaderSession(SessionAuthentication):
    """Session authentication with the CSRF token in the header.

    Django looks for one in a form as well, and would read the whole upload for it before anybody
    knows whether this user may send one.
    """

    def enforce_csrf(self, request: Request) -> None:
        asked, method = request._request, request.method
        if method == "POST":
            asked.method = "PUT"  # of which no form is read
        try:
            super().enforce_csrf(request)
        finally:
            asked.method = method


class CountedStream:
    """The request's body, limited in length and required to be as long as announced."""

    def __init__(self, stream: BinaryIO, most: int) -> None:
        self.n_bytes = 0
        self._stream, self._most = stream, most

    def read(self, size: int = -1) -> bytes:
        try:
            block = self._stream.read(size)
        except UnreadablePostError as error:
            raise UploadRefused("The upload broke off; send it again.") from error
        self.n_bytes += len(block)
        if self.n_bytes > self._most:
            raise UploadTooLarge(too_large(self.n_bytes, self._most))
        return block


class NamelessFiles(FileUploadHandler):
    """Upload handler that writes temporary files whose paths do not contain the client's name."""

    def __init__(self, request: Request, opened: ExitStack) -> None:
        super().__init__(request._request)
        self._opened = opened

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        with _telling():
            written = NamedTemporaryFile(  # noqa: SIM115  (open until the request is over)
                prefix=PREFIX, dir=upload_folder()
            )
        self.written = written
        self._opened.callback(_close, written)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        with _telling():
            self.written.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[bytes]:
        with _telling():
            self.written.flush()
        return UploadedFile(self.written, self.file_name, self.content_type, file_size)

    def upload_interrupted(self) -> None:
        self.written.close()


def _close(written: IO[bytes]) -> None:
    """Deletes it, too; what had no room is said already."""
    with suppress(OSError):
        written.close()


def _telling() -> AbstractContextManager[None]:
    return telling_of_the_disk("the server's folder for uploads", "file")


class WholeMultiPartParser(MultiPartParser):
    """Parser of complete forms; it leaves no file of a rejected one."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> DataAndFiles[Any, Any]:
        request: Request = parser_context["request"]
        counted = CountedStream(stream, settings.MAX_UPLOAD_BYTES)
        with ExitStack() as opened:
            request.upload_handlers = [NamelessFiles(request, opened)]
            try:
                parsed = super().parse(cast("IO[Any]", counted), media_type, parser_context)
            except SuspiciousOperation as error:
                raise UploadRefused(
                    f"The form holds too many or too long fields ({error})."
                ) from error
            _check_whole(counted, announced_length(request._request))
            opened.pop_all()  # the request closes them
        return parsed


def _check_whole(counted: CountedStream, announced: int) -> None:
    if counted.n_bytes < announced:
        raise UploadRefused(
            f"The upload broke off after {counted.n_bytes:,} of {announced:,} bytes; send it again."
        )


class UploadView(APIView):
    """Base of upload views: nothing is read before session and permission are checked, and never
    more than the limit.
    """

    token_scopes = RESEARCH
    takes_uploads = True
    authentication_classes = [
        HeaderSession if one is SessionAuthentication else one
        for one in APIView.authentication_classes
    ]
    parser_classes = [WholeMultiPartParser]

    def get_parsers(self) -> list[Any]:
        """No form of a request that only reads comes to the disk."""
        is_read = self.request is not None and self.request.method in SAFE_METHODS
        return [JSONText()] if is_read else super().get_parsers()

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, UnsupportedMediaType) and self.request.method not in SAFE_METHODS:
            error = UploadRefused(f"{HOW_TO}; a place on the server is no file.")
        return super().handle_exception(error)


class Allowance(NamedTuple):
    """Limits on uploads: files per request, lines in all, and what to suggest beyond.

    Without a limit on lines the reader of the file has limits of its own.
    """

    n_files: int = MAX_FILES
    n_lines: int | None = MAX_LINES
    mend: str = IN_PARTS


USUAL = Allowance()


class Uploads(NamedTuple):
    """Paths of uploaded files, and the size each may have when unpacked."""

    paths: list[Path]
    max_bytes: int


@contextmanager
def uploads(
    request: Request,
    allowance: Allowance = USUAL,
) -> Iterator[Uploads]:
    """The files of a form; errors name a file as its client does.

    Raises:
        UploadRefused: no file, or too many.
        FileRefused: one that cannot be taken in.
    """
    files: list[UploadedFile[bytes]] = request.FILES.getlist(FIELD)
    if not files:
        raise UploadRefused(f"{HOW_TO}; names of files are not taken.")
    if len(files) > allowance.n_files:
        raise UploadRefused(f"{len(files)} files came; send at most {allowance.n_files} at once.")
    paths = [Path(cast("IO[bytes]", file.file).name) for file in files]
    sent = sum(file.size or 0 for file in files)
    try:
        max_bytes = max(settings.MAX_UPLOAD_BYTES, UNPACKED_SHARE * sent)
        if allowance.n_lines is not None:
            refuse_many_lines(paths, allowance.n_lines, max_bytes=max_bytes, mend=allowance.mend)
        yield Uploads(paths, max_bytes)
    except BadInput as error:
        names = {path.name: file.name or FIELD for path, file in zip(paths, files, strict=True)}
        raise _refused(error, names) from error


def _refused(error: BadInput, names: Mapping[str, str]) -> FileRefused:
    """The error by the names that files have where they come from."""

    def by_client_names(sentence: str) -> str:
        for ours, theirs in names.items():
            sentence = sentence.replace(ours, theirs)
        return sentence

    bad = error.bad if isinstance(error, BadFile) else None
    if bad:
        renamed = [one._replace(reason=by_client_names(one.reason)) for one in bad.first]
        bad = BadLines(bad.n, renamed)
    places = {ours: place for place, ours in enumerate(names, 1)}
    file, place = names.get(error.path.name, ""), places.get(error.path.name)
    return FileRefused(by_client_names(str(error)), error.code, file, place, bad)
