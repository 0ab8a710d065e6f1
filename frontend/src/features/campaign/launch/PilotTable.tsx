import { useRead } from '@/api/read';
import { ErrorText } from '@/shared/ui/ErrorText';
import { formatCount, formatScore, formatShare } from '@/shared/format';
import { formatSeconds } from '@/shared/time';
import { Scroller } from '@/shared/ui/Scroller';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';

/** How each assessor's grades on the pilot compare with the others'. */
export function PilotTable({ campaignId }: Readonly<{ campaignId: number }>) {
  const { data: report, error } = useRead('/api/campaigns/{campaign_id}/pilot', {
    campaign_id: campaignId,
  });
  if (error !== null) return <ErrorText error={error} />;
  if (report === undefined) return null;
  return (
    <>
      <Scroller label="How the pilot went">
        <table className={table.grid}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                assessor
              </th>
              <th scope="col">judged of {formatCount(report.n_pairs)}</th>
              <th scope="col">not judged</th>
              <th scope="col">median time</th>
              <th scope="col">same grade as others</th>
              <th scope="col">higher or lower</th>
            </tr>
          </thead>
          <tbody>
            {report.assessors.map((row) => (
              <tr key={row.pseudonym}>
                <th scope="row" className={table.words}>
                  {row.pseudonym}
                </th>
                <td>{formatCount(row.n_judged)}</td>
                <td>{formatCount(row.n_not_judged)}</td>
                <td>{formatSeconds(row.median_active_ms)}</td>
                <td>{formatShare(row.agreement)}</td>
                <td>{formatScore(row.mean_difference, true)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p className={text.soft}>
        Krippendorff’s alpha over all, on ordered grades:{' '}
        {formatScore(report.agreement.alpha_ordinal)}. “Higher or lower” is how far one’s grades lie
        from the others’ on average.
      </p>
    </>
  );
}
