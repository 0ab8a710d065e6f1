import { describe, expect, it } from 'vitest';
import type { JudgmentVersion } from '@/api/types';
import { heatOf, standingOf } from '@/features/campaign/pairs/heat/heat';
import type { Highlighter } from '@/features/campaign/pairs/heat/heat';
import { formatBy, legendSteps } from '@/features/campaign/pairs/heat/heatTexts';

const by = (pseudonym: string, ...spans: [number, number][]): Highlighter => ({ pseudonym, spans });

/** Each stretch as its words and the initials of who highlighted them. */
const read = (text: string, ...highlighters: Highlighter[]): [string, string][] =>
  heatOf(text, highlighters).map(({ from, to, by: names }) => [
    text.slice(from, to),
    names.join(''),
  ]);

describe('heatOf', () => {
  it('leaves a text that nobody highlighted in one piece', () => {
    expect(read('spruces live long', by('a'))).toEqual([['spruces live long', '']]);
  });

  it('cuts where highlights overlap, and says by whom each stretch is', () => {
    expect(read('spruces live long', by('a', [0, 12]), by('b', [8, 17]))).toEqual([
      ['spruces ', 'a'],
      ['live', 'ab'],
      [' long', 'b'],
    ]);
  });

  it('counts an assessor once, and joins what the same assessors highlighted', () => {
    expect(read('spruces live', by('a', [0, 4], [4, 7], [2, 7]))).toEqual([
      ['spruces', 'a'],
      [' live', ''],
    ]);
  });

  it('counts code points: a tree takes two units and is one', () => {
    expect(read('🌲🌲 are 🇩🇪 firs', by('b', [1, 6]), by('a', [3, 9]))).toEqual([
      ['🌲', ''],
      ['🌲 ', 'b'],
      ['are', 'ab'],
      [' 🇩🇪', 'a'],
      [' firs', ''],
    ]);
  });

  it('ends with the text, whatever a span says', () => {
    expect(read('fir', by('a', [1, 99]))).toEqual([
      ['f', ''],
      ['ir', 'a'],
    ]);
  });
});

const VERSION: JudgmentVersion = {
  id: 1,
  occasion: 0,
  grade: 3,
  reason_not_judged: null,
  spans: [],
  confidence: null,
  note: '',
  active_ms: null,
  away_ms: null,
  position: null,
  rotation: 0,
  cause: 'judged',
  recorded_by: 'assessor',
  created_at: '2026-03-04T10:00:00Z',
  superseded_at: null,
  pseudonym: 'lynx',
  assessor_kind: 'human',
  why: 'First answer',
  is_withdrawn: false,
};

it.each<[string, Partial<JudgmentVersion>]>([
  ['superseded', { superseded_at: '2026-03-04T11:00:00Z' }],
  ['a repeat', { occasion: 1 }],
  ['taken back', { grade: null, reason_not_judged: 'retracted' }],
  ['withdrawn', { is_withdrawn: true }],
  ['rejected elsewhere', { cause: 'rejected' }],
])('a version that is %s does not stand', (_, part) => {
  expect(standingOf([VERSION, { ...VERSION, id: 2, ...part }])).toEqual([VERSION]);
});

it('the legend shows every number of a few assessors, and four of many', () => {
  expect(legendSteps(3)).toEqual([1, 2, 3]);
  expect(legendSteps(24)).toEqual([1, 8, 16, 24]);
});

it('a stretch says how many highlighted it, and who', () => {
  expect(formatBy(['lynx', 'otter'], 3)).toBe('2 of 3: lynx and otter');
});
