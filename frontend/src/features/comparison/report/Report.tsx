import { lazy, Suspense } from 'react';
import type { Comparison, LabelSet } from '@/api/types';
import { VerdictSection } from '@/features/comparison/verdict/VerdictSection';
import { MatrixSection } from '@/features/comparison/matrix/MatrixSection';
import { Block } from '@/features/comparison/report/Block';
import { Downloads } from '@/features/comparison/report/Downloads';
import { Footnote } from '@/features/comparison/report/Footnote';
import { TopicsNote } from '@/features/comparison/report/TopicsNote';
import type { Selection } from '@/features/comparison/choice/selection';
import { Waiting } from '@/shared/ui/Waiting';

const Figures = lazy(() => import('@/features/comparison/figures/Figures'));

type Props = Readonly<{
  comparison: Comparison;
  selection: Selection;
  labels: readonly LabelSet[];
  /** Whether another selection was made since, of which nothing can be read yet. */
  isOutdated: boolean;
}>;

export function Report({ comparison, selection, labels, isOutdated }: Props) {
  return (
    <>
      {comparison.baseline !== null && (
        <VerdictSection comparison={comparison} selection={selection} isOutdated={isOutdated} />
      )}
      <TopicsNote comparison={comparison} />
      <MatrixSection comparison={comparison} />
      {comparison.blocks.map((block) => (
        <Block
          key={block.labels}
          block={block}
          comparison={comparison}
          labels={labels.find(({ name }) => name === block.labels)}
        />
      ))}
      <Footnote comparison={comparison} />
      <Downloads selection={selection} />
      <Suspense fallback={<Waiting label="Drawing" />}>
        <Figures comparison={comparison} selection={selection} isOutdated={isOutdated} />
      </Suspense>
    </>
  );
}
