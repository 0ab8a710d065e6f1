import { useState } from 'react';
import type { Board, SamplingProgress } from '@/api/types';
import { sayAnswered } from '@/features/campaign/board/sampling/saySampling';
import { StateDialog } from '@/features/campaign/frame/StateDialog';
import { nextSteps } from '@/features/campaign/frame/stateTexts';
import { isOver } from '@/shared/judging/stateNames';
import { Link } from '@/shared/routing/Link';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{ campaign: Board['campaign']; progress: SamplingProgress }>;

/** Once all that was asked is answered: the end of the campaign, and then its labels. */
export function EndHere({ campaign, progress }: Props) {
  const [isAsking, setAsking] = useState(false);
  const end = nextSteps(campaign, false).find(({ state }) => state === 'closed');
  if (isOver(campaign.state))
    return (
      <p>
        <Link to={`/campaigns/${campaign.id}/labels`}>Derive labels from these pairs</Link>
      </p>
    );
  const said = sayAnswered(progress);
  if (end === undefined || said === '') return null;
  return (
    <div className={buttons.actions}>
      <span>{said}</span>
      <Button look="second" onClick={() => setAsking(true)}>
        {end.verb}…
      </Button>
      {isAsking && <StateDialog campaign={campaign} step={end} onClose={() => setAsking(false)} />}
    </div>
  );
}
