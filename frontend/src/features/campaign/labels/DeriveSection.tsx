import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';
import { useSteadyRead } from '@/api/read';
import type { CampaignLabels, CampaignState, DerivedLabels } from '@/api/types';
import { usePairChoices } from '@/features/campaign/api/pairs';
import {
  countUndecided,
  undecidedPairs,
  whyNothingIsDecided,
} from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { PreviewPanel } from '@/features/campaign/labels/PreviewPanel';
import { sayLabels } from '@/features/campaign/labels/LabelSetCard';
import { VoteOptions } from '@/features/campaign/labels/VoteOptions';
import type { OptionProps } from '@/features/campaign/labels/VoteOptions';
import { VoterOptions } from '@/features/campaign/labels/VoterOptions';
import { derivationOf, missing, startOf, suggestName } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { labelOptions } from '@/features/campaign/labels/labelOptions';
import { isChosen, presetsOf } from '@/features/campaign/labels/presets';
import { OldAndNew } from '@/shared/labels/OldAndNew';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/campaign/labels/derive.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import text from '@/shared/styles/text.module.css';

const MOST = 10_000;

/** What is excluded before and after votes are aggregated. */
function FilterOptions({ labels, choice, onChange }: OptionProps) {
  return (
    <fieldset>
      <legend>Exclusions</legend>
      <div className={layout.numbers}>
        <NumberField
          label="Minimum votes per pair"
          min={1}
          max={MOST}
          value={choice.minVotes}
          onChange={(minVotes) => onChange({ minVotes })}
          onEmpty={() => onChange({ minVotes: 1 })}
        />
        <NumberField
          label="Minimum assessors per topic"
          min={1}
          max={MOST}
          value={choice.minAssessors}
          onChange={(minAssessors) => onChange({ minAssessors })}
          onEmpty={() => onChange({ minAssessors: 1 })}
        />
      </div>
      <NumberField
        label="Exclude assessors who could not judge more than … percent of a topic"
        hint="Only their answers on that topic. Empty: nobody is excluded."
        min={0}
        max={100}
        value={choice.maxBlank}
        onChange={(maxBlank) => onChange({ maxBlank })}
        onEmpty={() => onChange({ maxBlank: null })}
      />
      {labels.topic_labels.length > 0 && (
        <SelectField
          label="Keep only the topics of"
          options={labelOptions('all topics', labels.topic_labels)}
          value={choice.onlyTopicsOf ?? ''}
          onChange={(name) => onChange({ onlyTopicsOf: name || null })}
        />
      )}
      {labels.fallbacks.length > 0 && (
        <CheckField
          label="Leave out topics whose passages that the other labels call relevant are all judged not relevant"
          checked={choice.requiresFallback}
          onChange={(requiresFallback) => onChange({ requiresFallback })}
        />
      )}
    </fieldset>
  );
}

type StoreFormProps = Readonly<{
  campaignId: number;
  suggested: string;
  choice: Choice;
  /** Whether labels would come out. */
  isPossible: boolean;
  onMade: (made: DerivedLabels | null) => void;
}>;

/** Names the labels and makes them. */
function StoreForm({ campaignId, suggested, choice, isPossible, onMade }: StoreFormProps) {
  const [name, setName] = useState(suggested);
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: Body<'/api/campaigns/{campaign_id}/labels'>) =>
      post('/api/campaigns/{campaign_id}/labels', { campaign_id: campaignId }, body),
    onMutate: () => onMade(null), // what an earlier attempt made is no news
    onSuccess: async (made) => {
      const ofCampaign = keyOf('/api/campaigns/{campaign_id}/labels', { campaign_id: campaignId });
      await Promise.all(
        [{ queryKey: ofCampaign }, ofKinds('labels')].map((one) => client.invalidateQueries(one)),
      );
      onMade(made);
    },
  });

  return (
    <Form
      className={styles.store}
      onSubmit={() => mutate({ name: name.trim(), ...derivationOf(choice) })}
    >
      <TextField
        label="Name of the label set"
        value={name}
        onChange={setName}
        trouble={error === null ? null : sentence(error)}
        required
      />
      <Button type="submit" look="primary" disabled={!isPossible || isPending}>
        {isPending ? 'Making…' : 'Make the label set'}
      </Button>
    </Form>
  );
}

type PresetCardsProps = Readonly<{
  scale: CampaignLabels['scale'];
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}>;

function PresetCards({ scale, choice, onChange }: PresetCardsProps) {
  return (
    <div className={styles.presets} role="group" aria-label="Presets">
      {presetsOf(scale).map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={isChosen(preset, choice)}
          onClick={() => onChange(preset.choice)}
        >
          <strong>{preset.name}</strong>
          <span>{preset.meaning}</span>
        </button>
      ))}
    </div>
  );
}

type MadeNoteProps = Readonly<{
  made: DerivedLabels | null;
  question: CampaignLabels['question'];
}>;

/** That the label set is there, and where; said aloud once it is. */
function MadeNote({ made, question }: MadeNoteProps) {
  return (
    <div role="status">
      {made !== null && (
        <div className={styles.made}>
          <p>
            Made <a href={`#labels-${made.id}`}>{made.name}</a>, {sayLabels(made)}.
          </p>
          <OldAndNew labels={made.name} question={question} />
        </div>
      )}
    </div>
  );
}

/** Leads to the ties that nobody decided on, where there are any. */
function OpenTies({ campaignId, state }: Readonly<{ campaignId: number; state: CampaignState }>) {
  const isPossible = whyNothingIsDecided(state) === '';
  const { data } = usePairChoices(campaignId, isPossible);
  const n = data === undefined ? 0 : countUndecided(data, 'tied');
  if (!isPossible || n === 0) return null;
  return (
    <p>
      <Link to={undecidedPairs(campaignId, 'tied')}>
        {formatMany(n)} {n === 1 ? 'tie: adjudicate it' : 'ties: adjudicate them'}
      </Link>
    </p>
  );
}

/** While numbers are typed, nothing is asked for. */
const PAUSE_MS = 300;

type Props = Readonly<{ campaignId: number; labels: CampaignLabels }>;

export function DeriveSection({ campaignId, labels }: Props) {
  const asked = useSearchParams().getAll('without');
  const [choice, setChoice] = useState(() =>
    startOf(
      labels,
      asked.filter((asked) => labels.assessors.some(({ name }) => name === asked)),
    ),
  );
  const [made, setMade] = useState<DerivedLabels | null>(null);
  const [settled] = useDebouncedValue(choice, PAUSE_MS);
  const lacks = missing(choice);
  const preview = useSteadyRead(
    '/api/campaigns/{campaign_id}/labels/preview',
    { campaign_id: campaignId, ...derivationOf(settled) },
    { enabled: missing(settled) === '' },
  );
  const change = (part: Partial<Choice>): void => setChoice({ ...choice, ...part });
  const taken = [...labels.label_sets.map(({ name }) => name), ...labels.topic_labels];
  return (
    <section aria-labelledby="derive">
      <h2 id="derive">Make a label set</h2>
      <p className={text.soft}>
        A label set says how relevant each pair is. It never changes once made, and you can make as
        many as you like.
      </p>
      <OpenTies campaignId={campaignId} state={labels.state} />
      <PresetCards scale={labels.scale} choice={choice} onChange={change} />
      <div className={layout.sides}>
        <div className={styles.options}>
          <VoteOptions labels={labels} choice={choice} onChange={change} />
          <VoterOptions labels={labels} choice={choice} onChange={change} />
          <FilterOptions labels={labels} choice={choice} onChange={change} />
        </div>
        <div className={styles.outcome}>
          <PreviewPanel
            preview={preview.data}
            error={preview.error}
            lacks={lacks}
            isOld={preview.isPlaceholderData || settled !== choice}
            choice={settled}
            labels={labels}
          />
          <StoreForm
            // Another way suggests another name.
            key={suggestName(labels.name, choice, taken)}
            campaignId={campaignId}
            suggested={suggestName(labels.name, choice, taken)}
            choice={choice}
            onMade={setMade}
            isPossible={lacks === '' && preview.data?.problem === '' && preview.error === null}
          />
          <MadeNote made={made} question={labels.question} />
        </div>
      </div>
    </section>
  );
}
