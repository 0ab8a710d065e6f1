import type { Comparison } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import type { Focus } from '@/features/comparison/choice/focus';
import type { Selection } from '@/features/comparison/choice/selection';

/** What every part of the page is given. */
export type PanelProps = Readonly<{
  comparison: Comparison;
  selection: Selection;
  labels: readonly LabelSet[];
  /** Whether another selection was made since, of which nothing can be read yet. */
  isOutdated: boolean;
  focus: Focus;
  onFocus: (part: Partial<Focus>) => void;
}>;
