"""The real campaign through the commands, as docs/real-campaign.md has them."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from tests.real.real_data import CAMPAIGN

DERIVE = ["--campaign=campaign", "--fallback=original", "--min-assessors=3"]
DERIVE += ["--max-blank-share=0.5", "--require-fallback-relevant"]


def manage(command: str, *args: object) -> str:
    out = StringIO()
    call_command(command, *map(str, args), stdout=out)
    return out.getvalue()


def import_campaign() -> None:
    candidates, judgments = CAMPAIGN / "candidates_600x20.jsonl.gz", CAMPAIGN / "judgments.tsv"
    ground = ["--collection=msmarco", "--topics=dev600"]
    manage("import_candidates", candidates, *ground, "--run=bm25", "--labels=original")
    manage("build_pool", "pool", f"--pairs={judgments}", *ground)
    manage("create_campaign", "campaign", "--pool=pool", "--grades=1-5")
    manage("import_judgments", judgments, "--campaign=campaign")


def derive() -> None:
    majority = ["--aggregate=majority", "--tie=fallback"]
    manage("derive_labels", "liberal", *DERIVE, *majority, "--threshold=2")
    manage("derive_labels", "strict", *DERIVE, *majority, "--threshold=3")
    manage("derive_labels", "graded", *DERIVE, "--aggregate=median", "--round=up")
