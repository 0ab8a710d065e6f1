from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_transformers() -> Iterator[None]:
    """Suppress transformers' progress bars and its remarks about unused layers."""
    from transformers.utils import logging as remarks

    verbosity, shows_progress = remarks.get_verbosity(), remarks.is_progress_bar_enabled()
    remarks.set_verbosity(logging.ERROR)
    remarks.disable_progress_bar()
    try:
        yield
    finally:
        remarks.set_verbosity(verbosity)
        if shows_progress:
            remarks.enable_progress_bar()


@contextmanager
def quiet_library() -> Iterator[None]:
    """Suppress the remarks of sentence-transformers, about versions and prompts."""
    log = logging.getLogger("sentence_transformers")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)
