import { useQuery } from '@tanstack/react-query';
import { agreementQuery } from '@/features/campaigns/api/readAgreement';
import { AgreementFigures } from '@/features/campaigns/components/AgreementFigures';
import { PairAgreementView } from '@/features/campaigns/components/PairAgreementView';
import { TopicAgreementTable } from '@/features/campaigns/components/TopicAgreementTable';
import { sentence } from '@/shared/errors';
import { counted } from '@/shared/format';

type Props = Readonly<{ campaignId: number }>;

export function AgreementSection({ campaignId }: Props) {
  const { data, error } = useQuery(agreementQuery(campaignId));
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {data === undefined ? (
        <p className="soft">{error === null ? 'Counting…' : sentence(error)}</p>
      ) : (
        <>
          <AgreementFigures row={data.overall} />
          {data.assessors.length > 0 && (
            <details className="fold">
              <summary>By {counted(data.assessors.length, 'pair')} of assessors</summary>
              <PairAgreementView rows={data.assessors} />
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
