"""The folder of uploaded files while they are read, and the removal of leftovers."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from django.conf import settings

PREFIX = "upload-"
# Since the last byte came: an import takes minutes. The machines that share the folder may have
# clocks that differ by hours.
LEFT_AFTER_S = 24 * 3600
logger = logging.getLogger(__name__)


def upload_folder() -> Path:
    """The folder, which its owner alone can open; made where there is none."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def sweep_uploads() -> int:
    """Remove files left by killed processes; returns how many.

    Calling it from several machines at once is harmless.
    """
    before = time.time() - LEFT_AFTER_S
    return sum(_remove_if_left(path, before) for path in _folder().glob(f"{PREFIX}*"))


def _folder() -> Path:
    return Path(settings.STORAGE_ROOT) / "uploads"


def _remove_if_left(path: Path, before: float) -> bool:
    try:
        if path.stat().st_mtime >= before:
            return False
        path.unlink()
    except FileNotFoundError:
        return False  # its request is over, or another machine was faster
    except OSError:
        logger.warning("%s was left by an upload and cannot be removed", path, exc_info=True)
        return False
    return True
