import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readFirstRelevant } from '@/features/campaign/api/setup';
import type { Sample } from '@/features/campaign/api/setup';
import { MOST } from '@/features/campaign/policy/serving';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { proposeStrata } from '@/features/campaign/setup/draft/strata';
import { StrataTable } from '@/features/campaign/setup/pool/StrataTable';
import { newSeed } from '@/features/campaign/setup/draft/design';
import { useFittingLabels } from '@/features/campaign/setup/draft/useFittingLabels';
import { withoutSamples } from '@/shared/labels/estimated';
import { sentence } from '@/shared/requests/errors';
import type { FieldTroubles } from '@/shared/requests/errors';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import fields from '@/features/campaign/setup/draft/fields.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> &
  Readonly<{ nTopics: number; troubles: FieldTroubles }>;

const N_FIRST = 50;

type FieldsProps = Readonly<{
  sample: Sample;
  runs: readonly string[];
  labels: readonly string[];
  troubles: FieldTroubles;
  atRandom: Sample;
  onChange: (sample: Sample) => void;
}>;

/** Turns to strata by these labels, with rows that the topics can give. */
function useProposal(runs: readonly string[], onPropose: (part: Partial<Sample>) => void) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  async function propose(labels: string): Promise<void> {
    setTrouble(null);
    try {
      const strata = proposeStrata(await readFirstRelevant(client, runs, labels));
      if (strata.length > 0) onPropose({ n: null, labels, strata });
      else setTrouble(`${labels} calls no passage of these runs relevant.`);
    } catch (error) {
      setTrouble(sentence(error));
    }
  }
  return [trouble, propose] as const;
}

/** How many topics, at random or from which ranks. */
function SampleFields({ sample, runs, labels, troubles, atRandom, onChange }: FieldsProps) {
  const isByRank = sample.strata.length > 0;
  const set = (part: Partial<Sample>): void => onChange({ ...sample, ...part });
  const [trouble, propose] = useProposal(runs, set);
  return (
    <>
      <div className={fields.row}>
        {labels.length > 0 && (
          <SelectField
            label="Draw topics"
            options={[
              { value: 'random', label: 'at random' },
              { value: 'strata', label: 'by first relevant rank' },
            ]}
            value={isByRank ? 'strata' : 'random'}
            trouble={isByRank ? null : trouble}
            onChange={(how) =>
              how === 'random' ? onChange(atRandom) : void propose(labels[0] ?? '')
            }
          />
        )}
        {isByRank ? (
          <SelectField
            label="Relevant by"
            options={[...labels]}
            value={sample.labels}
            trouble={trouble ?? troubles['sample.labels']}
            onChange={(name) => void propose(name)}
          />
        ) : (
          <NumberField
            label="Topics to draw"
            value={sample.n ?? null}
            min={1}
            max={MOST}
            trouble={troubles['sample.n']}
            onChange={(n) => set({ n })}
          />
        )}
        <NumberField
          label="Seed"
          hint="The same seed draws the same topics."
          value={sample.seed}
          min={0}
          max={MOST}
          onChange={(seed) => set({ seed })}
        />
      </div>
      {isByRank && (
        <StrataTable
          runs={runs}
          labels={sample.labels}
          strata={sample.strata}
          troubles={troubles}
          onChange={(strata) => set({ strata })}
        />
      )}
    </>
  );
}

/** All topics, or some: drawn at random or by strata; the seed lets anybody draw the same again. */
export function SampleForm({ draft, change, nTopics, troubles }: Props) {
  const { sample, runs } = draft;
  const fitting = withoutSamples(useFittingLabels(draft));
  // Ranks are those of runs.
  const labels = runs.length === 0 ? [] : fitting;
  const atRandom: Sample = {
    ...{ n: Math.min(nTopics, N_FIRST), seed: sample?.seed ?? newSeed() },
    ...{ strata: [], labels: '' },
  };
  return (
    <section>
      <h3>Topics</h3>
      <CheckField
        label="Only some of the topics"
        hint="Fewer topics cost less, and show less."
        checked={sample !== null}
        onChange={(isSome) => change({ sample: isSome ? atRandom : null })}
      />
      {sample !== null && (
        <SampleFields
          sample={sample}
          runs={runs}
          labels={labels.map(({ name }) => name)}
          troubles={troubles}
          atRandom={atRandom}
          onChange={(changed) => change({ sample: changed })}
        />
      )}
    </section>
  );
}
