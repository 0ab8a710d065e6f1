import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DraftBar } from '@/features/campaign/guideline/GuidelineDesk';
import { Draft } from '@/features/campaign/guideline/draft';

function show(grade: number | null) {
  const examples = [{ query: 'oak', passage: 'Oaks grow.', grade, explanation: '' }];
  const initial = { body: 'Be fair.', examples, fingerprint: 'f0' };
  const draft = new Draft(() => Promise.resolve(initial), initial);
  render(
    <DraftBar
      campaignId={7}
      drafting={{ ...draft.read(), draft }}
      inForce={null}
      onPublish={() => undefined}
    />,
  );
  return screen.getByRole<HTMLButtonElement>('button', { name: /^Publish/ });
}

it('what an example lacks is said before anything is published', () => {
  expect(show(null).disabled).toBe(true);
  expect(screen.getByText(/Example 1 needs a grade/)).toBeTruthy();
});

it('nothing holds back what is whole', () => {
  expect(show(0).disabled).toBe(false);
  expect(screen.queryByText(/needs/)).toBeNull();
});
