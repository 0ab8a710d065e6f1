import { expect, it } from 'vitest';
import type { KeptRow } from '@/api/types';
import { describeQuestion } from '@/features/comparison/saved/page/keptQuestion';

function found(
  kind: KeptRow['kind'],
  asked: Readonly<Record<string, string>>,
  seed: number | null = null,
): string {
  const listed = Object.entries(asked).map(([name, value]) => ({ name, value }));
  const drawn = { seed, n_draws: seed === null ? null : 500 };
  return describeQuestion({ kind, asked: listed, ...drawn } as unknown as KeptRow);
}

it('a family is described by its measure, its method and what was drawn', () => {
  const asked = { measure: 'AP', method: 'randomized-tukey', correction: 'holm' };
  expect(found('systems', asked, 3)).toMatch(/^AP, .*; 500 draws, seed 3\.$/);
  expect(found('systems', { ...asked, method: 'dunnett', baseline: 'bm25' })).toMatch(
    /^AP, .*, with bm25\.$/,
  );
});

it('a plan is described by the difference that it is for', () => {
  const asked = { measure: 'AP', run: 'bert', label_set: 'gold', power: '0.8', alpha: '0.05' };
  expect(found('topic-plan', asked)).toBe(
    'AP of bert under gold, for the observed difference, power 0.8, level 0.05.',
  );
  expect(found('topic-plan', { ...asked, difference: '0.1' })).toContain('a difference of 0.1');
});

it('two orders are described up against across', () => {
  const axes = { labels_x: 'old', measure_x: 'AP', labels_y: 'new', measure_y: 'P@5' };
  expect(found('two-orders', axes, 0)).toBe(
    'P@5 under new against AP under old; 500 draws, seed 0.',
  );
});
