import { ESTIMATED, isByNdcg, questionOf } from '@/features/campaign/setup/draft/design';
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
type PartProps = Pick<Props, 'draft'> & Readonly<{ set: (part: Partial<DesignDraft>) => void }>;

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

/** Whose ideal rankings nDCG divides by; without labels all topics count alike. */
function IdealField({ draft, set, troubles }: PartProps & Pick<Props, 'troubles'>) {
  const labels = withoutSamples(useFittingLabels(draft));
  if (labels.length === 0 || !isByNdcg(draft.design)) return null;
  return (
    <SelectField
      label="Ideal rankings of"
      options={[
        { value: '', label: 'no labels: all topics alike' },
        ...labels.map(({ name }) => ({ value: name, label: name })),
      ]}
      value={draft.design.ideal}
      trouble={troubles['ideal_of']}
      onChange={(ideal) => set({ ideal })}
    />
  );
}

/** What the drawn pairs have to answer. */
export function QuestionForm({ draft, change, troubles }: Props) {
  const { design } = draft;
  const set = (part: Partial<DesignDraft>): void =>
    change((before) => ({ design: { ...before.design, ...part } }));
  const { kind } = questionOf(draft);
  return (
    <section>
      <h3>Your question</h3>
      <div className={styles.question}>
        <SelectField
          label="By"
          options={[...ESTIMATED]}
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
        <IdealField draft={draft} set={set} troubles={troubles} />
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
        RR, MFR and AP are <Defined at="sampling#which-measures">not offered</Defined>: how much one
        label counts depends on labels of other pairs, which may not be drawn.
      </p>
    </section>
  );
}
