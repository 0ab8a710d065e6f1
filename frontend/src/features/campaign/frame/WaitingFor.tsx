import { Link } from '@/shared/routing/Link';
import type { CampaignOverview } from '@/api/types';
import { useLaunch } from '@/features/campaign/api/launch';
import { waitingFor } from '@/features/campaign/frame/stateTexts';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaign: CampaignOverview }>;

/** One line: what the campaign waits for, or what a draft lacks before it opens. */
export function WaitingFor({ campaign }: Props) {
  const isDraft = campaign.state === 'draft';
  const { data: launch } = useLaunch(campaign.id, 'open', isDraft);
  if (!isDraft || launch === undefined) return <p className={text.soft}>{waitingFor(campaign)}</p>;
  const unmet = launch.checks.filter(({ is_met }) => !is_met);
  const nMissing = unmet.filter(({ severity }) => severity === 'must').length;
  const link = (text: string) => <Link to={`/campaigns/${campaign.id}/launch`}>{text}</Link>;
  if (nMissing > 0) {
    return (
      <p className={text.soft}>
        Not open yet: {link(`${counted(nMissing, 'item')} required first`)}.
      </p>
    );
  }
  return (
    <p className={text.soft}>
      Ready to open
      {unmet.length > 0 && <>; {link(`${counted(unmet.length, 'item')} to check first`)}</>}.
    </p>
  );
}
