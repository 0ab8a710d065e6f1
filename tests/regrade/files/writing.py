from __future__ import annotations

import gzip
from pathlib import Path


def write(folder: Path, content: str | bytes, name: str = "input") -> Path:
    """Write a file for a reader to read, gzipped when its name says so."""
    data = content.encode() if isinstance(content, str) else content
    path = folder / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path
