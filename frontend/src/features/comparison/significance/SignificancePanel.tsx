import type { PanelProps } from '@/features/comparison/choice/panel';
import { FocusFields } from '@/features/comparison/kit/FocusFields';
import { Differences } from '@/features/comparison/significance/Differences';
import { Systems } from '@/features/comparison/significance/Systems';
import { TopicPlan } from '@/features/comparison/significance/TopicPlan';

/** Whether differences are real: each of them, all systems at once, and how many topics it would take. */
export default function SignificancePanel(props: PanelProps) {
  return (
    <>
      <FocusFields {...props} />
      <Differences {...props} />
      <Systems {...props} />
      <TopicPlan {...props} />
    </>
  );
}
