import { expect, it } from 'vitest';
import { sayTies } from '@/features/campaign/whatif/controls/sayTies';
import type { Choice } from '@/features/campaign/labels/choice';

const choice = (part: Partial<Choice>): Choice =>
  ({ aggregate: 'unanimous', threshold: 2, tie: 'highest', ...part }) as unknown as Choice;

it.each([
  [{}, 5, 'Votes that differ are a tie: one relevant vote is enough.'],
  [{ tie: 'unjudged' }, null, 'Votes that differ are a tie: such pairs have no label.'],
  [{ threshold: null, tie: 'median' }, 1, 'Votes that differ are a tie: the middle grade counts.'],
  [{}, 0, 'Votes that differ are a tie: one relevant vote is enough. No pair ties.'],
  [{ aggregate: 'majority' }, 3, ''],
  [{ aggregate: 'majority' }, 0, 'No pair ties.'],
] as const)('what follows from ties is said: %o, %o', (part, nTies, said) => {
  expect(sayTies(choice(part), nTies)).toBe(said);
});
