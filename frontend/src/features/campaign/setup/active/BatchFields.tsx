import type { PartProps } from '@/features/campaign/setup/active/partProps';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Fold } from '@/shared/ui/Fold';
import { MOST } from '@/features/campaign/policy/serving';
import fields from '@/features/campaign/setup/draft/fields.module.css';

const MOST_IN_BATCH = 1000;

/** The seed of all draws, and how large steps are. */
export function BatchFields({ draft: { active }, set }: PartProps) {
  const batch = { max: MOST_IN_BATCH };
  return (
    <section>
      <NumberField
        label="Seed"
        hint="The same seed and judgments choose the same pairs."
        value={active.seed}
        min={0}
        max={MOST}
        onChange={(seed) => set({ seed })}
      />
      <Fold summary="More: batches">
        <div className={fields.row}>
          <NumberField
            label="Pairs of the first step"
            {...batch}
            min={1}
            value={active.firstBatch}
            onChange={(firstBatch) => set({ firstBatch })}
          />
          <NumberField
            label="Growth, in percent"
            hint="By how much each step is larger than the one before."
            {...batch}
            min={0}
            value={active.growth}
            onChange={(growth) => set({ growth })}
          />
          <NumberField
            label="Pairs ahead"
            hint="The next are chosen when no more than these wait for judgments."
            {...batch}
            min={0}
            value={active.ahead}
            onChange={(ahead) => set({ ahead })}
          />
        </div>
      </Fold>
    </section>
  );
}
