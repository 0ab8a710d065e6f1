import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CampaignOverview, ServingPolicy } from '@/api/types';
import { PolicyForm } from '@/features/campaign/settings/PolicySection';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';

const POLICY = {
  version: 1,
  unit: 'topics',
  order: 'random',
  sets_offered: 1,
  topics_per_set: 1,
  new_topic_share: 0.5,
  gold_every: null,
  repeat_every: null,
  rotates: false,
  extra_judgments: 0,
} as ServingPolicy;
const PAUSED = { id: 1, state: 'paused', pool: { strategy: 'depth' } } as CampaignOverview;
const GOLD = { ...EMPTY, grades: [{ value: 1 }] as never, known: [] };

/** What a label says of its field, without the hint in it. */
const said = (field: HTMLElement): string => {
  const [label] = (field as HTMLInputElement).labels ?? [];
  return (label?.querySelector('span')?.firstChild ?? label)?.textContent ?? '';
};

const labels = (form: HTMLElement): string[] =>
  ['textbox', 'radio', 'checkbox'].flatMap((role) =>
    within(form).getAllByRole(role, { hidden: true }).map(said),
  );

it('a policy is asked for in the same words when a campaign is made and later', () => {
  render(
    <>
      <div data-testid="made">
        <ServingForm draft={GOLD} change={() => undefined} />
      </div>
      <div data-testid="later">
        <PolicyForm campaign={PAUSED} policy={POLICY} onDone={() => undefined} />
      </div>
    </>,
  );
  const [made, later] = ['made', 'later'].map((id) => labels(screen.getByTestId(id)));
  const ofPairs = ['Pairs for everyone', 'Show a gold pair every … pairs'];
  expect(new Set([...(made ?? []), ofPairs[1]])).toEqual(new Set([...(later ?? []), ...ofPairs]));
  expect(later).toHaveLength(9);
});
