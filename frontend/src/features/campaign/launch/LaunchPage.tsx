import { useState } from 'react';
import { post } from '@/api/calls';
import { rowsOf, useRead, useReadParts } from '@/api/read';
import type { CampaignOverview, CampaignState, LogEvent } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { useLaunch } from '@/features/campaign/api/launch';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { useHashTarget } from '@/features/campaign/kit/useHashTarget';
import { CheckList } from '@/features/campaign/frame/CheckList';
import { PilotReport } from '@/features/campaign/board/PilotReport';
import { counted } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import { isOver } from '@/shared/judging/stateNames';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { EventLog } from '@/shared/ui/log/EventLog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import columns from '@/features/campaign/kit/columns.module.css';
import forms from '@/features/campaign/kit/forms.module.css';
import text from '@/shared/styles/text.module.css';

type DrawPilotFormProps = Readonly<{ campaignId: number; drawsTopics: boolean }>;

function DrawPilotForm({ campaignId, drawsTopics }: DrawPilotFormProps) {
  const [n, setN] = useState('20');
  const { mutate, data, error, isPending } = useChange(campaignId, (nPairs: number) =>
    post('/api/campaigns/{campaign_id}/pilot', { campaign_id: campaignId }, { n: nPairs }),
  );

  return (
    <Form onSubmit={() => mutate(Number(n))}>
      <div className={forms.row}>
        <TextField
          label="Pairs to draw"
          hint={
            drawsTopics
              ? 'Whole topics are drawn, as assessors get them, until they hold at least as many pairs.'
              : 'Single pairs are drawn at random.'
          }
          width="number"
          type="number"
          min={1}
          required
          value={n}
          onChange={setN}
        />
        <Button type="submit" look="second" disabled={isPending}>
          Draw
        </Button>
      </div>
      <p className={text.soft}>
        Only unjudged pairs are drawn. Once drawn, a pair stays in the pilot.
      </p>
      <ErrorMessage error={error} />
      {data !== undefined && (
        <p role="status">
          Drawn: {counted(data.n_pairs, 'pair')} of {counted(data.n_topics, 'topic')}.
        </p>
      )}
    </Form>
  );
}

type Ahead = Readonly<{ state: CampaignState; title: string }>;

const AHEAD: Readonly<Record<CampaignState, Ahead | null>> = {
  draft: { state: 'open', title: 'Before it opens' },
  pilot: { state: 'open', title: 'Before it opens to all pairs' },
  paused: { state: 'open', title: 'Before it goes on' },
  open: { state: 'closed', title: 'Before it ends' },
  closed: { state: 'archived', title: 'Before it is archived' },
  archived: null,
};

/** The launch list of what comes next. */
function LaunchSection({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const ahead = AHEAD[campaign.state];
  const { data, error } = useLaunch(campaign.id, ahead?.state ?? 'open', ahead !== null);
  if (ahead === null) {
    return (
      <section aria-labelledby="launch">
        <h2 id="launch">No next step</h2>
        <p>This campaign is archived, and stays as it is.</p>
      </section>
    );
  }
  const isOpening = ahead.state === 'open';
  return (
    <section aria-labelledby="launch">
      <h2 id="launch">{ahead.title}</h2>
      {isOpening && (
        <p className={text.soft}>
          The campaign cannot open until the required items are done. Check the others yourself.
        </p>
      )}
      <ErrorMessage error={error} />
      {data === undefined && error === null && <Waiting label="Running the checks" isTall />}
      {data !== undefined && <CheckList checks={data.checks} />}
    </section>
  );
}

type Props = Readonly<{ campaign: CampaignOverview }>;

const NONE_DRAWN =
  'No pilot is drawn. A pilot is a small part of the pairs that every assessor judges before the rest: it shows whether assessors understand the guideline alike.';

function describePilot({ state, pairs }: Props['campaign']): string {
  if (pairs === null) return 'You judge in this campaign, so its numbers of pairs are hidden.';
  if (pairs.pilot === 0) return isOver(state) ? 'No pilot.' : NONE_DRAWN;
  const whose = `which every assessor ${isOver(state) ? 'had to judge' : 'judges'}`;
  return `The pilot has ${counted(pairs.pilot, 'pair')}, ${whose}.`;
}

/** Drawing is for campaigns at rest: nobody is to lose a pair they hold. */
function Draw({ campaign: { id, state, pairs } }: Props) {
  const { data: policies } = useRead('/api/campaigns/{campaign_id}/policy', { campaign_id: id });
  const policy = policies?.[0];
  if (state === 'draft' || state === 'paused') {
    if (policy === undefined) return null;
    return <DrawPilotForm campaignId={id} drawsTopics={policy.unit === 'topics'} />;
  }
  if (state !== 'open' || pairs?.pilot !== 0) return null;
  return <p className={text.soft}>A pilot is drawn in a draft, or while the campaign is paused.</p>;
}

/** A small share of the pairs that everyone judges first, and how that went. */
function PilotSection({ campaign }: Props) {
  const { id, state, pairs, judges_here: judgesHere } = campaign;
  const hasBegun = pairs !== null && pairs.pilot > 0 && state !== 'draft';
  return (
    <section aria-labelledby="pilot">
      <h2 id="pilot">Pilot</h2>
      <p>{describePilot(campaign)}</p>
      <Draw campaign={campaign} />
      {hasBegun && !judgesHere && <PilotReport campaignId={id} isFollowed={state === 'pilot'} />}
    </section>
  );
}

const N_EVENTS = 20;

/** Without an account, members did it themselves, or it was done at the command line. */
function who({ actor, details }: LogEvent): string {
  if (typeof actor === 'string') return actor;
  return details['assessor'] === undefined ? 'at the command line' : '';
}

/** Who did what to the campaign, and when. */
function CampaignLog({ campaignId }: Readonly<{ campaignId: number }>) {
  const log = useReadParts('/api/campaigns/{campaign_id}/events', {
    campaign_id: campaignId,
    limit: N_EVENTS,
  });
  const entries = rowsOf(log.data).map((event) => ({
    id: event.id,
    at: event.at,
    when: `${formatDay(event.at)}, ${formatClock(event.at)}`,
    by: who(event),
    sentence: event.sentence,
  }));
  return <EventLog log={log} entries={entries} />;
}

export default function LaunchPage() {
  const campaign = useCampaign();
  useHashTarget(true);
  return (
    <div className={columns.columns}>
      <div>
        <LaunchSection campaign={campaign} />
        <PilotSection campaign={campaign} />
      </div>
      <CampaignLog campaignId={campaign.id} />
    </div>
  );
}
