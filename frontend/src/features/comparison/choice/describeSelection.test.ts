import { expect, it } from 'vitest';
import { describeSelection } from '@/features/comparison/choice/describeSelection';
import { readSelection } from '@/features/comparison/choice/selection';

const found = (address: string): string =>
  describeSelection(readSelection(new URLSearchParams(address)));

it('a comparison is described in one line, and many names by how many more there are', () => {
  const address = 'baseline=bm25&runs=a,b,c,d&labels=old,new&measures=AP&correction=holm';
  expect(found(address)).toBe(
    'a, b and 2 more against bm25 · under old, new · by AP · paired t-test, Holm over one measure under one label set',
  );
});

it('what is not chosen yet is described as well, and what changes the topics', () => {
  expect(found('runs=&labels=new&measures=AP&only_topics_of=old&common_topics=1')).toBe(
    'none yet against the best of them · under new · by AP · paired t-test, uncorrected' +
      ' · only topics of old · only topics that every run has',
  );
  expect(found('runs=a&baseline_labels=old&labels=new&measures=AP&single_precision=1')).toContain(
    'a against themselves under old',
  );
});
