"""The notice that a campaign begins with; organizers publish their own in its place."""

from __future__ import annotations

DEFAULT_NOTICE = """\
## What is recorded

Your grades, the words you mark, your notes, the order in which passages were shown to you, and how
long each one was before you, with the time that you were away counted apart.

## Why, and who sees it

To build a test collection for search engines. The organizers of this campaign see your work under a
random pseudonym. Published files name that pseudonym only, round times to the hour and leave your
notes out.

## How long, and how to withdraw

The judgments are kept with the collection. You may withdraw at any time, and choose whether what
you judged so far stays or is taken out. When the campaign is over its organizers can cut the link
between your pseudonym and your account for good. You can look at all that is held about you at any
time.
"""
