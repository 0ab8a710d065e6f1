import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { CheckField } from '@/shared/ui/fields/CheckField';
import fields from '@/features/campaign/setup/draft/fields.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ nTopics: number | null }>;

/** All topics, or some drawn at random; the seed lets anybody draw the same again. */
export function SampleForm({ draft, change, nTopics }: Props) {
  const { sample } = draft;
  return (
    <section>
      <h3>Topics</h3>
      <CheckField
        label="Only some of the topics"
        hint="Drawn at random; fewer topics cost less and say less."
        checked={sample !== null}
        onChange={(isSome) =>
          change({ sample: isSome ? { n: Math.min(nTopics ?? 50, 50), seed: 0 } : null })
        }
      />
      {sample !== null && (
        <div className={fields.row}>
          <NumberField
            label="Topics to draw"
            value={sample.n}
            min={1}
            max={MOST}
            onChange={(n) => change({ sample: { ...sample, n } })}
          />
          <NumberField
            label="Seed"
            hint="The same seed draws the same topics."
            value={sample.seed}
            min={0}
            max={MOST}
            onChange={(seed) => change({ sample: { ...sample, seed } })}
          />
        </div>
      )}
    </section>
  );
}
