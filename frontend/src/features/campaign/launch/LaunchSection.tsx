import type { CampaignOverview, CampaignState } from '@/api/types';
import { ErrorText } from '@/shared/ui/ErrorText';
import { useLaunch } from '@/features/campaign/api/launch';
import { CheckList } from '@/features/campaign/launch/CheckList';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';

type Ahead = Readonly<{ state: CampaignState; title: string }>;

const AHEAD: Readonly<Record<CampaignState, Ahead | null>> = {
  draft: { state: 'open', title: 'Before it opens' },
  pilot: { state: 'open', title: 'Before it opens to all pairs' },
  paused: { state: 'open', title: 'Before it goes on' },
  open: { state: 'closed', title: 'Before it ends' },
  closed: { state: 'archived', title: 'Before it is archived' },
  archived: null,
};

type Props = Readonly<{ campaign: CampaignOverview }>;

/** The launch list of what comes next. */
export function LaunchSection({ campaign }: Props) {
  const ahead = AHEAD[campaign.state];
  const { data, error } = useLaunch(campaign.id, ahead?.state ?? 'open', ahead !== null);
  if (ahead === null) {
    return (
      <section aria-labelledby="launch">
        <h2 id="launch">Nothing is ahead</h2>
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
          The campaign cannot open until the required items are done; the others are for you to
          check.
        </p>
      )}
      <ErrorText error={error} />
      {data === undefined && error === null && <Waiting label="Checking what is ready" isTall />}
      {data !== undefined && <CheckList checks={data.checks} />}
    </section>
  );
}
