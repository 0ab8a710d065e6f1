import { SlopeSection } from '@/features/comparison/figures/SlopeSection';
import { TopicSection } from '@/features/comparison/figures/TopicSection';
import type { Comparison } from '@/api/types';
import type { Selection } from '@/features/comparison/choice/selection';
import styles from '@/features/comparison/figures/figures.module.css';

type Props = Readonly<{ comparison: Comparison; selection: Selection; isOutdated: boolean }>;

/** The only import of Plot on this page. */
export default function Figures({ comparison, selection, isOutdated }: Props) {
  return (
    <div className={styles.figures}>
      <SlopeSection comparison={comparison} />
      <TopicSection comparison={comparison} selection={selection} isOutdated={isOutdated} />
    </div>
  );
}
