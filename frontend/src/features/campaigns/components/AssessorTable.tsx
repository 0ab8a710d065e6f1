import { useQuery } from '@tanstack/react-query';
import type { BoardAssessor, Member } from '@/api/types';
import { membersQuery } from '@/features/campaigns/api/listMembers';
import { QuotaForm } from '@/features/campaigns/components/QuotaForm';
import { formatCount } from '@/shared/format';
import { formatAgo, formatSeconds } from '@/shared/time';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';

function Name({ assessor }: Readonly<{ assessor: BoardAssessor }>) {
  const { pseudonym, kind, role } = assessor;
  return (
    <th scope="row" className="words">
      {pseudonym} {kind !== 'human' && <span className="tag simulated">{kind}</span>}{' '}
      {role !== 'assessor' && <span className="tag">{role}</span>}{' '}
      {assessor.is_suspended && <span className="tag">suspended</span>}{' '}
      {assessor.is_withdrawn && <span className="tag">withdrawn</span>}
    </th>
  );
}

/** How often a member gave the expert's grade to pairs that look like any. */
function CheckPairs({ gold }: Readonly<{ gold: Member['gold'] }>) {
  if (gold === null || gold.n_gold === 0) return <td />;
  return (
    <td>
      {formatCount(gold.n_as_expert)} of {formatCount(gold.n_gold)}{' '}
      {gold.is_flagged && <span className="tag">low</span>}
    </td>
  );
}

type RowProps = Readonly<{
  assessor: BoardAssessor;
  member: Member | undefined;
  campaignId: number;
  most: number;
  hasGold: boolean;
}>;

function AssessorRow({ assessor, member, campaignId, most, hasGold }: RowProps) {
  const { n_judged: nJudged, n_not_judged: nNotJudged, quota } = assessor;
  return (
    <tr>
      <Name assessor={assessor} />
      <td className="meter">
        <Bar value={nJudged} max={most} label={`${nJudged} judged`} />
      </td>
      <td>{formatCount(nJudged)}</td>
      <td>{formatCount(nNotJudged)}</td>
      <td>
        {member !== undefined && assessor.role === 'assessor' && (
          <QuotaForm campaignId={campaignId} membership={member.membership} inForce={quota} />
        )}
      </td>
      {hasGold && <CheckPairs gold={member?.gold ?? null} />}
      <td>{formatSeconds(assessor.median_active_ms)}</td>
      <td>{formatAgo(assessor.last_active_at)}</td>
    </tr>
  );
}

type Props = Readonly<{ campaignId: number; assessors: readonly BoardAssessor[] }>;

export function AssessorTable({ campaignId, assessors }: Props) {
  const { data: members = [] } = useQuery(membersQuery(campaignId));
  const byPseudonym = new Map(members.map((member) => [member.membership.pseudonym, member]));
  const hasGold = members.some(({ gold }) => gold !== null && gold.n_gold > 0);
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
                <th scope="col">quota</th>
                {hasGold && <th scope="col">check pairs, as the expert</th>}
                <th scope="col">median time, active</th>
                <th scope="col">last judgment</th>
              </tr>
            </thead>
            <tbody>
              {assessors.map((assessor) => (
                <AssessorRow
                  key={assessor.pseudonym}
                  assessor={assessor}
                  member={byPseudonym.get(assessor.pseudonym)}
                  campaignId={campaignId}
                  most={most}
                  hasGold={hasGold}
                />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}
