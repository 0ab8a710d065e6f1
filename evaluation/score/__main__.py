from __future__ import annotations

import signal
import sys

from evaluation.score.command import main

if __name__ == "__main__":
    # What reads the values may stop early, as `head` does.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
