"""Which page calls which API operation, read from what the frontend's declarations name.

`./dev run python -m tests.page_calls` prints the table that docs/page-calls.md holds.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.source_tree import ROOT

FRONTEND = ROOT / "frontend" / "src"
HEAD = "| page | component in `frontend/src` | calls below `/api` |\n|---|---|---|"
EVERY_FRAMED_PAGE = "every page that follows"
NO_PAGE = "no page"
TYPES = ("types.ts", "compared.ts")

# A type is no part of what runs: `import type` is left out.
IMPORT = re.compile(r"^import (?!type\b)([^;']+) from '@/([^']+)'", re.MULTILINE)
NAMED = re.compile(r"(?:(\w+) as )?(\w+)")
LATER = re.compile(r"\bimport\('@/([^']+)'\)")
# Prettier begins each declaration of a module, and nothing else, at the margin.
DECLARATION = re.compile(
    r"^(?:export )?(default )?(?:async )?(?:function|class|const|let|type|interface) (\w+)",
    re.MULTILINE,
)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.MULTILINE | re.DOTALL)
LAZY = re.compile(r"const (\w+) = lazy\(\(\) => import\('@/([^']+)'\)\)")
ROUTE = re.compile(r'<Route (?:path="([^"]+)"|index) element=\{<(\w+) />\}(?: (/))?>')
READ = re.compile(r"\b(?:use\w+|reading|get\w*)\(\s*'(/api/[^']+)'")
SENT = re.compile(r"\b(post|put|patch|remove)\(\s*'(/api/[^']+)'")
# The key of a query names an address and asks for nothing.
KEY = re.compile(r"\bkeyOf\(\s*'/api/[^']+'")
UPLOAD = re.compile(r"\bupload<\w+>\(\s*['`](/api/[^'`]+)['`]")
METHODS = {"remove": "DELETE"}
LINK = re.compile(r"href=\{(?:\w+\()?['`](/api/[^'`?]+)")
# The description of the API and the page that shows it are no operations.
MENTION = re.compile(r"['`](/api/(?!docs\b|schema\b)[^'`?]+)")
PARAMETER = re.compile(r"\$?\{\w+\}")
# What a link adds to a path: `qrels${query}`.
QUERY = re.compile(r"(?<=\w)\$\{\w+\}$")


def operations() -> list[str]:
    """Every operation of the API, as `GET /api/campaigns`."""
    paths = json.loads((ROOT / "frontend" / "openapi.json").read_text("utf-8"))["paths"]
    return [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]


class Part(NamedTuple):
    """A declaration of a module, or all of them, which `*` names."""

    module: str
    name: str = "*"


def calls_of(module: str, *, but: frozenset[Part] = frozenset()) -> list[str]:
    """Operations that a module and all that it uses of others ask for, sorted by path."""
    asked = set(chain.from_iterable(map(_asked_by, map(_text, _reached(module) - but))))
    return [operation for operation in operations() if _shape(operation) in asked]


def pages(of: str) -> dict[str, str]:
    """The component of each address, as a module of routes names them."""
    return dict(_routes(_read(of)))


def table() -> str:
    """The pages with what each calls, and last what no page calls."""
    frame = frozenset(_reached("app/Shell") | _reached("app/Gate"))
    rows = [(f"`{at}`", place, calls_of(place)) for at, place in pages("app/Pages").items()]
    rows += [(EVERY_FRAMED_PAGE, "app/Shell", calls_of("app/Shell"))]
    framed = pages("app/FramedPages")
    rows += [(f"`{at}`", place, calls_of(place, but=frame)) for at, place in framed.items()]
    called = {operation for _, _, asked in rows for operation in asked}
    lines = [f"| {page} | `{_lies(place)}` | {_listed(asked)} |" for page, place, asked in rows]
    rest = [operation for operation in operations() if operation not in called]
    return "\n".join([HEAD, *lines, f"| {NO_PAGE} | - | {_listed(rest)} |"])


def unread_calls() -> list[str]:
    """Places in the frontend that name an operation in a way that is not read here as a call."""
    paths = (path for path in sorted(FRONTEND.rglob("*.ts*")) if not _is_apart(path))
    return [
        f"{module}: {named}"
        for module in (str(path.relative_to(FRONTEND)) for path in paths)
        for named in MENTION.findall(KEY.sub("", _read(module)))
        if _shape(named) not in {asked.split()[1] for asked in _asked_by(_read(module))}
    ]


def _is_apart(path: Path) -> bool:
    """Tests, and lists of types, which name operations and ask for none."""
    return ".test." in path.name or ".gen." in path.name or path.name in TYPES


def _listed(asked: list[str]) -> str:
    return ", ".join(f"`{operation.replace(' /api/', ' ')}`" for operation in asked) or "-"


def _lies(module: str) -> str:
    return str(_file(module).relative_to(FRONTEND))


def _read(module: str) -> str:
    return _file(module).read_text("utf-8")


def _file(module: str) -> Path:
    """Where a module of the frontend lies; its address may leave the ending out."""
    found = (FRONTEND / f"{module}{ending}" for ending in ("", ".tsx", ".ts"))
    return next(path for path in found if path.is_file())


def _reached(module: str) -> set[Part]:
    """The module's own declarations and all that these use, at once or later."""
    reached, new = set[Part](), {Part(module)}
    while new:
        reached |= new
        new = set(chain.from_iterable(map(_used, new))) - reached
    return reached


def _used(part: Part) -> Iterator[Part]:
    """What a declaration names: others of its module, what is imported, modules that load later."""
    text = _text(part)
    whole = _read(part.module)
    known = {name: Part(part.module, name) for name in _declarations(whole)} | _imports(whole)
    yield from (known[word] for word in set(re.findall(r"\w+", text)) & known.keys())
    yield from (Part(later) for later in LATER.findall(text))


def _text(part: Part) -> str:
    declared = _declarations(_read(part.module))
    return "\n".join(declared.values()) if part.name == "*" else declared[part.name]


@cache
def _declarations(source: str) -> dict[str, str]:
    """The text of each declaration by its name; the one exported by default has that name, too."""
    text = COMMENT.sub("", IMPORT.sub("", source))
    found = list(DECLARATION.finditer(text))
    if not found:  # a table in JSON
        return {"": text, "default": text}
    starts = [match.start() for match in found]
    declared = {"": text[: starts[0]]}
    for match, start, end in zip(found, starts, [*starts[1:], len(text)], strict=True):
        names = [match[2], "default"] if match[1] else [match[2]]
        declared |= dict.fromkeys(names, text[start:end])
    return declared


@cache
def _imports(source: str) -> dict[str, Part]:
    """What each imported name stands for; styles ask for nothing."""
    return {
        name: part
        for names, module in IMPORT.findall(source)
        if not module.endswith(".css")
        for name, part in _named(names, module)
    }


def _named(names: str, module: str) -> Iterator[tuple[str, Part]]:
    """`One`, `{ one, two as other }` or `* as all`."""
    if names.startswith("* as "):
        yield names.removeprefix("* as "), Part(module)
    elif names.startswith("{"):
        for name, alias in NAMED.findall(names):
            yield alias, Part(module, name or alias)
    else:
        yield names, Part(module, "default")


def _asked_by(text: str) -> Iterator[str]:
    yield from (_shape(f"GET {path}") for path in (*READ.findall(text), *LINK.findall(text)))
    yield from (
        _shape(f"{METHODS.get(name, name.upper())} {path}") for name, path in SENT.findall(text)
    )
    yield from (_shape(f"POST {path}") for path in UPLOAD.findall(text))


def _shape(operation: str) -> str:
    """An operation without a link's query and without the names of its parameters."""
    return PARAMETER.sub("{}", QUERY.sub("", operation))


def _routes(text: str) -> Iterator[tuple[str, str]]:
    """Address and component of each route; one inside another continues its address."""
    places = dict(LAZY.findall(text))
    outer = ""
    for path, name, is_leaf in ROUTE.findall(text):
        if path == "*":
            continue
        address = path if path.startswith("/") else f"{outer}/{path}".rstrip("/")
        if not is_leaf:
            outer = address
        yield (address or "/") if is_leaf else f"{address}/*", places[name]


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
