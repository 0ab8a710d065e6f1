import { useQuery } from '@tanstack/react-query';
import { agreementQuery } from '@/features/campaigns/api/readAgreement';
import { AgreementFigures } from '@/features/campaigns/components/AgreementFigures';
import { PairAgreementView } from '@/features/campaigns/components/PairAgreementView';
import { TopicAgreementTable } from '@/features/campaigns/components/TopicAgreementTable';
import { nShared } from '@/features/campaigns/pairKappa';
import { sentence } from '@/shared/errors';
import { counted } from '@/shared/format';

type Props = Readonly<{ campaignId: number }>;

export function AgreementSection({ campaignId }: Props) {
  const { data, error } = useQuery(agreementQuery(campaignId));
  const together = data?.assessors.filter((row) => nShared(row) > 0) ?? [];
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {data === undefined ? (
        <p className="soft">{error === null ? 'Counting…' : sentence(error)}</p>
      ) : (
        <>
          <AgreementFigures row={data.overall} />
          {data.n_model_votes_left_out > 0 && (
            <p className="soft number">
              {counted(data.n_model_votes_left_out, 'vote')} of models left out, here and by topic;
              pairs of assessors have them.
            </p>
          )}
          {together.length > 0 && (
            <details className="fold">
              <summary>
                By {counted(together.length, 'pair')} of assessors who judged the same
              </summary>
              <PairAgreementView rows={together} />
            </details>
          )}
          {data.topics.length > 0 && (
            <details className="fold">
              <summary>By {counted(data.topics.length, 'topic')}</summary>
              <TopicAgreementTable rows={data.topics} />
            </details>
          )}
        </>
      )}
    </section>
  );
}
