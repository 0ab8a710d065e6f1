import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { CampaignOverview, ServingPolicy } from '@/api/types';
import { Field } from '@/features/campaign/kit/Field';
import { PolicyDialog } from '@/features/campaign/settings/PolicyDialog';
import { RhythmField } from '@/features/campaign/settings/RhythmField';
import { fieldsOf, policyChanges } from '@/features/campaign/settings/policy';
import type { PolicyFields } from '@/features/campaign/settings/policy';
import { TopicSetFields } from '@/shared/ui/TopicSetFields';

const MOST_EXTRA = 10;

type Props = Readonly<{ campaign: CampaignOverview; policy: ServingPolicy; onDone: () => void }>;

export function PolicyForm({ campaign, policy, onDone }: Props) {
  const [fields, setFields] = useState(() => fieldsOf(policy));
  const [asks, setAsks] = useState(false);
  const set = (part: Partial<PolicyFields>) => setFields({ ...fields, ...part });
  const changes = policyChanges(policy, fields);
  const isResting = campaign.state === 'draft' || campaign.state === 'paused';

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    setAsks(true);
  }

  return (
    <>
      <form className="stack" onSubmit={submit} aria-label="What is handed out">
        {!isResting && (
          <p className="soft">
            Unit and order change while the campaign is paused: nobody is to find another order in
            the middle of a topic.
          </p>
        )}
        <label className="field">
          <span>Hand out</span>
          <select
            value={fields.unit}
            disabled={!isResting}
            onChange={(e) => set({ unit: e.target.value as PolicyFields['unit'] })}
          >
            <option value="topics">whole topics, one after another</option>
            <option value="pairs">single pairs of any topic</option>
          </select>
        </label>
        <label className="field">
          <span>Order</span>
          <select
            value={fields.order}
            disabled={!isResting}
            onChange={(e) => set({ order: e.target.value as PolicyFields['order'] })}
          >
            <option value="random">at random</option>
            <option value="fixed">as the pool has them</option>
            <option value="priority">the highest priority first</option>
          </select>
        </label>
        {fields.unit === 'topics' && <TopicSetFields value={fields} onChange={set} />}
        <RhythmField
          label="One pair in so many is a gold pair"
          hint="Gold pairs are graded by an expert, and look like any other. They are marked when a campaign is made; without any, this does nothing."
          value={fields.gold_every}
          onChange={(gold_every) => set({ gold_every })}
        />
        <RhythmField
          label="One pair in so many is one judged before"
          hint="Shows how far assessors agree with themselves."
          value={fields.repeat_every}
          onChange={(repeat_every) => set({ repeat_every })}
        />
        <Field
          label="Further judgments where grades disagree, at most"
          hint="What they would come to is told before they are asked for."
          className="number-field"
        >
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={0}
              max={MOST_EXTRA}
              required
              value={fields.extra_judgments}
              onChange={(e) => set({ extra_judgments: Number(e.target.value) })}
            />
          )}
        </Field>
        <label className="choice">
          <input
            type="checkbox"
            checked={fields.rotates}
            onChange={(e) => set({ rotates: e.target.checked })}
          />
          <span>
            Show half of the passages from their middle on
            <small>Tells whether the beginning of a passage weighs more than its end.</small>
          </span>
        </label>
        <p className="actions">
          <button type="submit" className="primary" disabled={Object.keys(changes).length === 0}>
            Change it…
          </button>
          <button type="button" className="plain" onClick={onDone}>
            Leave it
          </button>
        </p>
      </form>
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
