"""The text in an archive that says what its files are."""

from __future__ import annotations

README_TEXT = """\
This is the archive of a campaign in which passages were judged for topics, made by Regrade.
Regrade's command `import_archive` reads it again as an equal campaign.

collection.jsonl   One passage a line: doc_id, and title and text where the archive has texts.
topics.jsonl       One topic a line: query_id, query, description, narrative.
runs/N.run         Rankings that were pooled, in TREC's six columns; runs.json describes them in
                   the order of their numbers.
qrels/N.qrels      Labels in TREC's four columns; line N of tables/labelset.jsonl says how they
                   were derived. The least relevant value is min_relevance there.
samples/N.jsonl    Where labels are a sample: the probability of each pair.
judgments.jsonl    One judgment a line, with those that were changed later. Assessors have
                   pseudonyms.
datasheet.md       A description of the campaign: who judged, by which rules, how far they agree.
figures.json       Tables behind the campaign's figures.
tables/            The campaign as Regrade stores it. A row refers to another table by the number
                   of the row there, counted from 0.
manifest.json      Version of the format, counts, and SHA-256 and size of each file.

The judgments have notes, exact times and columns of imported files, which may identify people.
So may the metadata of run files in runs.json. Names of people's accounts are not in here, nor are
answers that people withdrew.
"""
