import type { LabelSet } from '@/api/types';
import { ESTIMATED, isByAp, isDivided, questionOf } from '@/features/campaign/setup/draft/design';
import type { DesignDraft, Kind } from '@/features/campaign/setup/draft/design';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { MOST } from '@/features/campaign/policy/serving';
import { useFittingLabels } from '@/features/campaign/setup/draft/useFittingLabels';
import { withoutSamples } from '@/shared/labels/estimated';
import type { FieldTroubles } from '@/shared/requests/errors';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { optionsOf } from '@/shared/ui/fields/options';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/campaign/setup/design/QuestionForm.module.css';
import text from '@/shared/styles/text.module.css';

const ASKED: Readonly<Record<Kind, string>> = {
  pair: 'how far apart two runs are',
  against: 'how far each run is from one',
  all: 'how far apart all runs are',
  means: 'how high each run is',
};

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ troubles: FieldTroubles }>;
type LabelsProps = PartProps & Pick<Props, 'troubles'> & Readonly<{ labels: readonly LabelSet[] }>;
type PartProps = Pick<Props, 'draft'> & Readonly<{ set: (part: Partial<DesignDraft>) => void }>;

/** None, the label sets, and the one that a kept draft names, which may be gone. */
const withNone = (none: string, labels: readonly LabelSet[], chosen: string) => [
  { value: '', label: none },
  ...new Set([...labels.map(({ name }) => name), ...(chosen === '' ? [] : [chosen])]),
];

/** The runs of the question. Choosing the other of two swaps both. */
function RunFields({ draft, set }: PartProps) {
  const { kind, first, second } = questionOf(draft);
  if (kind === 'all' || kind === 'means') return null;
  return (
    <>
      <SelectField
        label={kind === 'pair' ? 'One run' : 'Compared with'}
        options={[...draft.runs]}
        value={first}
        onChange={(name) => set({ first: name, second: name === second ? first : second })}
      />
      {kind === 'pair' && (
        <SelectField
          label="The other"
          options={[...draft.runs]}
          value={second}
          onChange={(name) => set({ second: name, first: name === first ? second : first })}
        />
      )}
    </>
  );
}

/** What nDCG and AP divide by; without labels all topics count alike by nDCG. */
function IdealField({ draft, labels, set, troubles }: LabelsProps) {
  const { ideal: chosen } = draft.design;
  const isAp = isByAp(draft.design);
  const none = isAp ? 'choose labels' : 'no labels: all topics alike';
  const options = withNone(none, withoutSamples(labels), chosen);
  if (!isDivided(draft.design) || (!isAp && options.length === 1)) return null;
  return (
    <SelectField
      label={isAp ? 'Relevant passages of' : 'Ideal rankings of'}
      options={options}
      value={chosen}
      trouble={troubles['ideal_of']}
      onChange={(ideal) => set({ ideal })}
    />
  );
}

/** Labels from which those of the sample are predicted. */
function PredictField({ draft, labels, set, troubles }: LabelsProps) {
  const { predicted: chosen } = draft.design;
  const options = withNone('ranks and topics alone', labels, chosen);
  if (options.length === 1) return null;
  return (
    <SelectField
      label="Predicted with"
      hint="Older labels, or a machine's: the better they fit, the narrower the intervals."
      options={options}
      value={chosen}
      trouble={troubles['predicted_by']}
      onChange={(predicted) => set({ predicted })}
    />
  );
}

/** What the drawn pairs have to answer. */
export function QuestionForm({ draft, change, troubles }: Props) {
  const { design } = draft;
  const set = (part: Partial<DesignDraft>): void =>
    change((before) => ({ design: { ...before.design, ...part } }));
  const { kind } = questionOf(draft);
  const labels = useFittingLabels(draft);
  const hasAp = isByAp(design) || withoutSamples(labels).length > 0;
  const measures = hasAp ? ESTIMATED : ESTIMATED.filter((name) => name !== 'AP');
  return (
    <section>
      <h3>Your question</h3>
      <div className={styles.question}>
        <SelectField
          label="By"
          options={[...measures]}
          value={design.measure}
          trouble={troubles['measures']}
          onChange={(measure) => set({ measure })}
        />
        {draft.runs.length > 1 && (
          <SelectField
            label="Asked is"
            options={optionsOf(ASKED)}
            value={kind}
            trouble={troubles['question']}
            onChange={(chosen) => set({ kind: chosen })}
          />
        )}
        <RunFields draft={draft} set={set} />
        <IdealField draft={draft} labels={labels} set={set} troubles={troubles} />
        <PredictField draft={draft} labels={labels} set={set} troubles={troubles} />
        <NumberField
          label="Seed"
          hint="The same seed draws the same pairs."
          value={design.seed}
          min={0}
          max={MOST}
          onChange={(seed) => set({ seed })}
        />
      </div>
      <p className={text.note}>
        RR and MFR are <Defined at="sampling#which-measures">not offered</Defined>: how much one
        label counts depends on labels of other pairs, which may not be drawn. AP needs labels that
        give the number of relevant passages.
      </p>
    </section>
  );
}
