import { Link } from '@/shared/routing/Link';
import type { CampaignSummary, OwnPart } from '@/api/types';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { formatOwnPart, whyNothingToJudge } from '@/features/campaign/list/ownPart';
import { Bar } from '@/shared/ui/Bar';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';

type Props = Readonly<{ campaign: CampaignSummary; own: OwnPart; isAtWork: boolean }>;

/** A campaign as its assessor sees it: their own part of it. */
export function OwnCampaignCard({ campaign, own, isAtWork }: Props) {
  const { id, name, state } = campaign;
  const judged = formatOwnPart(own);
  const why = isAtWork ? '' : whyNothingToJudge(campaign, own);
  return (
    <article className={cards.card}>
      <h3>{name}</h3>
      <p>
        <CampaignTags state={state} isSimulated={false} />
      </p>
      {own.share !== null && <Bar value={own.n_judged} max={own.share} label={judged} />}
      <p className={text.softNumber}>{judged}</p>
      {why !== '' && <p>{why}</p>}
      <p className={buttons.actions}>
        {isAtWork && (
          <Link to={`/judge/${id}`} className={buttons.primary} aria-label={`Judge: ${name}`}>
            Judge
          </Link>
        )}
        {!isAtWork && own.n_judged > 0 && (
          <Link to={`/judge/${id}#history`} aria-label={`Your judgments: ${name}`}>
            Your judgments
          </Link>
        )}
        <Link to={`/judge/${id}/record`} aria-label={`Your data: ${name}`}>
          Your data
        </Link>
      </p>
    </article>
  );
}
