import { useState } from 'react';
import type { CampaignOverview, ServingPolicy } from '@/api/types';
import { FurtherFields } from '@/features/campaign/policy/FurtherFields';
import { GoldEveryField } from '@/features/campaign/policy/GoldEveryField';
import { UnitField } from '@/features/campaign/policy/UnitField';
import { PolicyDialog } from '@/features/campaign/settings/PolicyDialog';
import { fieldsOf, policyChanges } from '@/features/campaign/settings/policy';
import type { PolicyFields } from '@/features/campaign/settings/policy';
import { TopicSetFields } from '@/features/campaign/policy/TopicSetFields';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

const ORDERS = [
  { value: 'random', label: 'at random' },
  { value: 'fixed', label: 'as the pool has them' },
  { value: 'priority', label: 'the highest priority first' },
] as const;

type Props = Readonly<{ campaign: CampaignOverview; policy: ServingPolicy; onDone: () => void }>;

export function PolicyForm({ campaign, policy, onDone }: Props) {
  const [fields, setFields] = useState(() => fieldsOf(policy));
  const [asks, setAsks] = useState(false);
  const set = (part: Partial<PolicyFields>) => setFields({ ...fields, ...part });
  const changes = policyChanges(policy, fields);
  const isResting = campaign.state === 'draft' || campaign.state === 'paused';

  return (
    <>
      <Form className={forms.stack} onSubmit={() => setAsks(true)} aria-label="Serving policy">
        {!isResting && (
          <p className={text.soft}>
            Unit and order change while the campaign is paused: nobody is to find another order in
            the middle of a topic.
          </p>
        )}
        <UnitField value={fields.unit} disabled={!isResting} onChange={(unit) => set({ unit })} />
        <SelectField
          label="Order"
          options={ORDERS}
          value={fields.order}
          disabled={!isResting}
          onChange={(order) => set({ order })}
        />
        {fields.unit === 'topics' && <TopicSetFields value={fields} onChange={set} />}
        <GoldEveryField
          value={fields.gold_every}
          onChange={(gold_every) => set({ gold_every })}
          onEmpty={() => set({ gold_every: null })}
        />
        <FurtherFields value={fields} onChange={set} />
        <p className={buttons.actions}>
          <Button type="submit" look="primary" disabled={Object.keys(changes).length === 0}>
            Review changes…
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </p>
      </Form>
      {asks && (
        <PolicyDialog
          campaign={campaign}
          policy={policy}
          changes={changes}
          onDone={onDone}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
