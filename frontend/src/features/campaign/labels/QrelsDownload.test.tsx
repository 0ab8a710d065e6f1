import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DerivedLabels } from '@/api/types';
import { QrelsDownload, sayLabels } from '@/features/campaign/labels/LabelSetCard';

const LABELS: DerivedLabels = {
  id: 7,
  name: 'trees-median',
  scale: [0, 1, 2],
  min_relevance: 1,
  policy: { aggregate: 'median' },
  counts: { n_topics: 1, n_pairs: 2, n_relevant: 1, by_value: [] },
  sample: '',
  n_gold: 0,
  n_ties: 0,
  n_votes_by_kind: { human: 4 },
  steps: [],
  content_hash: 'abc',
  created_at: '2026-05-01T12:00:00Z',
};

const show = () => render(<QrelsDownload labels={LABELS} />);

const address = (): string | null =>
  screen.getByRole('link', { name: /Download qrels/ }).getAttribute('href');

it('the file is that of the command, and its text says what is relevant to trec_eval', () => {
  show();
  expect(address()).toBe('/api/labels/qrels?name=trees-median');
  expect(screen.getByText('trec_eval -l 1 -c trees-median.qrels RUN')).toBeTruthy();
});

it('of a sample it is prels, which trec_eval does not read', () => {
  render(<QrelsDownload labels={{ ...LABELS, sample: 'A sample: 2 of 9 pairs.' }} />);
  const link = screen.getByRole('link', { name: 'Download prels of trees-median' });
  expect(link.getAttribute('href')).toBe('/api/labels/qrels?name=trees-median');
  expect(screen.queryByText(/trec_eval/)).toBeNull();
});

it('other values are asked for, and the hint goes with them', async () => {
  show();
  await userEvent.click(screen.getByText('Values in the file'));
  const field = screen.getByLabelText('1 is written as');
  await userEvent.clear(field);
  await userEvent.type(field, '5');
  expect(address()).toBe('/api/labels/qrels?name=trees-median&map=1%3A5');
  expect(screen.getByText(/trec_eval -l 2/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '0');
  expect(screen.getByText(/the values mix/)).toBeTruthy();
});

it('what is no number is reported, and the file stays as it was', async () => {
  show();
  await userEvent.click(screen.getByText('Values in the file'));
  await userEvent.type(screen.getByLabelText('1 is written as'), 'x');
  expect(screen.getByText(/A whole number from/)).toBeTruthy();
  expect(address()).toBe('/api/labels/qrels?name=trees-median');
});

it.each([
  [null, '27 labels'],
  [0, '27 labels'],
  [6, '27 labels: 21 judged, 6 by the known grade'],
])('labels by the known grade are counted apart (%s)', (nGold, found) => {
  expect(sayLabels({ counts: { ...LABELS.counts, n_pairs: 27 }, n_gold: nGold })).toBe(found);
});
