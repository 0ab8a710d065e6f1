import type { PanelProps } from '@/features/comparison/choice/panel';
import { useFocus } from '@/features/comparison/choice/focus';
import { MatrixSection } from '@/features/comparison/matrix/MatrixSection';
import { Tabs } from '@/features/comparison/page/Tabs';
import { TopicsNote } from '@/features/comparison/page/TopicsNote';
import { VerdictSection } from '@/features/comparison/verdict/VerdictSection';

/** First what can be said, then every number at a glance, then what rests beneath, a tab at a time. */
export function Report(props: Omit<PanelProps, 'focus' | 'onFocus'>) {
  const { comparison } = props;
  const [focus, onFocus] = useFocus(comparison);
  const shown = { ...props, focus, onFocus };
  return (
    <>
      {comparison.baseline !== null && <VerdictSection {...shown} />}
      <MatrixSection {...shown} />
      <TopicsNote comparison={comparison} />
      <Tabs {...shown} />
    </>
  );
}
