import { expect, it } from 'vitest';
import type { Comparison } from '@/api/compared';
import { differencesOf } from '@/features/comparison/significance/Differences';

const answer = (effects: readonly { name: string }[]): Comparison =>
  ({
    runs: ['bert', 't5'],
    blocks: ['old', 'new'].map((labels) => ({
      labels,
      rows: [
        { measure: 'AP', cells: [] },
        { measure: 'RR@10', cells: ['t5', 'bert'].map((run) => ({ run, effects })) },
      ],
    })),
  }) as unknown as Comparison;

it('differences come run by run, under each label set, by one measure', () => {
  const rows = differencesOf(answer([]), 'RR@10', null);
  expect(rows.map(({ run, labels }) => `${run} ${labels}`)).toEqual([
    'bert old',
    'bert new',
    't5 old',
    't5 new',
  ]);
  expect(differencesOf(answer([]), 'AP', null)).toEqual([]);
});

it('effect sizes come from the answer that has them', () => {
  const [row] = differencesOf(answer([]), 'RR@10', answer([{ name: 'd_z' }]));
  expect(row?.effects).toEqual([{ name: 'd_z' }]);
  expect(differencesOf(answer([]), 'RR@10', null)[0]?.effects).toEqual([]);
});
