import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_ACTIVE } from '@/features/campaign/setup/draft/active';
import { FIRST_DESIGN } from '@/features/campaign/setup/draft/design';
import {
  EMPTY,
  beginWith,
  forgetDraft,
  keepDraft,
  partOf,
  readDraft,
  servingOf,
} from '@/features/campaign/setup/draft/draft';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

describe('a draft', () => {
  it('is kept for the one who wrote it', () => {
    keepDraft('carol', { ...EMPTY, depth: 7, runs: ['bm25'] });
    expect(readDraft('carol')).toEqual({ ...EMPTY, depth: 7, runs: ['bm25'] });
    expect(readDraft('dora')).toEqual(EMPTY);
    forgetDraft('carol');
    expect(readDraft('carol')).toEqual(EMPTY);
  });

  it('keeps the choice of a draw', () => {
    const design = { ...FIRST_DESIGN, kind: 'against' as const, first: 'bert', n: 90 };
    keepDraft('carol', { ...EMPTY, way: 'design' as const, design });
    expect(readDraft('carol')).toEqual({ ...EMPTY, way: 'design' as const, design });
  });

  it('keeps a draw of a page that knew no labels to predict with', () => {
    const { predicted, ...older } = { ...FIRST_DESIGN, measure: 'P@10', seed: 7 };
    localStorage.setItem('regrade.new-campaign.carol', JSON.stringify({ design: older }));
    expect(readDraft('carol').design).toEqual({ ...older, predicted });
  });

  it('keeps the steps of a page that knew no vectors to learn from', () => {
    const { vectorsOf, ...older } = { ...FIRST_ACTIVE, strategy: 'scal', control: 20 };
    localStorage.setItem('regrade.new-campaign.carol', JSON.stringify({ active: older }));
    expect(readDraft('carol').active).toEqual({ ...older, vectorsOf });
  });

  it('has a seed of its own for each new draw', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    expect(readDraft('carol').design.seed).toBe(250_000);
  });

  it('by design takes all topics and pairs, in the order drawn, and forgets nothing', () => {
    const sample = { n: 5, seed: 0, strata: [], labels: '' };
    const whole = { ...EMPTY, sample, withoutLabels: ['old'] };
    const drawn = { ...whole, way: 'design' as const };
    expect([partOf(whole), servingOf(whole).unit]).toEqual([
      { sample, withoutLabels: ['old'] },
      'topics',
    ]);
    expect([partOf(drawn), servingOf(drawn).unit]).toEqual([
      { sample: null, withoutLabels: [] },
      'pairs',
    ]);
  });

  it('begins with the runs of an address, and keeps what else was said', () => {
    keepDraft('carol', { ...EMPTY, people: 7, runs: ['bm25'] });
    beginWith('carol', new URLSearchParams({ collection: 't', topic_set: 'n', runs: 'a,b' }));
    beginWith('carol', new URLSearchParams({ step: 'pool' }));
    const chosen = { collection: 't', topicSet: 'n', runs: ['a', 'b'] };
    expect(readDraft('carol')).toEqual({ ...EMPTY, people: 7, ...chosen });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"runs": "bm25", "depth": 3, "people": "many", "other": 1, "gold": "q1 d1 2"}',
    '{"sample": {"n": null, "seed": 0, "strata": "first=1-1:1", "labels": "old"}}',
    '{"sample": {"n": 5, "seed": 0}}',
    '{"design": {"measure": "P@10", "kind": "best"}, "way": "other"}',
    '{"design": null}',
    '{"active": {"strategy": 7}}',
  ])('of another shape (%s) does no harm', (kept) => {
    localStorage.setItem('regrade.new-campaign.carol', kept);
    const draft = readDraft('carol');
    expect({ ...draft, depth: null }).toEqual(EMPTY);
    expect([null, 3]).toContain(draft.depth);
  });
});
