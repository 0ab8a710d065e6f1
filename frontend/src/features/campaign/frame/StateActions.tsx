import { useState } from 'react';
import type { CampaignOverview, CampaignState } from '@/api/types';
import { StateDialog } from '@/features/campaign/frame/StateDialog';
import { cx } from '@/shared/cx';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/frame/StateActions.module.css';
import { nextSteps } from '@/features/campaign/frame/stateTexts';
import type { Step } from '@/features/campaign/frame/stateTexts';

/** What is at rest is waited for; what runs is best left alone, and what is over too. */
const RESTING: readonly CampaignState[] = ['draft', 'pilot', 'paused'];

/** Where the campaign may go next; each asks once more and says what happens. */
export function StateActions({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const [chosen, setChosen] = useState<Step | null>(null);
  return (
    <div
      className={cx(buttons.actions, styles.actions)}
      role="group"
      aria-label="State of the campaign"
    >
      {nextSteps(campaign).map((step) => (
        <button
          key={step.state}
          type="button"
          className={
            step.isMain && RESTING.includes(campaign.state) ? buttons.primary : buttons.second
          }
          onClick={() => setChosen(step)}
        >
          {step.verb}…
        </button>
      ))}
      {chosen !== null && (
        <StateDialog campaign={campaign} step={chosen} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}
