"""Holds the lock files against known holes: ./dev lock runs this over OSV's advisories.

There is no library for it: pip-audit and uv ask a server, and pip-audit passes all that a mirror
knows no advisories of; osv-scanner is no Python package.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

Advisory = dict[str, Any]


class Pin(NamedTuple):
    name: str
    version: Version


class Finding(NamedTuple):
    pin: Pin
    advisory: Advisory
    fixed: list[str]

    def __str__(self) -> str:
        names = ", ".join([self.advisory["id"], *self.advisory.get("aliases", [])])
        mend = f"mended in {', '.join(self.fixed)}" if self.fixed else "not mended yet"
        summary = self.advisory.get("summary", "").strip()
        return f"{self.pin.name} {self.pin.version}: {names}; {mend}. {summary}".strip()


def read_pins(lock: Path) -> list[Pin]:
    """Each package of a lock file, once for each version that some Python or platform gets."""
    lines = (line.partition("#")[0].strip() for line in lock.read_text().splitlines())
    wanted = [Requirement(line) for line in lines if line]
    return [
        Pin(canonicalize_name(each.name), Version(clause.version))
        for each in wanted
        for clause in each.specifier
    ]


def read_advisories(export: Path) -> Iterator[Advisory]:
    """The records of OSV's export for PyPI: `all.zip`, or the folder that it unpacks to.

    Raises:
        ValueError: a record that is no advisory, by its name.
        OSError, zipfile.BadZipFile: an export that cannot be read.
    """
    folder: Any = export if export.is_dir() else zipfile.Path(export)
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if not path.name.endswith(".json"):
            continue
        try:
            advisory: Advisory = json.loads(path.read_bytes())
            advisory["id"], advisory["modified"]
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{export}: {path.name} is no advisory ({error!r})") from error
        yield advisory


def find_holes(pins: Iterable[Pin], advisories: Iterable[Advisory]) -> list[Finding]:
    """Pins affected by an advisory, with the advisory; withdrawn ones count for nothing."""
    versions = defaultdict(set)
    for pin in pins:
        versions[pin.name].add(pin.version)
    return [
        Finding(Pin(name, version), advisory, _fixes(affected))
        for advisory in advisories
        if "withdrawn" not in advisory
        for affected in advisory.get("affected", [])
        if affected.get("package", {}).get("ecosystem") == "PyPI"
        for name in [canonicalize_name(affected["package"]["name"])]
        for version in sorted(versions.get(name, ()))
        if is_affected(version, affected)
    ]


def is_affected(version: Version, affected: Advisory) -> bool:
    """By OSV's own rule: the version is listed, or lies in a range.

    Source: https://ossf.github.io/osv-schema, "Evaluation".
    """
    if any(_version(listed) == version for listed in affected.get("versions", [])):
        return True
    return any(_lies_in(version, events) for events in _ranges(affected))


def _ranges(affected: Advisory) -> list[list[dict[str, str]]]:
    """Events by version; ranges of other types list commits."""
    return [each["events"] for each in affected.get("ranges", []) if each["type"] == "ECOSYSTEM"]


def _lies_in(version: Version, events: list[dict[str, str]]) -> bool:
    """Whether the last event at or before the version lets the hole in."""
    bounds = [(_version(text), kind) for event in events for kind, text in event.items()]
    is_inside = False
    for bound, kind in sorted((bound, kind) for bound, kind in bounds if bound is not None):
        if kind == "introduced" and version >= bound:
            is_inside = True
        elif version >= bound and (kind == "fixed" or version > bound):
            is_inside = False
    return is_inside


def _version(text: str) -> Version | None:
    """A version, or None for one that PyPI no longer takes: no lock file can name it."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def _fixes(affected: Advisory) -> list[str]:
    fixed = {event.get("fixed", "") for events in _ranges(affected) for event in events}
    return sorted((text for text in fixed if _version(text)), key=Version)


def accepted(pyproject: Path) -> dict[str, str]:
    """Advisories that do not concern Regrade, each with its reason."""
    tools = tomllib.loads(pyproject.read_text()).get("tool", {})
    reasons: dict[str, str] = tools.get("regrade", {}).get("accepted-advisories", {})
    return reasons


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    for name in ("export", "pyproject", "lock"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args(arguments)
    pins = read_pins(given.lock)
    try:
        advisories = list(read_advisories(given.export))
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        sys.stdout.write(f"{given.export} cannot be read as OSV's export for PyPI: {error}\n")
        return 1
    if not advisories:
        sys.stdout.write(f"{given.export} holds no advisory.\n")
        return 1
    reasons = accepted(given.pyproject)
    found = [hole for hole in find_holes(pins, advisories) if hole.advisory["id"] not in reasons]
    newest = max(advisory["modified"] for advisory in advisories)[:10]
    sys.stdout.write("".join(f"{hole}\n" for hole in found))
    sys.stdout.write(
        f"{len(pins)} packages held against {len(advisories)} advisories, the newest of {newest}: "
        f"{len(found)} found.\n"
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
