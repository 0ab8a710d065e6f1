import { useRead } from '@/api/read';
import type { PilotAssessor } from '@/api/types';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { formatSeconds } from '@/shared/format/time';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
import text from '@/shared/styles/text.module.css';

/** How each assessor's grades on the pilot compare with the others'. */
export function PilotTable({ campaignId }: Readonly<{ campaignId: number }>) {
  const { data: report, error } = useRead('/api/campaigns/{campaign_id}/pilot', {
    campaign_id: campaignId,
  });
  if (error !== null) return <ErrorMessage error={error} />;
  if (report === undefined) return null;
  return (
    <>
      <TableView
        table={{
          name: 'How the pilot went',
          columns: [
            words<PilotAssessor>('assessor', ({ pseudonym }) => pseudonym),
            counts<PilotAssessor>(
              `judged of ${formatCount(report.n_pairs)}`,
              ({ n_judged: n }) => n,
            ),
            counts<PilotAssessor>('not judged', ({ n_not_judged: n }) => n),
            numbers<PilotAssessor>('median time', ({ median_active_ms: ms }) => ms, formatSeconds),
            numbers<PilotAssessor>(
              'same grade as others',
              ({ agreement }) => agreement,
              formatShare,
            ),
            numbers<PilotAssessor>(
              'higher or lower',
              ({ mean_difference: difference }) => difference,
              (difference) => formatScore(difference, true),
            ),
          ],
          rows: report.assessors,
        }}
      />
      <p className={text.soft}>
        Krippendorff’s alpha over all, on ordered grades:{' '}
        {formatScore(report.agreement.alpha_ordinal)}. “Higher or lower” is how far one’s grades lie
        from the others’ on average.
      </p>
    </>
  );
}
