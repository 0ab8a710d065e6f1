import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LabelSet, Run } from '@/api/types';
import { Controls } from '@/features/comparison/choice/Controls';
import { readSelection } from '@/features/comparison/choice/selection';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const run = (name: string, topicSet: string) =>
  ({ name, lineage: { collections: ['c'], topic_sets: [topicSet] } }) as unknown as Run;
const labels = (name: string, topicSet: string) =>
  ({ name, collection: 'c', topic_set: topicSet }) as unknown as LabelSet;

const RUNS = [run('bm25', 'main'), run('bert', 'main'), run('far', 'other')];
const LABELS = [labels('old', 'main'), labels('far-labels', 'other')];

it('topics are narrowed only by labels of the compared runs', () => {
  render(
    <Controls
      runs={RUNS}
      labels={LABELS}
      selection={readSelection(new URLSearchParams('baseline=bm25&runs=bert&labels=old'))}
      onChange={() => undefined}
    />,
    { wrapper: MemoryRouter },
  );
  const menu = within(screen.getByLabelText('Only topics of'));
  expect(menu.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'all shared topics',
    'old',
  ]);
  expect(screen.queryByText(/far/)).toBeNull();
});
