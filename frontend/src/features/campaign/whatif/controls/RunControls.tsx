import type { Focus } from '@/features/campaign/whatif/state/focus';
import type { ControlProps } from '@/features/campaign/whatif/controls/RuleControls';
import { labelOptions } from '@/features/campaign/labels/labelOptions';
import { OFFERED } from '@/shared/evaluation/measures';
import { Fold } from '@/shared/ui/Fold';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { SelectField } from '@/shared/ui/fields/SelectField';

const MOST_RUNS = 100;

type Props = ControlProps & Readonly<{ focus: Focus | null }>;

/** The two runs in focus. Choosing the other of them swaps both. */
function FocusFields({ state: { runs }, focus, onChange }: Props) {
  if (focus === null) return null;
  const { first, second } = focus;
  return (
    <>
      <SelectField
        label="Lead of"
        options={[...runs]}
        value={first}
        onChange={(name) => onChange({ first: name, second: name === second ? first : second })}
      />
      <SelectField
        label="over"
        options={[...runs]}
        value={second}
        onChange={(name) => onChange({ second: name, first: name === first ? second : first })}
      />
    </>
  );
}

/** What is looked at: runs, a measure, and labels to compare with. */
export function RunControls(props: Props) {
  const { state, offered, focus, onChange } = props;

  function chooseRuns(runs: readonly string[]): void {
    if (runs.length < 2 || runs.length > MOST_RUNS) return;
    const isFit = focus !== null && runs.includes(focus.first) && runs.includes(focus.second);
    onChange({ runs, ...(!isFit && { first: null, second: null }) });
  }

  return (
    <>
      <FocusFields {...props} />
      <SelectField
        label="Measure"
        options={[...new Set([...OFFERED.whatIf, state.measure])]}
        value={state.measure}
        onChange={(measure) => onChange({ measure })}
      />
      {offered.labels.topic_labels.length > 0 && (
        <SelectField
          label="Compared with the order under"
          options={labelOptions('nothing', offered.labels.topic_labels)}
          value={state.reference ?? ''}
          onChange={(name) => onChange({ reference: name || null })}
        />
      )}
      <Fold summary={`${state.runs.length} of ${offered.runs.length} runs`}>
        <MultiField label="Runs" options={offered.runs} value={state.runs} onChange={chooseRuns} />
      </Fold>
    </>
  );
}
