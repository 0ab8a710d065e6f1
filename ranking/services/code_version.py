from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings

APP = Path(__file__).parent.parent
N_DIGITS = 12


def code_version(*parts: str, app: Path | None = None) -> str:
    """The release and a hash of these files and folders of an app, for what is stored.

    The hash changes with every edit of what ranks or measures, committed or not, and with
    nothing else. It is of the files now: ask while the code is imported, not later.

    Args:
        parts: files and folders within the app.
        app: the app's folder, by default that of ranking.
    """
    root = app or APP
    digest = sha256()
    for part in parts:
        path = root / part
        for file in sorted(path.rglob("*.py")) or [path]:
            digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return f"{settings.SPECTACULAR_SETTINGS['VERSION']}+{digest.hexdigest()[:N_DIGITS]}"
