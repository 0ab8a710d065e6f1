import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import type { AddingPairs, CampaignState, Growth } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { counted, formatCount } from '@/shared/format/numbers';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

const DEEPEST = 1000;

type Choice = Readonly<{
  runs: readonly string[];
  depth: number;
  without: readonly string[];
  newTopics: boolean;
}>;

const START: Choice = { runs: [], depth: 10, without: [], newTopics: false };

/** What is left out, and why. */
function leftOut(growth: Growth): string {
  const reasons: readonly (readonly [number, string])[] = [
    [growth.n_known, 'in the campaign already'],
    [growth.n_labelled, 'labelled already'],
    [growth.n_textless, 'without a text'],
    [growth.n_other_topics, 'of topics missing in the campaign'],
  ];
  const found = reasons.filter(([n]) => n > 0).map(([n, why]) => `${formatCount(n)} ${why}`);
  return found.length === 0 ? '' : ` Left out: ${found.join(', ')}.`;
}

function Outcome({ growth, isAdded }: Readonly<{ growth: Growth; isAdded: boolean }>) {
  const pairs = `${counted(growth.n_pairs, 'new pair')} of ${counted(growth.n_topics, 'topic')}`;
  const judgments = counted(growth.n_judgments, 'judgment');
  return (
    <p role="status">
      {isAdded ? `Added: ${pairs}` : `There are ${pairs}`}, {judgments} more.{leftOut(growth)}
    </p>
  );
}

type FieldsProps = Readonly<{ choice: Choice; onChange: (part: Partial<Choice>) => void }>;

function Fields({ choice, onChange }: FieldsProps) {
  const { data: runs = [] } = useRuns();
  const { data: labels = [] } = useLabels();
  return (
    <>
      <MultiField
        label="Runs whose top passages are added"
        options={runs.map(({ name }) => name)}
        value={choice.runs}
        onChange={(chosen) => onChange({ runs: chosen })}
      />
      <NumberField
        label="Passages of each run and topic"
        value={choice.depth}
        min={1}
        max={DEEPEST}
        onChange={(depth) => onChange({ depth })}
      />
      <MultiField
        label="Skip pairs already labelled in"
        options={labels.map(({ name }) => name)}
        value={choice.without}
        onChange={(without) => onChange({ without })}
      />
      <CheckField
        label="Also topics missing in the campaign"
        checked={choice.newTopics}
        onChange={(newTopics) => onChange({ newTopics })}
      />
    </>
  );
}

function AddPairsForm({ campaignId }: Readonly<{ campaignId: number }>) {
  const [choice, setChoice] = useState(START);
  const client = useQueryClient();
  const { mutate, data, error, isPending, variables, reset } = useMutation({
    mutationFn: (body: AddingPairs) =>
      post('/api/campaigns/{campaign_id}/pairs/add', { campaign_id: campaignId }, body),
    onSuccess: (_, { only_look: onlyLook }) => (onlyLook ? undefined : client.invalidateQueries()),
  });
  const change = (part: Partial<Choice>): void => {
    setChoice({ ...choice, ...part });
    reset();
  };
  const isAdded = variables?.only_look === false;
  const ask = (onlyLook: boolean): void =>
    mutate({
      runs: [...choice.runs],
      depth: choice.depth,
      without_labels: [...choice.without],
      new_topics: choice.newTopics,
      only_look: onlyLook,
    });
  const isReady = choice.runs.length > 0 && !isPending;
  return (
    <div className={forms.stack}>
      <Fields choice={choice} onChange={change} />
      <p className={buttons.actions}>
        <Button look="second" disabled={!isReady} onClick={() => ask(true)}>
          Count them
        </Button>
        <Button
          look="primary"
          disabled={!isReady || isAdded || !data?.n_pairs}
          onClick={() => ask(false)}
        >
          Add them
        </Button>
      </p>
      <ErrorMessage error={error} />
      {data !== undefined && <Outcome growth={data} isAdded={isAdded} />}
    </div>
  );
}

type Props = Readonly<{ campaignId: number; state: CampaignState }>;

/** Further pairs for a campaign that is not over: judge only what is new. */
export function AddPairs({ campaignId, state }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (state === 'closed' || state === 'archived') return null;
  return (
    <details className={parts.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Add pairs of runs</summary>
      {isOpen && <AddPairsForm campaignId={campaignId} />}
    </details>
  );
}
