import type { Agreement, Board } from '@/api/types';
import { AgreementFigures } from '@/features/campaign/agreement/AgreementFigures';
import { PairAgreementView } from '@/features/campaign/agreement/PairAgreementView';
import { TopicAgreementTable } from '@/features/campaign/agreement/TopicAgreementTable';
import { nShared } from '@/features/campaign/agreement/pairKappa';
import { counted, formatCount } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{ campaign: Board['campaign']; agreement: Agreement | null }>;

export function AgreementSection({ campaign, agreement }: Props) {
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {agreement === null ? (
        <p className={text.soft}>
          {campaign.judges_here
            ? 'You judge here yourself; agreement shows when the campaign has ended.'
            : 'So many judgments take too long to compare here; the command “agreement” does it.'}
        </p>
      ) : (
        <AgreementDetails agreement={agreement} />
      )}
    </section>
  );
}

function AgreementDetails({ agreement }: Readonly<{ agreement: Agreement }>) {
  const { overall, topics, assessors, n_model_votes_left_out: nLeftOut } = agreement;
  const together = assessors.filter((row) => nShared(row) > 0);
  return (
    <>
      <AgreementFigures row={overall} />
      {nLeftOut > 0 && (
        <p className={text.softNumber}>
          {counted(nLeftOut, 'vote')} of models left out, here and by topic; pairs of assessors have
          them.
        </p>
      )}
      {together.length > 0 && (
        <details className={parts.fold}>
          <summary>Two assessors at a time: {formatCount(together.length)} who share pairs</summary>
          <PairAgreementView rows={together} />
        </details>
      )}
      {topics.length > 0 && (
        <details className={parts.fold}>
          <summary>By {counted(topics.length, 'topic')}</summary>
          <TopicAgreementTable rows={topics} />
        </details>
      )}
    </>
  );
}
