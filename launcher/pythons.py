"""Choice of the Python to run on: the best installed one, or one that uv installs."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from launcher.debian import apt_install, can_use_apt
from launcher.home import Home
from launcher.messages import Trouble, say
from launcher.processes import Command, become, clean_environment, output_of, succeeds
from launcher.rights import Umask

# What Regrade runs on, best first; docs/operations.md says what was tried on which.
PYTHONS = ("3.13", "3.12", "3.11", "3.14")
# Set for the start under the chosen interpreter, so that it does not choose again.
CHOSEN = "REGRADE_CHOSEN_PYTHON"
UV = "uv>=0.13,<1"


def ensure_python(home: Home) -> None:
    """Go on under the Python that fits best; uv brings one where the machine has none."""
    if sys.platform not in ("linux", "darwin"):
        raise Trouble("./dev runs on Linux and macOS; elsewhere use docker-compose.yml.")
    if os.environ.pop(CHOSEN, None):
        return
    chosen = choose_python(home) or bring_python(home)
    if not Path(chosen).samefile(sys.executable):
        Umask.restore()
        become([chosen, *sys.argv], {**os.environ, CHOSEN: chosen})


def wanted_pythons() -> tuple[str, ...]:
    """The versions to choose from, best first; REGRADE_PYTHON restricts them to one."""
    wanted = os.environ.get("REGRADE_PYTHON")
    if wanted and wanted not in PYTHONS:
        supported = ", ".join(sorted(PYTHONS, key=sort_key))
        raise Trouble(f"Regrade runs on Python {supported}; REGRADE_PYTHON is {wanted!r}.")
    return (wanted,) if wanted else PYTHONS


def sort_key(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def version_here() -> str:
    return "{}.{}".format(*sys.version_info)


def choose_python(home: Home) -> str | None:
    """The interpreter to run on; None where the machine has none that fits.

    That is the one that made the environment, as long as it is there, so that nothing is rebuilt
    without need. Else it is the caller's `python3`, if that is one of PYTHONS, or the best that is
    found.
    """
    versions = wanted_pythons()
    kept_version, kept = python_of(home.path / "venv")
    if kept_version in versions and Path(kept).exists():
        return kept
    if version_here() in versions and has_ensurepip():
        return sys.executable
    found = [(*ask_python(path), path) for path in python_paths(home)]
    # Those that can make an environment without another package come first.
    fitting = [(not can_make, version, path) for version, can_make, path in found]
    fitting = [each for each in fitting if each[1] in versions]
    best = min(fitting, key=lambda each: (each[0], PYTHONS.index(each[1])), default=None)
    return str(best[2]) if best else None


def python_of(folder: Path) -> tuple[str, str]:
    """Version and path of the interpreter that made an environment; empty where there is none."""
    with contextlib.suppress(OSError):
        lines = (folder / "pyvenv.cfg").read_text().splitlines()
        facts = dict(line.split(" = ", 1) for line in lines if " = " in line)
        version = ".".join(facts.get("version", "").split(".")[:2])
        return version, facts.get("executable", "")
    return "", ""


def python_paths(home: Home) -> list[Path]:
    """Interpreters by the names and in the places where people keep them, each once."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(":") if folder]
    folders += [Path("/usr/bin"), Path("/usr/local/bin"), Path("/opt/homebrew/bin")]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    # That of `test --python` lies within the home that another one may have been brought into.
    for folder in (home.path, home.path.parent):
        folders += sorted(folder.glob("python/*/bin"))
    paths = [folder / f"python{version}" for version in PYTHONS for folder in folders]
    unique = {path.resolve(): path for path in reversed(paths) if path.exists()}
    return list(reversed(unique.values()))


def ask_python(path: Path) -> tuple[str, bool]:
    """Its version, and whether it can make an environment; no version where it does not run."""
    ask = (
        "import sys, importlib.util as u;"
        "print('%d.%d' % sys.version_info[:2], u.find_spec('ensurepip') is not None)"
    )
    with contextlib.suppress(OSError, ValueError):
        version, can_make = output_of([path, "-c", ask]).split()
        return version, can_make == "True"
    return "", False


def has_ensurepip() -> bool:
    """Whether this Python can make environments; Debian ships that in a separate package."""
    return importlib.util.find_spec("ensurepip") is not None


def bring_python(home: Home) -> str:
    """A Python that uv brings into the home, for machines without one that fits."""
    version = wanted_pythons()[0]
    folder, tools = home.path / "python", home.path / "uv"
    say(
        f"Regrade needs Python {' or '.join(wanted_pythons())}, and there is none (this is "
        f"{version_here()}). uv brings {version}: some 35 MB to download, 110 MB in {folder}."
    )
    with home.lock():
        try:
            ensure_venv_module(home)
            home.run("Making a place for uv", [sys.executable, "-m", "venv", tools])
            env = {**clean_environment(), "UV_PYTHON_INSTALL_DIR": str(folder)}
            home.run("Installing uv", [tools / "bin" / "pip", "install", UV], env=env)
            bring: Command = [tools / "bin" / "uv", "python", "install", "--no-bin", version]
            home.run(f"Bringing Python {version}", bring, env=env)
        except Trouble as trouble:
            (home.logs / "python.log").write_text(f"{trouble}\n")
            raise Trouble(
                f"uv could not bring Python {version} ({home.logs / 'python.log'} says why). "
                f"Install one, for instance with `{install_line()}`, and run this again."
            ) from None
    found = sorted(folder.glob(f"*/bin/python{version}"))
    if not found:
        raise Trouble(f"uv brought no python{version} to {folder}.")
    return str(found[-1])


def install_line() -> str:
    """The command that installs a Python, by the package manager of this machine."""
    versions = wanted_pythons()
    if sys.platform == "darwin":
        return f"brew install python@{versions[0]}"
    for version in versions if shutil.which("apt-cache") else ():
        if succeeds(["apt-cache", "show", f"python{version}-venv"]):
            return f"apt-get install python{version}-venv"
    if shutil.which("dnf"):
        return f"dnf install python{versions[0]}"
    return f"uv python install {versions[0]}"


def ensure_venv_module(home: Home) -> None:
    """Debian keeps the installer that venv needs in a package of its own."""
    if has_ensurepip():
        return
    package = f"python{version_here()}-venv"
    if not (can_use_apt() and sys.base_prefix == "/usr"):
        mend = f"install the package {package} (apt-get install {package})"
        raise Trouble(f"Python's ensurepip is missing; {mend} and run this again.")
    apt_install(home, package)
    # The package may have brought a newer Python with it: begin again under that one.
    Umask.restore()
    become([sys.executable, *sys.argv], dict(os.environ))
