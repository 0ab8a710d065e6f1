import type { Offered, State } from '@/features/campaign/whatif/state/state';
import {
  keepsGrades,
  relevantFrom,
  thresholdsOf,
  withRelevantFrom,
} from '@/features/campaign/whatif/state/state';
import type { Change } from '@/features/campaign/whatif/state/useWhatIf';
import { needsFallback } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { AGGREGATES } from '@/features/campaign/labels/ruleTexts';
import { Control } from '@/features/campaign/whatif/controls/Control';
import { sayTies } from '@/features/campaign/whatif/controls/sayTies';
import { gradeTitle } from '@/shared/judging/grades';
import { countsVotes } from '@/shared/labels/aggregates';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/campaign/whatif/controls/controls.module.css';

export type ControlProps = Readonly<{ state: State; offered: Offered; onChange: Change }>;

/** From which grade on a passage counts as relevant. */
export function Threshold({ state: { choice }, offered, onChange }: ControlProps) {
  const from = relevantFrom(choice);
  const name = offered.labels.scale.find(({ value }) => value === from)?.name ?? '';
  const options = thresholdsOf(offered).map((grade) => ({ value: `${grade}`, label: `${grade}` }));
  return (
    <Control label="Relevant from grade" note={`${gradeTitle(from, name)} and above`}>
      <Segmented
        label="Relevant from grade"
        options={options}
        value={`${from}`}
        onChange={(grade) =>
          onChange({ choice: { ...choice, ...withRelevantFrom(choice, Number(grade)) } })
        }
      />
    </Control>
  );
}

const BINARY_TIES = [
  { value: 'highest', label: 'relevant' },
  { value: 'lowest', label: 'not relevant' },
  { value: 'unjudged', label: 'unjudged' },
] as const;

const GRADED_TIES = [
  { value: 'highest', label: 'highest' },
  { value: 'median', label: 'middle' },
  { value: 'lowest', label: 'lowest' },
  { value: 'unjudged', label: 'unjudged' },
] as const;

const BY_OTHERS = { value: 'fallback', label: 'other labels' } as const;

/** Other labels that decide ties: those chosen, or the first that there are. */
const fallbackOf = ({ fallback }: Choice, { labels }: Offered): string | null =>
  fallback ?? labels.question.old_labels[0] ?? labels.fallbacks[0] ?? null;

/** What becomes of a tie. */
export function Ties({
  state: { choice },
  offered,
  nTies,
  onChange,
}: ControlProps & Readonly<{ nTies: number | null }>) {
  const { fallbacks } = offered.labels;
  if (!countsVotes(choice.aggregate)) return null;
  const binary = fallbacks.length > 0 ? [...BINARY_TIES, BY_OTHERS] : BINARY_TIES;
  return (
    <>
      <Control label="Ties are" note={sayTies(choice, nTies)}>
        <Segmented<Choice['tie']>
          label="Ties are"
          options={keepsGrades(choice) ? GRADED_TIES : binary}
          value={choice.tie}
          onChange={(tie) => {
            const fallback = tie === 'fallback' ? fallbackOf(choice, offered) : choice.fallback;
            onChange({ choice: { ...choice, tie, fallback } });
          }}
        />
      </Control>
      {needsFallback(choice) && (
        <SelectField
          label="Labels that decide"
          options={fallbacks}
          value={choice.fallback ?? ''}
          onChange={(fallback) => onChange({ choice: { ...choice, fallback } })}
        />
      )}
    </>
  );
}

export function Rule({ state: { choice }, onChange }: ControlProps) {
  return (
    <SelectField
      label="Rule"
      options={AGGREGATES}
      value={choice.aggregate}
      onChange={(aggregate) => onChange({ choice: { ...choice, aggregate } })}
    />
  );
}

const UNJUDGED = [
  { value: 'not_relevant', label: 'not relevant' },
  { value: 'left_out', label: 'left out' },
] as const;

/** What a passage without a label is. */
export function Unjudged({ state: { unjudged }, onChange }: ControlProps) {
  return (
    <Control label="Unjudged passages are">
      <Segmented
        label="Unjudged passages are"
        options={UNJUDGED}
        value={unjudged}
        onChange={(way) => onChange({ unjudged: way })}
      />
    </Control>
  );
}

const WHOLE = 'none: all of it';

/** How far down the runs pairs count. A pool that grew may reach deeper than it was built. */
export function PoolDepth({ state: { poolDepth }, offered, onChange }: ControlProps) {
  const deepest = Math.max(offered.poolDepth ?? 0, poolDepth ?? 0);
  if (deepest === 0) return null;
  const all = deepest + 1;
  return (
    <label className={styles.range}>
      <span>
        Pool cut at depth <b>{poolDepth ?? WHOLE}</b>
      </span>
      <input
        type="range"
        min={1}
        max={all}
        value={poolDepth ?? all}
        aria-valuetext={`${poolDepth ?? WHOLE}`}
        onChange={({ target }) => {
          const chosen = Number(target.value);
          onChange({ poolDepth: chosen === all ? null : chosen });
        }}
      />
    </label>
  );
}
