import { useState } from 'react';
import type { CampaignOverview } from '@/api/types';
import { useRead } from '@/api/read';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { PolicyForm } from '@/features/campaign/settings/PolicyForm';
import { policySentences } from '@/features/campaign/settings/policy';
import { isOver } from '@/shared/judging/stateNames';
import { counted } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/settings/PolicySection.module.css';

/** The serving policy in plain words, and a form for another version. */
export function PolicySection({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { data: policies, error } = useRead('/api/campaigns/{campaign_id}/policy', {
    campaign_id: campaign.id,
  });
  const [isChanging, setChanging] = useState(false);
  const policy = policies?.[0];
  const mayChange = !isOver(campaign.state);
  return (
    <section aria-labelledby="policy">
      <h2 id="policy">Serving policy</h2>
      <ErrorText error={error} />
      {policy !== undefined && (
        <>
          <ul className={styles.sentences}>
            {policySentences(policy).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p className={text.soft}>
            Version {policy.version}, since {formatDay(policy.created_at)}
            {policy.version > 1 && `; ${counted(policy.version - 1, 'earlier version')}`}. Each
            judgment remembers the version it came under.
          </p>
          {mayChange && !isChanging && (
            <Button look="second" onClick={() => setChanging(true)}>
              Change the policy
            </Button>
          )}
          {isChanging && (
            <PolicyForm
              key={policy.version}
              campaign={campaign}
              policy={policy}
              onDone={() => setChanging(false)}
            />
          )}
        </>
      )}
    </section>
  );
}
