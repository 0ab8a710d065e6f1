import type { CampaignOverview } from '@/api/types';
import { useRead } from '@/api/read';
import { DrawPilotForm } from '@/features/campaign/launch/DrawPilotForm';
import { PilotTable } from '@/features/campaign/launch/PilotTable';
import { counted } from '@/shared/format';
import { isOver } from '@/shared/stateNames';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaign: CampaignOverview }>;

const NONE_DRAWN =
  'No pilot is drawn. A pilot is a small part of the pairs that every assessor judges before the rest: it shows whether the guideline is understood alike.';

const describeNone = (state: Props['campaign']['state']): string =>
  isOver(state) ? 'No pilot was drawn.' : NONE_DRAWN;

/** Drawing is for campaigns at rest: nobody is to lose a pair they hold. */
function Draw({ campaign: { id, state, n_pilot_pairs: nPilot } }: Props) {
  const { data: policies } = useRead('/api/campaigns/{campaign_id}/policy', { campaign_id: id });
  const policy = policies?.[0];
  if (state === 'draft' || state === 'paused') {
    if (policy === undefined) return null;
    return <DrawPilotForm campaignId={id} drawsTopics={policy.unit === 'topics'} />;
  }
  if (state !== 'open' || nPilot > 0) return null;
  return <p className={text.soft}>A pilot is drawn in a draft, or while the campaign is paused.</p>;
}

/** A small share of the pairs that everyone judges first, and how that went. */
export function PilotSection({ campaign }: Props) {
  const { id, state, n_pilot_pairs: nPilot, judges_here: judgesHere } = campaign;
  const hasBegun = nPilot > 0 && state !== 'draft';
  return (
    <section aria-labelledby="pilot">
      <h2 id="pilot">Pilot</h2>
      <p>
        {nPilot === 0
          ? describeNone(state)
          : `The pilot has ${counted(nPilot, 'pair')}, which every assessor ${isOver(state) ? 'was to judge' : 'judges'}.`}
      </p>
      <Draw campaign={campaign} />
      {hasBegun && !judgesHere && <PilotTable campaignId={id} />}
    </section>
  );
}
