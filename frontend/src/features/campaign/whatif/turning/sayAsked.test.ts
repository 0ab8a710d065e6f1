import { expect, it } from 'vitest';
import { sayAsked } from '@/features/campaign/whatif/turning/sayAsked';

const ASKED = {
  ...{ n_asked: 5, n_added: 0, n_judgments: 5, n_waiting: 0 },
  ...{ n_decided: 0, n_other_kind: 0, n_textless: 0 },
};

it('pairs asked about are counted, and those left with the reason', () => {
  expect(sayAsked('judgment', ASKED)).toBe('One more judgment is asked for on 5 pairs.');
  expect(sayAsked('judgment', { ...ASKED, n_added: 2, n_waiting: 1 })).toBe(
    'One more judgment is asked for on 5 pairs, 2 pairs of them new to the campaign. Left as they are: 1 waiting for a judgment already.',
  );
  expect(sayAsked('adjudication', { ...ASKED, n_asked: 1, n_decided: 2 })).toBe(
    '1 pair was sent to adjudication. Left as they are: 2 decided by an adjudicator.',
  );
});
