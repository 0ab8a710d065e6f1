import type { CampaignState, Member } from '@/api/types';
import { statusOf, describeStatus } from '@/features/campaign/people/memberStatus';
import { formatCount } from '@/shared/format/numbers';
import { formatAgo } from '@/shared/format/time';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/people/members.module.css';

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
      <th scope="row" className={table.words}>
        {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}{' '}
        {role !== 'assessor' && <Tag>{role}</Tag>}
        <small className={styles.narrowNote}>
          {status}, last active {formatAgo(member.last_active_at)}
          {nNot > 0 && `, ${formatCount(nNot)} without a grade`}
        </small>
      </th>
      <td className={cx(table.words, styles.wideOnly)}>
        {statusOf(member) === 'with us' ? status : <Tag>{status}</Tag>}
      </td>
      <td>
        {formatCount(nJudged)}
        {nNot > 0 && (
          <small className={cx(text.soft, styles.wideOnly)}>
            {' '}
            + {formatCount(nNot)} without a grade
          </small>
        )}
      </td>
      <td>
        {quota === null ? 'none' : formatCount(quota)}
        {membership.quota !== null && <small className={text.soft}> own</small>}
      </td>
      <td className={styles.wideOnly}>{formatAgo(member.last_active_at)}</td>
      {onChange !== null && (
        <td>
          <Button aria-label={`Change ${pseudonym}`} onClick={onChange}>
            Change
          </Button>
        </td>
      )}
    </tr>
  );
}
