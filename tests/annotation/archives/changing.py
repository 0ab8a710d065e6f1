"""Archives that somebody changed: with a manifest that fits, unless that is what was changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

MANIFEST = "manifest.json"
Members = dict[str, bytes]
Change = Callable[[Members], None]


def members_of(path: Path) -> Members:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tables_of(path: Path) -> Mapping[str, list[Any]]:
    """The rows of each table."""
    found = members_of(path)
    return {name: rows_of(found, name) for name in found if name.startswith("tables/")}


def rows_of(members: Members, name: str) -> list[Any]:
    return [json.loads(line) for line in members[name].decode().splitlines()]


def write(path: Path, members: Members) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def changed(path: Path, change: Change, *, fits: bool = True) -> Path:
    """A copy with a change; where it `fits` the manifest has the sizes and hashes of it."""
    members = members_of(path)
    change(members)
    if fits:
        refit(members)
    copy = path.with_name("changed.zip")
    write(copy, members)
    return copy


def refit(members: Members) -> None:
    manifest = json.loads(members[MANIFEST])
    manifest["members"] = {
        name: {"sha256": sha256(content).hexdigest(), "n_bytes": len(content)}
        for name, content in members.items()
        if name != MANIFEST
    }
    members[MANIFEST] = json.dumps(manifest).encode()


def in_manifest(**values: Any) -> Change:
    def change(members: Members) -> None:
        manifest = json.loads(members[MANIFEST]) | values
        members[MANIFEST] = json.dumps(manifest).encode()

    return change


def in_row(name: str, at: int = 0, /, **values: Any) -> Change:
    """Values of a row of a member that has one JSON object a line."""

    def change(members: Members) -> None:
        rows = rows_of(members, name)
        rows[at] |= values
        members[name] = "".join(f"{json.dumps(row)}\n" for row in rows).encode()

    return change


def in_run(at: int = 0, /, **values: Any) -> Change:
    """Values of a run in runs.json."""

    def change(members: Members) -> None:
        runs = json.loads(members["runs.json"])
        runs[at] |= values
        members["runs.json"] = json.dumps(runs).encode()

    return change


def without_column(name: str, column: str) -> Change:
    def change(members: Members) -> None:
        rows = [{key: row[key] for key in row if key != column} for row in rows_of(members, name)]
        members[name] = "".join(f"{json.dumps(row)}\n" for row in rows).encode()

    return change


def doubled(name: str) -> Change:
    return lambda members: members.update({name: members[name] * 2})


def with_member(name: str, content: bytes = b"") -> Change:
    return lambda members: members.update({name: content})


def without_member(name: str) -> Change:
    def change(members: Members) -> None:
        del members[name]

    return change


def with_text(name: str, old: bytes, new: bytes) -> Change:
    return lambda members: members.update({name: members[name].replace(old, new, 1)})
