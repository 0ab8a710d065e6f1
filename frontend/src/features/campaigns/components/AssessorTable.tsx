import type { BoardAssessor } from '@/api/types';
import { formatCount } from '@/shared/format';
import { formatAgo, formatSeconds } from '@/shared/time';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';

type RowProps = Readonly<{ assessor: BoardAssessor; most: number }>;

function AssessorRow({ assessor, most }: RowProps) {
  const { pseudonym, kind, n_judged: nJudged, n_not_judged: nNotJudged } = assessor;
  return (
    <tr>
      <th scope="row" className="words">
        {pseudonym} {kind !== 'human' && <span className="tag simulated">{kind}</span>}{' '}
        {assessor.is_suspended && <span className="tag">suspended</span>}
      </th>
      <td className="meter">
        <Bar value={nJudged} max={most} label={`${nJudged} judged`} />
      </td>
      <td>{formatCount(nJudged)}</td>
      <td>{formatCount(nNotJudged)}</td>
      <td>{formatSeconds(assessor.median_active_ms)}</td>
      <td>{formatAgo(assessor.last_active_at)}</td>
    </tr>
  );
}

type Props = Readonly<{ assessors: readonly BoardAssessor[] }>;

export function AssessorTable({ assessors }: Props) {
  const most = Math.max(...assessors.map(({ n_judged }) => n_judged), 1);
  return (
    <section aria-labelledby="assessors">
      <h2 id="assessors">Assessors</h2>
      {assessors.length === 0 ? (
        <p className="soft">Nobody has judged here yet.</p>
      ) : (
        <Scroller label="Assessors">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col" className="words">
                  pseudonym
                </th>
                <th scope="col" colSpan={2}>
                  judged
                </th>
                <th scope="col">not judged</th>
                <th scope="col">median time, active</th>
                <th scope="col">last judgment</th>
              </tr>
            </thead>
            <tbody>
              {assessors.map((assessor) => (
                <AssessorRow key={assessor.pseudonym} assessor={assessor} most={most} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}
