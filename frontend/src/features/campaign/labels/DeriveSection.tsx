import { keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CampaignLabels, DerivedLabels, CampaignState } from '@/api/types';
import { useRead } from '@/api/read';
import { derivationOf, missing, startOf, suggestName } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { FilterOptions } from '@/features/campaign/labels/FilterOptions';
import { PreviewPanel } from '@/features/campaign/labels/PreviewPanel';
import { StoreForm } from '@/features/campaign/labels/StoreForm';
import { VoterOptions } from '@/features/campaign/labels/VoterOptions';
import { VoteOptions } from '@/features/campaign/labels/VoteOptions';
import { useSearchParams } from '@/shared/routing/location';
import { Link } from '@/shared/routing/Link';
import { usePairChoices } from '@/features/campaign/api/pairs';
import {
  countUndecided,
  undecidedPairs,
  whyNothingIsDecided,
} from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { underLabelsPath } from '@/shared/routing/paths';
import { counted } from '@/shared/format/numbers';
import { isChosen, presetsOf } from '@/features/campaign/labels/presets';
import text from '@/shared/styles/text.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import styles from '@/features/campaign/labels/derive.module.css';

type PresetCardsProps = Readonly<{
  scale: CampaignLabels['scale'];
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}>;

function PresetCards({ scale, choice, onChange }: PresetCardsProps) {
  return (
    <div className={styles.presets} role="group" aria-label="Usual ways">
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

type MadeNoteProps = Readonly<{ made: DerivedLabels | null; poolRuns: readonly string[] }>;

/** That the label set is there, and where; said aloud once it is. */
function MadeNote({ made, poolRuns }: MadeNoteProps) {
  return (
    <div role="status">
      {made !== null && (
        <div className={styles.made}>
          <p>
            Made <b>{made.name}</b>: {counted(made.counts.n_pairs, 'label')} in{' '}
            {counted(made.counts.n_topics, 'topic')}.
          </p>
          <p>
            <a href={`#labels-${made.id}`}>See it below</a>, or look at{' '}
            <Link to={underLabelsPath(made.name, poolRuns)}>what it does to the runs</Link>.
          </p>
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
        {formatMany(n)} {n === 1 ? 'tie: decide on it' : 'ties: decide on them'}
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
  const preview = useRead(
    '/api/campaigns/{campaign_id}/labels/preview',
    { campaign_id: campaignId, ...derivationOf(settled) },
    { placeholderData: keepPreviousData, enabled: missing(settled) === '' },
  );
  const change = (part: Partial<Choice>): void => setChoice({ ...choice, ...part });
  const taken = [...labels.label_sets.map(({ name }) => name), ...labels.topic_labels];
  return (
    <section aria-labelledby="derive">
      <h2 id="derive">Make labels of the votes</h2>
      <p className={text.soft}>
        A label set says how relevant each pair is. It never changes once it is made; making another
        is free.
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
          <MadeNote made={made} poolRuns={labels.pool_runs} />
        </div>
      </div>
    </section>
  );
}
