from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings

APP = Path(__file__).parent.parent
N_DIGITS = 12


def code_version(*parts: str) -> str:
    """The release and a hash of these files and folders of the app, for a computed run's spec.

    The hash changes with every edit of what ranks, committed or not, and with nothing else. It
    is of the files now: ask while the code is imported, not later.
    """
    digest = sha256()
    for part in parts:
        path = APP / part
        for file in sorted(path.rglob("*.py")) or [path]:
            digest.update(file.relative_to(APP).as_posix().encode() + b"\0" + file.read_bytes())
    return f"{settings.SPECTACULAR_SETTINGS['VERSION']}+{digest.hexdigest()[:N_DIGITS]}"
