"""Messages to the caller, on standard error."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator


class Trouble(Exception):
    """An error that the caller can fix, in one sentence."""


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


@contextlib.contextmanager
def step(message: str) -> Iterator[None]:
    """Report progress: one ticking line on a terminal, plain lines elsewhere."""
    began, over, outcome = time.monotonic(), threading.Event(), "failed"

    def tick() -> None:
        while not over.wait(0.2):
            seconds = int(time.monotonic() - began)
            print(f"\r{message} {'|/-'[seconds % 3]} {seconds} s ", end="", file=sys.stderr)

    ticker = threading.Thread(target=tick, daemon=True)
    if sys.stderr.isatty():
        ticker.start()
    else:
        say(f"{message} ...")
    try:
        yield
        outcome = "done"
    finally:
        over.set()
        seconds = time.monotonic() - began
        if ticker.ident:
            ticker.join()
            say(f"\r{message}: {outcome} in {seconds:.0f} s  ")
        elif seconds > 5:
            say(f"{message}: {outcome} in {seconds:.0f} s")


def no_arguments(args: list[str]) -> None:
    if args:
        raise Trouble(
            f"{' '.join(args)!r} is not understood here; ./dev COMMAND --help explains a command."
        )
