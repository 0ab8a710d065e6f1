from __future__ import annotations

from regrade.command.program import run

if __name__ == "__main__":
    run()
