import { useState } from 'react';
import type { LabelSet, Run } from '@/api/types';
import { anchorOf, runsBeside, serves } from '@/features/comparison/choice/fitting';
import { withTest } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { OFFERED } from '@/shared/evaluation/measures';
import { splitMeasures } from '@/features/comparison/texts/measureNames';
import { isCorrection, isDrawn, isFamily, isTest } from '@/features/comparison/texts/tests';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS, FAMILIES, TESTS } from '@/shared/evaluation/testNames';
import { Link } from '@/shared/routing/Link';
import { Defined, MeasureLinks } from '@/shared/ui/Defined';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { ComboField } from '@/shared/ui/fields/ComboField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TagsField } from '@/shared/ui/fields/TagsField';
import { TextField } from '@/shared/ui/fields/TextField';
import { optionsOf } from '@/shared/ui/fields/options';
import styles from '@/features/comparison/choice/controls.module.css';
import text from '@/shared/styles/text.module.css';

type AgainstControlProps = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const KINDS = [
  { value: 'run', label: 'a run' },
  { value: 'best', label: 'the best run' },
  { value: 'labels', label: 'other labels' },
] as const;

/** What the runs are compared with: a baseline run, the best of them, or themselves under another label set. */
function AgainstControl({ runs, labels, selection, onChange }: AgainstControlProps) {
  const { baseline, baselineLabels, runs: chosen, labels: chosenLabels } = selection;
  const isByLabels = baselineLabels !== null;
  const kind = isByLabels ? 'labels' : baseline === null ? 'best' : 'run';
  const everybody = baseline === null ? chosen : [baseline, ...chosen];
  const first = anchorOf({ baseline: null, runs: chosen }, runs);
  const fitLabels = labels.filter((set) => first === undefined || serves(set, first));

  function againstRun(name: string | null): void {
    onChange({ baseline: name, baselineLabels: null, runs: chosen.filter((run) => run !== name) });
  }

  function againstLabels(name: string | null): void {
    onChange({
      baseline: null,
      baselineLabels: name,
      runs: everybody,
      labels: chosenLabels.filter((label) => label !== name),
    });
  }

  const againstBest = (): void =>
    onChange({ baseline: null, baselineLabels: null, runs: everybody });

  function switchTo(wanted: typeof kind): void {
    if (wanted === 'labels') againstLabels(chosenLabels[0] ?? fitLabels[0]?.name ?? null);
    else if (wanted === 'run') againstRun(chosen[0] ?? null);
    else againstBest();
  }

  return (
    <div className={styles.against}>
      <span aria-hidden>Against</span>
      <Segmented label="Against" options={KINDS} value={kind} onChange={switchTo} />
      {kind !== 'best' && (
        <ComboField
          label={isByLabels ? 'Baseline label set' : 'Baseline run'}
          options={names(isByLabels ? fitLabels : runsBeside(runs, first))}
          value={isByLabels ? baselineLabels : baseline}
          onChange={isByLabels ? againstLabels : againstRun}
        />
      )}
    </div>
  );
}

type OptionFieldProps = Readonly<{
  label: string;
  hint: string;
  value: string;
  step: number;
  onChange: (value: string) => void;
}>;

/** A number above 0 that a test needs. An empty or unfinished entry is ignored; the last valid one comes back. */
function OptionField({ label, hint, value, step, onChange }: OptionFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string): void {
    setTyped(text);
    const isWhole = Number.isInteger(Number(text)) || !Number.isInteger(step);
    if (Number(text) > 0 && isWhole) onChange(text);
  }

  return (
    <TextField
      label={label}
      hint={hint}
      width="number"
      type="number"
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(null)}
      min={0}
      step={step}
    />
  );
}

/** Why the usual test and correction are the usual ones. */
function TestNote() {
  return (
    <p className={text.note}>
      A column with many runs tests many differences at once. Holm’s correction keeps the chance of
      any false star in a column at 5% or less. The t-test compares means, which the table shows,
      and gives their intervals.{' '}
      <Defined at="significance#which-test-and-why">Which test, and why</Defined>
    </p>
  );
}

type TestControlProps = Readonly<{
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

/** As many as the server takes where the address names none. */
const USUAL_DRAWS = '10000';

/** By which test differences are judged, and for which tests its p-values are corrected. */
export function TestControl({
  selection: { test, correction, family, testOptions },
  onChange,
}: TestControlProps) {
  return (
    <div className={styles.test}>
      <SelectField
        label="Test"
        hint={<Defined at={definitionOf('tests', test)}>About this test</Defined>}
        options={optionsOf(TESTS)}
        value={test}
        onChange={(name) => isTest(name) && onChange(withTest(name))}
      />
      <SelectField
        label="Correction"
        hint={<Defined at={definitionOf('corrections', correction)}>About this correction</Defined>}
        options={optionsOf(CORRECTIONS)}
        value={correction}
        onChange={(name) => isCorrection(name) && onChange({ correction: name })}
      />
      {correction !== 'none' && (
        <SelectField
          label="For the tests of"
          options={optionsOf(FAMILIES)}
          value={family}
          onChange={(name) => isFamily(name) && onChange({ family: name })}
        />
      )}
      {test === 'equivalence' && (
        <OptionField
          label="Bound"
          hint="Differences up to this size do not matter"
          value={testOptions.bound ?? ''}
          step={0.01}
          onChange={(bound) => onChange({ testOptions: { ...testOptions, bound } })}
        />
      )}
      {isDrawn(test) && (
        <OptionField
          label="Draws"
          hint="Per difference; fewer if there are many"
          value={testOptions.permutations ?? USUAL_DRAWS}
          step={1000}
          onChange={(permutations) => onChange({ testOptions: { ...testOptions, permutations } })}
        />
      )}
      <TestNote />
    </div>
  );
}

type Props = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

export function Controls({ runs, labels, selection, onChange }: Props) {
  const anchor = anchorOf(selection, runs);
  const offered = names(runsBeside(runs, anchor));
  const sets = names(labels.filter((set) => anchor === undefined || serves(set, anchor)));
  return (
    <form
      className={styles.controls}
      aria-label="What to compare"
      onSubmit={(event) => event.preventDefault()}
    >
      <AgainstControl runs={runs} labels={labels} selection={selection} onChange={onChange} />
      <MultiField
        label="Runs"
        options={offered.filter((name) => name !== selection.baseline)}
        value={selection.runs}
        onChange={(value) => onChange({ runs: value })}
      />
      <MultiField
        label="Label sets"
        options={sets.filter((name) => name !== selection.baselineLabels)}
        value={selection.labels}
        onChange={(value) => onChange({ labels: value })}
      />
      <TagsField
        label="Measures"
        hint={<MeasureLinks names={selection.measures} />}
        suggestions={OFFERED.comparison}
        value={selection.measures}
        onChange={(value) => onChange({ measures: value.flatMap(splitMeasures) })}
      />
      <TestControl selection={selection} onChange={onChange} />
      <div className={styles.topics}>
        <SelectField
          label="Only topics of"
          width="full"
          options={[{ value: '', label: 'all shared topics' }, ...sets]}
          value={selection.onlyTopicsOf ?? ''}
          onChange={(name) => onChange({ onlyTopicsOf: name || null })}
        />
        <CheckField
          role="switch"
          label="Only topics that every run has"
          checked={selection.commonTopics}
          onChange={(commonTopics) => onChange({ commonTopics })}
        />
        {selection.trainedTopics !== 'refuse' && (
          <SelectField
            label="Topics that models were trained on"
            width="full"
            options={[
              { value: 'refuse', label: 'are refused' },
              { value: 'leave-out', label: 'are left out' },
              { value: 'keep', label: 'count all the same' },
            ]}
            value={selection.trainedTopics}
            onChange={(trainedTopics) => onChange({ trainedTopics })}
          />
        )}
        <CheckField
          role="switch"
          label="Rank as trec_eval 9 does"
          hint="By scores rounded to single precision"
          checked={selection.singlePrecision}
          onChange={(singlePrecision) => onChange({ singlePrecision })}
        />
      </div>
      <p className={styles.own}>
        Files of your own: <Link to="/library/import?kind=scores">import runs and labels</Link>
      </p>
    </form>
  );
}
