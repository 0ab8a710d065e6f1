import { expect, it } from 'vitest';
import type { ArchiveReport } from '@/api/types';
import { describeArchive } from '@/features/campaign/archive/describeArchive';

const REPORT: ArchiveReport = {
  campaign_id: 3,
  name: 'forest',
  collection: 'trees',
  topic_set: 'needs',
  runs: ['bm25', 'dense'],
  label_sets: ['strict'],
  made: ['trees', 'dense'],
  n_passages: 9,
  n_topics: 3,
  n_pairs: 24,
  n_judgments: 112,
  n_assessors: 7,
  of_campaign: 'forest',
  archived_at: '2026-11-30T08:00:00+00:00',
  regrade: '0.1.0',
  sha256: 'abc',
};

it('says what came, what was made and what was here', () => {
  expect(describeArchive(REPORT)).toBe(
    'It has 112 judgments, 24 pairs, 7 assessors, 2 runs, and 1 label set, over collection trees' +
      ' and topics needs. Made with it: trees and dense. Here already: needs and bm25.',
  );
});

it('names nothing where nothing was made', () => {
  expect(describeArchive({ ...REPORT, made: [] })).not.toContain('Made with it');
});
