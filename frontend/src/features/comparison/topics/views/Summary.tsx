import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { valueAt } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { formatScore } from '@/shared/format';
import { meanOf } from '@/shared/ui/figure/spread';
import text from '@/shared/styles/text.module.css';

/** How many topics are shown and, where it is not all, their means: never to be taken for the comparison's. */
export function Summary({ table, shown, focus, other }: ViewProps) {
  const isPart = shown.length < table.topics.length && shown.length > 0;
  const mean = (labels: string, run: string): string =>
    formatScore(meanOf(shown.map(valueAt(table, labels, run))), table.lower_is_better);
  return (
    <p role="status" className={text.soft}>
      {describeShown(shown, table)}
      {isPart &&
        ` Mean ${table.measure} of the shown topics, not of the comparison: ${focus.run} ` +
          `${mean(focus.labels, focus.run)} under ${focus.labels}, ${other.name} ` +
          `${mean(other.labels, other.run)}.`}
      {shown.length === 0 && ' No topic passes all filters.'}
    </p>
  );
}
