import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useFittingLabels } from '@/features/campaign/setup/pool/useFittingLabels';
import { MultiField } from '@/shared/ui/fields/MultiField';
import text from '@/shared/styles/text.module.css';

type Props = Pick<StepProps, 'draft' | 'change'>;

/** Judge only what is new: what labels have already is not judged again. */
export function WithoutLabels({ draft, change }: Props) {
  const names = useFittingLabels(draft);
  if (names.length === 0) return null;
  return (
    <section>
      <h3>Only what is new</h3>
      <p className={text.soft}>
        Pairs that these labels have are left out; the new labels can be joined with them later.
      </p>
      <MultiField
        label="Without what these labels have"
        options={names}
        value={draft.withoutLabels}
        onChange={(withoutLabels) => change({ withoutLabels })}
      />
    </section>
  );
}
