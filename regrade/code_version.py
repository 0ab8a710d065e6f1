from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from regrade import __version__

TOP = Path(__file__).parent.parent
N_DIGITS = 12


def code_version(*parts: str) -> str:
    """The release and a hash of these files and folders, to store with results.

    The hash changes with every edit of what ranks or measures, committed or not, and with
    nothing else. It is of the files now: ask while the code is imported, not later.

    Args:
        parts: files and folders, each from the top-level package on: `regrade/bm25`.
    """
    digest = sha256()
    for part in parts:
        path = TOP / part
        for file in sorted(path.rglob("*.py")) or [path]:
            digest.update(file.relative_to(TOP).as_posix().encode() + b"\0" + file.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:N_DIGITS]}"
