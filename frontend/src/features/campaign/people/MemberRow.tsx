import type { CampaignState, Member } from '@/api/types';
import { statusOf, describeStatus } from '@/features/campaign/people/memberStatus';
import { formatCount } from '@/shared/format';
import { formatAgo } from '@/shared/time';

type Props = Readonly<{
  member: Member;
  /** What holds: their own, or the campaign's. */
  quota: number | null;
  state: CampaignState;
  /** Null where nothing can be changed any more. */
  onChange: (() => void) | null;
}>;

export function MemberRow({ member, quota, state, onChange }: Props) {
  const { membership, n_judged: nJudged, n_not_judged: nNot } = member;
  const { pseudonym, role, kind } = membership;
  const status = describeStatus(member, state);
  return (
    <tr>
      <th scope="row" className="words">
        {pseudonym} {kind !== 'human' && <span className="tag simulated">{kind}</span>}{' '}
        {role !== 'assessor' && <span className="tag">{role}</span>}
        <small className="soft narrow-only">
          {status}, last active {formatAgo(member.last_active_at)}
          {nNot > 0 && `, ${formatCount(nNot)} without a grade`}
        </small>
      </th>
      <td className="words wide-only">
        {statusOf(member) === 'with us' ? status : <span className="tag">{status}</span>}
      </td>
      <td>
        {formatCount(nJudged)}
        {nNot > 0 && (
          <small className="soft wide-only"> + {formatCount(nNot)} without a grade</small>
        )}
      </td>
      <td>
        {quota === null ? 'none' : formatCount(quota)}
        {membership.quota !== null && <small className="soft"> own</small>}
      </td>
      <td className="wide-only">{formatAgo(member.last_active_at)}</td>
      {onChange !== null && (
        <td>
          <button
            type="button"
            className="plain"
            aria-label={`Change ${pseudonym}`}
            onClick={onChange}
          >
            Change
          </button>
        </td>
      )}
    </tr>
  );
}
