import { Link } from '@/shared/routing/Link';
import type { CampaignSummary } from '@/api/types';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { Bar } from '@/shared/ui/Bar';
import {
  formatJudgments,
  formatPairsSetAside,
  progressOf,
} from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';

type Props = Readonly<{
  campaign: CampaignSummary;
  to: string;
  verb: string;
  /** Whether going there is what the person most likely came for. */
  isMain?: boolean;
  /** Another page of the campaign, and its name. */
  aside?: Readonly<{ to: string; label: string }> | undefined;
}>;

function HowFar({ progress }: Readonly<{ progress: Progress }>) {
  const judged = formatJudgments(progress);
  const aside = formatPairsSetAside(progress);
  return (
    <>
      <Bar value={progress.n_votes} max={progress.n_wanted} label={judged} />
      <p className={text.softNumber}>
        {judged}
        {aside !== '' && `; ${aside}`}
      </p>
    </>
  );
}

export function CampaignCard({ campaign, to, verb, isMain = false, aside }: Props) {
  const { name, state, is_simulated: isSimulated } = campaign;
  const progress = progressOf(campaign);
  return (
    <article className={cards.card}>
      <h3>{name}</h3>
      <p>
        <CampaignTags state={state} isSimulated={isSimulated} />
      </p>
      {progress !== null && <HowFar progress={progress} />}
      <p>
        <Link
          to={to}
          className={isMain ? buttons.primary : undefined}
          aria-label={`${verb}: ${name}`}
        >
          {verb}
        </Link>
        {aside !== undefined && (
          <Link to={aside.to} className={cards.aside} aria-label={`${aside.label}: ${name}`}>
            {aside.label}
          </Link>
        )}
      </p>
    </article>
  );
}
