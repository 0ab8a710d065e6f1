import { expect, it } from 'vitest';
import { sayAsked, sayAsking } from '@/features/campaign/whatif/turning/sayAsked';

const ASKED = {
  ...{ n_asked: 5, n_added: 0, n_judgments: 5, n_waiting: 0 },
  ...{ n_decided: 0, n_other_kind: 0, n_textless: 0, n_absent: 0 },
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

it('pairs that the campaign lacks are named before and after', () => {
  expect(sayAsked('adjudication', { ...ASKED, n_absent: 2 })).toContain('2 not in the campaign.');
  expect(sayAsking('adjudication', 5, 0)).toBe('An adjudicator decides on each of 5 pairs.');
  expect(sayAsking('adjudication', 5, 2)).toBe(
    'An adjudicator decides on each of 3 pairs. 2 pairs are left out, as the campaign lacks them; one more judgment would add them.',
  );
  expect(sayAsking('adjudication', 1, 1)).toMatch(/^Nothing can be sent: 1 pair is left out/);
  expect(sayAsking('judgment', 5, 2)).toContain('The campaign lacks 2 of them; they are added');
});
