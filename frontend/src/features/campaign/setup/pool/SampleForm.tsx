import type { Sample } from '@/features/campaign/api/setup';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useFittingLabels } from '@/features/campaign/setup/pool/useFittingLabels';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import fields from '@/features/campaign/setup/draft/fields.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ nTopics: number | null }>;

const N_FIRST = 50;
const STRATA = 'first=1-1:1,later=2-100:1';

const DRAWN = {
  random: 'at random',
  strata: 'by the rank of the first relevant passage',
} as const;
type Drawn = keyof typeof DRAWN;

type FieldsProps = Readonly<{
  sample: Sample;
  labels: readonly string[];
  onChange: (part: Partial<Sample>) => void;
}>;

/** How many topics, at random or from which ranks. */
function Draw({ sample, labels, onChange }: FieldsProps) {
  const { n, strata = '' } = sample;
  if (strata === '')
    return (
      <NumberField
        label="Topics to draw"
        value={n}
        min={1}
        max={MOST}
        onChange={(wanted) => onChange({ n: wanted })}
      />
    );
  return (
    <>
      <SelectField
        label="Relevant by"
        options={[...labels]}
        value={sample.labels ?? ''}
        onChange={(name) => onChange({ labels: name })}
      />
      <TextField
        label="Strata"
        hint="name=first-last:number, as high=1-20:40,medium=21-80:10: of the topics whose first relevant passage stands at ranks 1 to 20 in some run 40 are drawn, and 10 of those at 21 to 80."
        width="full"
        value={strata}
        onChange={(typed) => onChange({ strata: typed === '' ? STRATA : typed })}
      />
    </>
  );
}

function SampleFields({ sample, labels, onChange }: FieldsProps) {
  const drawn: Drawn = (sample.strata ?? '') === '' ? 'random' : 'strata';
  const choose = (how: Drawn): void =>
    onChange(
      how === 'random'
        ? { n: N_FIRST, strata: '', labels: '' }
        : { n: null, strata: STRATA, labels: labels[0] ?? '' },
    );
  return (
    <div className={fields.row}>
      {labels.length > 0 && (
        <SelectField
          label="Drawn"
          options={[
            { value: 'random' as const, label: DRAWN.random },
            { value: 'strata' as const, label: DRAWN.strata },
          ]}
          value={drawn}
          onChange={choose}
        />
      )}
      <Draw sample={sample} labels={labels} onChange={onChange} />
      <NumberField
        label="Seed"
        hint="The same seed draws the same topics."
        value={sample.seed}
        min={0}
        max={MOST}
        onChange={(seed) => onChange({ seed })}
      />
    </div>
  );
}

/** All topics, or some: drawn at random or by strata; the seed lets anybody draw the same again. */
export function SampleForm({ draft, change, nTopics }: Props) {
  const { sample } = draft;
  const labels = useFittingLabels(draft);
  return (
    <section>
      <h3>Topics</h3>
      <CheckField
        label="Only some of the topics"
        hint="Fewer topics cost less and say less."
        checked={sample !== null}
        onChange={(isSome) =>
          change({
            sample: isSome ? { n: Math.min(nTopics ?? N_FIRST, N_FIRST), seed: 0 } : null,
          })
        }
      />
      {sample !== null && (
        <SampleFields
          sample={sample}
          labels={labels}
          onChange={(part) => change({ sample: { ...sample, ...part } })}
        />
      )}
    </section>
  );
}
