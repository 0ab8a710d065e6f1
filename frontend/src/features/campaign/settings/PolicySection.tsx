import { useState } from 'react';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import type { CampaignOverview, PolicyChange, PolicyCost, ServingPolicy } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { FurtherFields } from '@/features/campaign/policy/FurtherFields';
import { GoldEveryField } from '@/features/campaign/policy/GoldEveryField';
import { TopicSetFields } from '@/features/campaign/policy/TopicSetFields';
import { UnitField } from '@/features/campaign/policy/UnitField';
import {
  COSTLY,
  changeRows,
  costRows,
  describeDisputes,
  fieldsOf,
  policyChanges,
  policySentences,
} from '@/features/campaign/settings/policy';
import type { PolicyFields } from '@/features/campaign/settings/policy';
import { counted } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { isOver } from '@/shared/judging/stateNames';
import { sentence } from '@/shared/requests/errors';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { Form } from '@/shared/ui/forms/Form';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import forms from '@/features/campaign/kit/forms.module.css';
import styles from '@/features/campaign/settings/PolicySection.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type Change = ReturnType<typeof changeRows>[number];
type Cost = ReturnType<typeof costRows>[number];

const CHANGES = [
  wordsColumn<Change>('setting', ({ setting }) => setting),
  wordsColumn<Change>('now', ({ before }) => before),
  wordsColumn<Change>('then', ({ after }) => <b>{after}</b>),
] as const;

const COSTS = [
  wordsColumn<Cost>('judgments', ({ judgments }) => judgments),
  { head: 'now', cell: ({ now }: Cost) => now },
  { head: 'at most in all', cell: ({ atMost }: Cost) => atMost },
] as const;

/** What changed settings of gold pairs, repeats and further judgments cost, now and in all. */
function CostTable({ cost, changes }: Readonly<{ cost: PolicyCost; changes: PolicyChange }>) {
  const hours = (cost.hours_most ?? 0).toFixed(1);
  return (
    <div className={forms.stack}>
      <CardTable
        label="Cost"
        columns={COSTS}
        rows={costRows(cost, changes)}
        keyOf={({ judgments }) => judgments}
        className={false}
      />
      {'extra_judgments' in changes && (
        <p className={text.soft}>
          {describeDisputes(cost)}
          {hours !== '0.0' && ` Further judgments take up to ${hours} hours of work.`}
        </p>
      )}
    </div>
  );
}

type PolicyDialogProps = Readonly<{
  campaign: CampaignOverview;
  policy: ServingPolicy;
  fields: PolicyFields;
  onDone: () => void;
  onClose: () => void;
}>;

/** Each change, and what it costs; the organizer agrees to that number. */
function PolicyDialog({ campaign: { id }, policy, fields, onDone, onClose }: PolicyDialogProps) {
  const { extra_judgments: extra, gold_every: gold, repeat_every: repeat } = fields;
  const changes = policyChanges(policy, fields);
  const asksMore = extra > policy.extra_judgments;
  const cost = useRead(
    '/api/campaigns/{campaign_id}/policy/cost',
    {
      campaign_id: id,
      extra_judgments: extra,
      ...(gold !== null && { gold_every: gold }),
      ...(repeat !== null && { repeat_every: repeat }),
    },
    { enabled: COSTLY.some((name) => name in changes) },
  );
  const { mutate, error, isPending } = useChange(
    id,
    (body: PolicyChange) => post('/api/campaigns/{campaign_id}/policy', { campaign_id: id }, body),
    onDone,
  );
  const accepted = asksMore && cost.data !== undefined && { accepts_cost: cost.data.n_most };
  return (
    <ConfirmDialog
      title={`Apply version ${policy.version + 1}?`}
      verb="Apply"
      isPending={isPending}
      isReady={!asksMore || cost.data !== undefined}
      error={error}
      onConfirm={() => mutate({ ...changes, ...accepted })}
      onClose={onClose}
    >
      <CardTable
        label="Changes"
        columns={CHANGES}
        rows={changeRows(policy, fields)}
        keyOf={({ setting }) => setting}
        className={false}
      />
      {asksMore && cost.error !== null && <p role="alert">{sentence(cost.error)}</p>}
      {cost.data !== undefined && <CostTable cost={cost.data} changes={changes} />}
      <p>It applies to pairs served from now on. Earlier judgments keep their version.</p>
    </ConfirmDialog>
  );
}

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
            Unit and order can change only while the campaign is paused, so that no order changes in
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
        {campaign.pool.strategy === 'design' &&
          (fields.unit !== 'pairs' || fields.order !== 'fixed') && (
            <p className={text.warn}>
              These pairs were drawn, to be judged one by one as the pool has them. In another order
              judged pairs wait, and labels end, at the first drawn pair that has none.
            </p>
          )}
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
          fields={fields}
          onDone={onDone}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

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
      <ErrorMessage error={error} />
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
            judgment records its version.
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
