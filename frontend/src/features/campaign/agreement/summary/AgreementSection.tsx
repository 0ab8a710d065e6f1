import type { Agreement, Board } from '@/api/types';
import { AgreementFigures } from '@/features/campaign/agreement/summary/AgreementFigures';
import { counted } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaign: Board['campaign']; agreement: Agreement | null }>;

/** How far assessors agree, in four figures; a page of its own has the rest. */
export function AgreementSection({ campaign, agreement }: Props) {
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {agreement === null ? (
        <p className={text.soft}>
          {campaign.judges_here
            ? 'You judge here yourself; agreement shows when the campaign has ended.'
            : 'So many judgments take too long to compare on the board.'}
        </p>
      ) : (
        <AgreementFigures row={agreement.overall} />
      )}
      {agreement !== null && agreement.n_model_votes_left_out > 0 && (
        <p className={text.softNumber}>
          {counted(agreement.n_model_votes_left_out, 'vote')} of models left out.
        </p>
      )}
      {agreement !== null && agreement.n_further_votes_left_out > 0 && (
        <p className={text.softNumber}>
          {counted(agreement.n_further_votes_left_out, 'further vote')} left out: they were asked
          for where grades disagree.
        </p>
      )}
      {!campaign.judges_here && (
        <p>
          <Link to={`/campaigns/${campaign.id}/agreement`}>Look closer</Link>
        </p>
      )}
    </section>
  );
}
