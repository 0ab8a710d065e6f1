import type { PanelProps } from '@/features/comparison/choice/panel';
import { Differences } from '@/features/comparison/significance/Differences';
import { Systems } from '@/features/comparison/significance/Systems';
import { TopicPlan } from '@/features/comparison/significance/TopicPlan';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/comparison/significance/significance.module.css';

/** Whether differences are real: each of them, all systems at once, and how many topics it would take. */
export default function SignificancePanel(props: PanelProps) {
  const { comparison, focus, onFocus } = props;
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Measure"
          options={measuresOf(comparison)}
          value={focus.measure}
          onChange={(measure) => onFocus({ measure })}
        />
        <SelectField
          label="Run"
          options={comparison.runs}
          value={focus.run}
          onChange={(run) => onFocus({ run })}
        />
        <SelectField
          label="Labels"
          options={comparison.blocks.map(({ labels }) => labels)}
          value={focus.labels}
          onChange={(labels) => onFocus({ labels })}
        />
      </div>
      <Differences {...props} />
      <Systems {...props} />
      <TopicPlan {...props} />
    </>
  );
}
