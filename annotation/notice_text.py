"""The default notice of a new campaign; organizers publish their own instead.

It names all that is stored about an assessor: a new field about people belongs here too.
"""

from __future__ import annotations

DEFAULT_NOTICE = """\
## What is recorded

Your account's name, when you joined this campaign and when you accepted this notice. What you say
of your English, if you do. Your answers in the qualification round, if there is one, how often you
took it and when you passed.

Your grades or why you gave none, the words you highlight, how sure you say you are and your notes,
with what you changed or took back. The order in which passages were shown to you and, in campaigns
that show some passages from the middle on, where those began. In campaigns that let you search, a
passage that you find and open is marked as found by search; who found it is not noted, but can
often be guessed from who judged it first. Regrade keeps no record of the words that you search for.
When you ran out of passages and began to wait. Each visit to a passage: when it began and ended,
and how long the passage was in front of you, with the time that you were away counted apart. When
an organizer paused you or let you continue, and when you withdrew.

## Why, and who sees it

To build a test collection for search engines. The organizers of this campaign see your work under a
random pseudonym. They also see how fast you judge, and how often you gave the known grade to
gold pairs: pairs that an expert has graded, and that are hidden among the others. Neither stops
you by itself. Published files name the pseudonym only, round times to the hour and leave your notes
out.

## How long, and how to withdraw

The judgments are kept with the collection. You may withdraw at any time, and choose whether what
you judged so far stays or is taken out. Judgments taken out are no longer published, counted or
shown to the organizers; label sets that were made before do not change. When the campaign is over
its organizers can cut the link between your pseudonym and your account for good. You can look at
all data about you at any time. How you did on gold pairs is shown only when the campaign has
ended, and which pairs they are stays hidden.
"""
