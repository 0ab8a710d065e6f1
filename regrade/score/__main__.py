from __future__ import annotations

import sys

from regrade.files.gone_reader import ending_with_its_reader
from regrade.score.command import main

if __name__ == "__main__":
    with ending_with_its_reader():
        sys.exit(main(sys.argv[1:]))
