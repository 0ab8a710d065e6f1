"""A Chromium for the browser tests and the screenshots."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tarfile

from launcher.frontend import Frontend
from launcher.home import Home
from launcher.messages import Trouble
from launcher.processes import Command, succeeds
from launcher.rights import close_to_others

CHROMIUM = "@sparticuz/chromium@153.0.0"


class Browser:
    """A Chromium for the browser tests: a headless shell if there is one, else a full browser.

    Opening a page in a headless shell takes a third of the computing of a full browser.
    """

    NAMES = (
        "chromium-headless-shell",
        "chrome-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    )
    # Node can read brotli; Python's standard library cannot.
    UNPACK = (
        "const fs = require('fs'), [source, target] = process.argv.slice(1);"
        "fs.writeFileSync(target, require('zlib').brotliDecompressSync(fs.readFileSync(source)));"
    )

    def __init__(self, frontend: Frontend, home: Home) -> None:
        self.frontend, self.home, self.folder = frontend, home, home.path / "chromium"

    def ensure(self) -> dict[str, str]:
        """Environment variables that select the tests' browser; installs one if needed."""
        if system := self._system():
            return {"REGRADE_CHROMIUM": system}
        if not (self.folder / ".complete").exists():
            self._install_from_npm()
        return {
            "REGRADE_CHROMIUM": str(self.folder / "chromium"),
            "REGRADE_CHROMIUM_LIBRARIES": str(self.folder / "lib"),
            "FONTCONFIG_FILE": str(self.folder / "fonts.conf"),
        }

    def _system(self) -> str | None:
        path = f"{os.environ.get('PATH', '')}:/usr/bin:/usr/local/bin"
        found = (shutil.which(name, path=path) for name in self.NAMES)
        # Ubuntu's does not start: it is a script that asks for a snap.
        starting = (each for each in found if each and succeeds([each, "--version"]))
        return next(starting, None)

    def _install_from_npm(self) -> None:
        if (sys.platform, platform.machine()) != ("linux", "x86_64"):
            raise Trouble("The browser tests need Chromium or Chrome; install one of them.")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        options = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefix", self.folder)
        self.frontend.run_npm("Installing Chromium", "install", *options, CHROMIUM, cwd=self.folder)
        packed = self.folder / "node_modules" / "@sparticuz" / "chromium" / "bin"
        for name in ("chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"):
            target = self.folder / name
            argv: Command = [self.frontend.node, "-e", self.UNPACK, packed / f"{name}.br", target]
            self.home.run(f"Unpacking {name}", argv, env=self.frontend.env)
            if name.endswith(".tar"):
                with tarfile.open(target) as archive:
                    archive.extractall(self.folder)
                target.unlink()
        (self.folder / "chromium").chmod(0o700)
        close_to_others(self.folder)
        # The package's own fonts.conf names folders of another system: text would be invisible.
        (self.folder / "fonts.conf").write_text(
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>'
            f"<dir>{self.folder / 'fonts'}</dir><dir>/usr/share/fonts</dir>"
            f"<cachedir>{self.folder / 'font-cache'}</cachedir></fontconfig>\n"
        )
        (self.folder / ".complete").touch()
