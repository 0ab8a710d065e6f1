"""Every stylesheet stays loaded once it was needed, so none may reach into another feature."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "frontend" / "src"
FEATURES = SOURCES / "features"
# Shared styles name these so that a finger's tap is quick; they are the judging page's own.
OF_JUDGING = {"hint", "panel", "saving"}
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
USE = re.compile(r"className=(?:\"([^\"]*)\"|\{([^\n]*)\})")


def owner(path: Path) -> str:
    parts = path.relative_to(SOURCES).parts
    return parts[1] if parts[0] == "features" else "shared"


def selectors(path: Path) -> Iterator[str]:
    """One by one; a comma within brackets parts nothing."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for group in re.findall(r"([^{};]+)\{", text):
        if not group.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", group))


def place(selector: str) -> set[str]:
    """The classes that say where a rule reaches: those before the first blank."""
    return set(CLASS.findall(re.split(r"[\s>+~](?![^(]*\))", selector)[0]))


def owners() -> dict[str, set[str]]:
    """Who uses a class, or styles it wherever it stands."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES.rglob("*.css"):
        for selector in selectors(path):
            for name in place(selector):
                found[name].add(owner(path))
    for path in SOURCES.rglob("*.tsx"):
        for use in USE.findall(path.read_text()):
            for name in re.findall(r"[a-zA-Z][\w-]*", " ".join(use)):
                found[name].add(owner(path))
    return found


def test_a_feature_styles_nothing_that_another_one_uses() -> None:
    by_class = owners()
    for name in OF_JUDGING:
        by_class[name].discard("shared")
    reaching = [
        f"{path.relative_to(SOURCES)}: {selector}"
        for path in sorted(FEATURES.rglob("*.css"))
        for selector in selectors(path)
        if not selector.startswith("::highlight(")
        and not any(by_class[name] == {owner(path)} for name in place(selector))
    ]
    assert reaching == [], "put them under the feature's own root, as `:where(.running) .field`"
