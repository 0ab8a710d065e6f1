import { beforeEach, expect, it } from 'vitest';
import type { LabelSet, Run } from '@/api/types';
import { againPath } from '@/features/comparison/page/againPath';
import { noteComparison } from '@/features/comparison/recent/recentComparisons';
import { keepImported } from '@/shared/browser/importedLast';

const RUNS = ['a', 'b', 'c'].map((name) => ({
  name,
  lineage: { collections: ['trees'], topic_sets: ['needs'] },
})) as unknown as Run[];
const LABELS = [{ name: 'old', collection: 'trees', topic_set: 'needs' }] as unknown as LabelSet[];

const query = (runs: string): string => `baseline=a&runs=${runs}&labels=old`;
const again = (username = 'rita'): string | null => againPath(username, RUNS, LABELS);

beforeEach(() => localStorage.clear());

it('leads to the comparison opened last that has all of its runs still', () => {
  expect(again()).toBeNull();
  for (const runs of ['b', 'c', 'gone']) noteComparison('rita', query(runs));
  expect(again()).toBe(`/compare?${query('c')}`);
  expect(again('olga')).toBeNull();
});

it('leads to what was imported until a comparison is opened', () => {
  noteComparison('rita', query('b'));
  keepImported('rita', `/compare?${query('c')}`);
  expect(again()).toBe(`/compare?${query('c')}`);
  keepImported('rita', null);
  expect(again()).toBe(`/compare?${query('b')}`);
});
