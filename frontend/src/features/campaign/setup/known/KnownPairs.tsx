import { depthOf, poolOf } from '@/features/campaign/setup/draft/request';
import { knownOf, withPairs, withoutPair } from '@/features/campaign/setup/draft/known';
import type { KnownKind } from '@/features/campaign/setup/draft/types';
import type { ChoosingProps, StepProps } from '@/features/campaign/setup/draft/stepProps';
import { ChosenPairs } from '@/features/campaign/setup/known/ChosenPairs';
import { DrawForm } from '@/features/campaign/setup/known/DrawForm';
import { PairPicker } from '@/features/campaign/setup/known/PairPicker';
import { PasteForm } from '@/features/campaign/setup/known/PasteForm';
import { useFittingLabels } from '@/features/campaign/setup/draft/useFittingLabels';
import { Fold } from '@/shared/ui/Fold';
import styles from '@/features/campaign/setup/known/known.module.css';
import text from '@/shared/styles/text.module.css';

/** The chosen pairs of one kind, and three ways to choose more. */
export function KnownPairs({
  draft,
  change,
  planned,
  kind,
}: StepProps & Readonly<{ kind: KnownKind }>) {
  const [first, ...others] = useFittingLabels(draft);
  if (planned.preview === undefined || draft.grades.length === 0)
    return <p className={text.soft}>Choose a scale first.</p>;
  const choosing: ChoosingProps = {
    draft,
    planned,
    kind,
    pool: poolOf(draft, depthOf(draft, planned.preview.depth), planned.draw),
    onAdd: (pairs) => change(({ known }) => ({ known: withPairs(known, pairs) })),
    onRemove: (pair) => change(({ known }) => ({ known: withoutPair(known, pair) })),
  };
  return (
    <div className={styles.ways}>
      {knownOf(draft, kind).length > 0 && <ChosenPairs {...choosing} />}
      <Fold summary="Choose pairs from the pool">
        <PairPicker {...choosing} />
      </Fold>
      {first !== undefined && (
        <Fold summary="Draw pairs from a label set">
          <DrawForm {...choosing} labels={[first, ...others]} />
        </Fold>
      )}
      <Fold summary="Paste lines">
        <PasteForm {...choosing} />
      </Fold>
    </div>
  );
}
