import { useState } from 'react';
import type { CampaignSummary, Collection, TopicSet } from '@/api/types';
import { useMadeCollections } from '@/api/collections';
import { useRead } from '@/api/read';
import { useTopicSets } from '@/api/topicSets';
import { callPath, useNewCall } from '@/features/library/api/runCalls';
import { fromField, usualDeadline } from '@/features/library/calls/deadline';
import { RuleFields } from '@/features/library/calls/RuleFields';
import type { Rules } from '@/features/library/calls/RuleFields';
import { troublesOf, otherTrouble } from '@/features/library/calls/troubles';
import { isOver } from '@/shared/judging/stateNames';
import { together } from '@/shared/requests/together';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Loaded } from '@/shared/ui/requests/Loaded';
import styles from '@/features/library/calls/calls.module.css';

type Ground = Readonly<{
  topicSets: readonly TopicSet[];
  collections: readonly Collection[];
  campaigns: readonly CampaignSummary[];
}>;

type Props = Readonly<{ ground: Ground; topicSet: string | null }>;

const NO_CAMPAIGN = '';

function Fields({ ground: { topicSets, collections, campaigns }, topicSet: asked }: Props) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const names = topicSets.map((one) => one.name);
  const [topicSet, setTopicSet] = useState(names.find((one) => one === asked) ?? names[0] ?? '');
  const [collection, setCollection] = useState(collections[0]?.name ?? '');
  const [campaign, setCampaign] = useState(NO_CAMPAIGN);
  const [rules, setRules] = useState<Rules>({ deadline: usualDeadline(), depth: 1000, runs: 3 });
  const { mutate, error, isPending } = useNewCall((id) => navigate(callPath(id)));
  const troubles = troublesOf(error);
  const open = campaigns.filter((one) => one.may_organize && !isOver(one.state));
  const deadline = fromField(rules.deadline);

  function make(): void {
    if (deadline === null) return;
    mutate({
      name,
      topic_set: topicSet,
      collection,
      ...(campaign !== NO_CAMPAIGN && { campaign }),
      deadline,
      max_depth: rules.depth,
      runs_per_team: rules.runs,
    });
  }

  return (
    <Form className={styles.form} onSubmit={make} aria-label="New call">
      <TextField
        label="Name of the call"
        hint="Teams see it. No comma, no blank."
        isVerbatim
        autoComplete="off"
        maxLength={50}
        required
        value={name}
        onChange={setName}
        trouble={troubles.name ?? null}
      />
      <SelectField label="Topic set" options={names} value={topicSet} onChange={setTopicSet} />
      <SelectField
        label="Collection"
        options={collections.map((one) => one.name)}
        value={collection}
        onChange={setCollection}
      />
      <SelectField
        label="Campaign"
        hint="Whose pool the runs are meant for, if there is one."
        options={[{ value: NO_CAMPAIGN, label: 'none yet' }, ...open.map((one) => one.name)]}
        value={campaign}
        onChange={setCampaign}
        trouble={troubles.campaign ?? null}
      />
      <RuleFields rules={rules} onChange={setRules} troubles={troubles} />
      <ErrorMessage error={otherTrouble(error)} />
      <Button type="submit" look="primary" disabled={isPending || deadline === null}>
        Make the call
      </Button>
    </Form>
  );
}

/** Makes a call for runs, by default for two weeks. */
export function NewCallForm({ topicSet }: Pick<Props, 'topicSet'>) {
  const query = together({
    topicSets: useTopicSets(),
    collections: useMadeCollections(),
    campaigns: useRead('/api/campaigns', {}),
  });
  return (
    <Loaded query={query} waiting="Looking for topics and collections" keepsAnswer>
      {(ground) =>
        ground.topicSets.length === 0 || ground.collections.length === 0 ? (
          <p>
            A call needs a topic set and a collection: <Link to="/library/import">import</Link> them
            first.
          </p>
        ) : (
          <Fields ground={ground} topicSet={topicSet} />
        )
      }
    </Loaded>
  );
}
