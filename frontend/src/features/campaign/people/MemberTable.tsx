import { useState } from 'react';
import type { CampaignOverview } from '@/api/types';
import { useRead } from '@/api/read';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { MemberDialog } from '@/features/campaign/people/MemberDialog';
import { MemberRow } from '@/features/campaign/people/MemberRow';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/people/members.module.css';

const REFRESH_MS = 30_000;

/** Everybody by pseudonym, and what can be done about each. */
export function MemberTable({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { data: members, error } = useRead(
    '/api/campaigns/{campaign_id}/members',
    { campaign_id: campaign.id },
    { refetchInterval: REFRESH_MS },
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const isOver = campaign.state === 'archived' || campaign.anonymized_at !== null;
  if (members === undefined) {
    if (error === null) return <Waiting label="Listing the members" />;
    return <ErrorMessage error={error} />;
  }
  const member = members.find(({ membership }) => membership.id === chosen);
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      {members.length === 0 ? (
        <p>Nobody is here yet. Make an invitation below, and send its link.</p>
      ) : (
        <Scroller label="Members">
          <table className={cx(table.grid, styles.members)}>
            <thead>
              <tr>
                <th scope="col" className={table.words}>
                  pseudonym
                </th>
                <th scope="col" className={cx(table.words, styles.wideOnly)}>
                  state
                </th>
                <th scope="col">judged</th>
                <th scope="col">quota</th>
                <th scope="col" className={styles.wideOnly}>
                  last active
                </th>
                {!isOver && (
                  <th scope="col">
                    <span className={text.visuallyHidden}>change</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {members.map((one) => (
                <MemberRow
                  key={one.membership.id}
                  member={one}
                  state={campaign.state}
                  quota={one.membership.quota ?? campaign.options.quota}
                  onChange={isOver ? null : () => setChosen(one.membership.id)}
                />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {member !== undefined && (
        <MemberDialog campaign={campaign} member={member} onClose={() => setChosen(null)} />
      )}
    </section>
  );
}
