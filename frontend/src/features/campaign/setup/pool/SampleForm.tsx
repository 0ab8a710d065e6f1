import { NumberField } from '@/features/campaign/kit/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ nTopics: number | null }>;

/** All topics, or some drawn at random; the seed lets anybody draw the same again. */
export function SampleForm({ draft, change, nTopics }: Props) {
  const { sample } = draft;
  return (
    <section>
      <h3>Topics</h3>
      <label className="choice">
        <input
          type="checkbox"
          checked={sample !== null}
          onChange={(event) =>
            change({
              sample: event.target.checked ? { n: Math.min(nTopics ?? 50, 50), seed: 0 } : null,
            })
          }
        />
        <span>
          Only some of the topics
          <small>Drawn at random; fewer topics cost less and say less.</small>
        </span>
      </label>
      {sample !== null && (
        <div className="inline-fields">
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
