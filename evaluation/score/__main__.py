from __future__ import annotations

import sys

from evaluation.score.command import main
from ranking.files.gone_reader import ending_with_its_reader

if __name__ == "__main__":
    with ending_with_its_reader():
        sys.exit(main(sys.argv[1:]))
