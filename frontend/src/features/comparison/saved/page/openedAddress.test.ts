import { expect, it } from 'vitest';
import { isSameThere, openedAddress } from '@/features/comparison/saved/page/openedAddress';

const asked = [
  { name: 'runs', value: 'bert,t5' },
  { name: 'baseline', value: 'bm25' },
  { name: 'labels', value: 'gold' },
  { name: 'measures', value: 'RR@10' },
  { name: 'common_topics', value: '1' },
];

it('a saved question is an address of the comparison page', () => {
  expect(openedAddress({ asked })).toBe(
    '/compare?baseline=bm25&runs=bert,t5&labels=gold&measures=RR@10&test=t&common_topics=1',
  );
});

it('the page shows the same unless something moved, a program asked for more, or answers are kept', () => {
  expect(isSameThere({ asked, moved: [], answers: [] })).toBe(true);
  expect(
    isSameThere({ asked, moved: [{ kind: 'scores', name: '', text: 'Newer.' }], answers: [] }),
  ).toBe(false);
  const more = [...asked, { name: 'effect_sizes', value: '1' }];
  expect(isSameThere({ asked: more, moved: [], answers: [] })).toBe(false);
  expect(isSameThere({ asked, moved: [], answers: [{}] })).toBe(false);
});
