"""Requests to the API: their retries, their errors, and files both ways."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

from regrade import __version__
from regrade.client.errors import NotSent, ServerRefused, ServerUnreachable
from regrade.client.settings import Place
from regrade.client.shapes import NOT_REGRADE, shaped
from regrade.extras import extra
from regrade.files.bad_lines import BadLine, BadLines
from regrade.files.outputs import writing_bytes

with extra("The client"):
    import httpx2

TRIES = 4
PAUSE_S = 0.5  # before the second try; each further one waits twice as long
MOST_WAIT_S = 60.0  # a longer Retry-After is left to the caller
# An import answers when all is stored.
UPLOADS_WAIT = 20
BUSY = {429, 503}
GZIP, GZIP_BITS = "gzip", 31  # the latter is zlib's name for it
ENDS = ("Content-Length", "Transfer-Encoding")
PAGE = "text/html"  # the API has none
GONE_BETWEEN = {502, 504}  # a proxy that did not reach the server

Fields = Mapping[str, Any]
Method = Literal["GET", "POST"]


class Connection:
    """Asks one server, with a token that only the header holds. Redirects are never followed."""

    def __init__(self, place: Place, token: str, timeout_s: float) -> None:
        self.address = place.address
        self._timeout_s = timeout_s
        self._client = httpx2.Client(
            headers={
                "Authorization": f"Bearer {token}",
                "User-Agent": f"regrade/{__version__}",
                "Accept-Encoding": GZIP,
            },
            timeout=timeout_s,
            # A proxy may carry what is sealed, and nothing else.
            trust_env=place.is_sealed,
        )

    def __repr__(self) -> str:
        return f"Connection({self.address!r})"

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, **fields: Any) -> Any:
        """The answer's JSON."""
        with self._answer("GET", path, lambda _: {"params": _sent(fields)}) as answer:
            return _document(answer)

    def get_text(self, path: str, **fields: Any) -> str:
        """The answer's text."""
        with self._answer("GET", path, lambda _: {"params": _sent(fields)}) as answer:
            return b"".join(_blocks(answer)).decode()

    def post(self, path: str, fields: Fields) -> Any:
        """The answer's JSON; sent again only if the server has surely stored nothing."""
        with self._answer("POST", path, lambda _: {"json": _sent(fields)}) as answer:
            return _document(answer)

    def upload(self, path: str, files: Sequence[Path], fields: Fields) -> Any:
        """Send files as they are, read from the disk while they are sent."""

        def form(opened: ExitStack) -> Fields:
            parts = [("file", (file.name, opened.enter_context(_opened(file)))) for file in files]
            patience = httpx2.Timeout(self._timeout_s, read=self._timeout_s * UPLOADS_WAIT)
            return {"data": _sent(fields), "files": parts, "timeout": patience}

        with self._answer("POST", path, form) as answer:
            return _document(answer)

    def download(self, path: str, target: Path, **fields: Any) -> None:
        """Write the answer to a file, which is there whole or not at all."""
        with (
            self._answer("GET", path, lambda _: {"params": _sent(fields)}) as answer,
            writing_bytes(target) as file,
        ):
            for block in _blocks(answer, needs_end=True):
                file.write(block)

    @contextmanager
    def _answer(
        self, method: Method, path: str, form: Callable[[ExitStack], Fields]
    ) -> Iterator[httpx2.Response]:
        """An answer without an error, whose body is still to be read."""
        for n_tried in range(1, TRIES + 1):
            pause_s = PAUSE_S * 2 ** (n_tried - 1)
            with ExitStack() as opened:
                answer = self._try(method, path, form, opened, is_last=n_tried == TRIES)
                if answer is not None:
                    wait_s = _wait_s(answer, method, pause_s) if n_tried < TRIES else None
                    if wait_s is None:
                        _refuse_errors(answer)
                        yield answer
                        return
                    pause_s = wait_s
            time.sleep(pause_s)

    def _try(
        self,
        method: Method,
        path: str,
        form: Callable[[ExitStack], Fields],
        opened: ExitStack,
        *,
        is_last: bool,
    ) -> httpx2.Response | None:
        """The answer, or None if it did not come and may be asked for again."""
        address = f"{self.address}/api/{path}"
        try:
            return opened.enter_context(self._client.stream(method, address, **form(opened)))
        except httpx2.RequestError as error:
            is_unsent = isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout)
            if not is_last and (is_unsent or method == "GET"):
                return None
            may_repeat = is_unsent or method == "GET"
            raise _unreachable(error, self.address, may_repeat=may_repeat) from None


def _opened(file: Path) -> Any:
    try:
        return file.open("rb")
    except OSError as error:
        sentence = f"{file} cannot be read ({error.strerror})."
        raise NotSent(sentence, code="unreadable_file") from None


def _sent(fields: Fields) -> dict[str, Any]:
    """The fields that were given."""
    return {name: value for name, value in fields.items() if value is not None}


def _wait_s(answer: httpx2.Response, method: Method, pause_s: float) -> float | None:
    """Seconds until the request may be sent again; None if it must not or need not be."""
    may_repeat = method == "GET" or answer.status_code == 429  # refused before it was read
    if not may_repeat or answer.status_code not in BUSY | GONE_BETWEEN:
        return None
    asked = answer.headers.get("Retry-After", "")
    wait_s = float(asked) if asked.isdecimal() else pause_s
    return wait_s if wait_s <= MOST_WAIT_S else None


def _refuse_errors(answer: httpx2.Response) -> None:
    if answer.has_redirect_location:
        sentence = (
            f"The server sends on to {answer.headers['Location']}; nothing was sent there. If it is"
            " the right place, use its address."
        )
        raise ServerRefused(sentence, code="redirected", status=answer.status_code)
    if answer.is_success and not answer.headers.get("Content-Type", "").startswith(PAGE):
        return
    body = _document(answer)
    lines = [shaped(BadLine, line) for line in body.get("bad_lines", ())]
    raise ServerRefused(
        body["detail"],
        code=body["code"],
        status=answer.status_code,
        fields=body.get("fields"),
        bad=BadLines(body.get("n_bad_lines", len(lines)), lines),
    )


def _document(answer: httpx2.Response) -> Any:
    """The body as JSON. An error of Regrade's says why; a proxy's page does not."""
    text = b"".join(_blocks(answer))
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    is_refusal = isinstance(document, dict) and {"code", "detail"} <= {*document}
    if not (is_refusal or (answer.is_success and isinstance(document, dict | list))):
        sentence = (
            f"{answer.url.host} answered with status {answer.status_code}, but not as Regrade does:"
            " is the address right?"
        )
        raise ServerRefused(sentence, code=NOT_REGRADE, status=answer.status_code)
    return document


def _blocks(answer: httpx2.Response, *, needs_end: bool = False) -> Iterator[bytes]:
    """The body, unpacked. With `needs_end` it must say where it ends, by its length, its last
    chunk or its packing: of others nobody sees if a proxy cut them off.
    """
    is_packed = answer.headers.get("Content-Encoding") == GZIP
    has_end = is_packed or any(name in answer.headers for name in ENDS)
    try:
        if needs_end and not has_end:
            raise httpx2.ReadError("it does not say where it ends; a proxy may have cut it off")
        yield from _unpacked(answer) if is_packed else answer.iter_bytes()
    except httpx2.RequestError as error:
        is_read = answer.request.method == "GET"
        raise _unreachable(error, str(answer.url.host), may_repeat=is_read) from None


def _unpacked(answer: httpx2.Response) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(GZIP_BITS)
    try:
        for block in answer.iter_raw():
            yield unpacker.decompress(block)
    except zlib.error as error:
        raise httpx2.ReadError(str(error)) from None
    if not unpacker.eof:
        raise httpx2.ReadError("it was cut off")


def _unreachable(
    error: httpx2.RequestError, address: str, *, may_repeat: bool
) -> ServerUnreachable:
    reason = str(error) or type(error).__name__
    doubt = "" if may_repeat else " Look if something was stored before you send it again."
    sentence = f"{address} gave no whole answer ({reason}).{doubt}"
    return ServerUnreachable(sentence, code="no_whole_answer")
