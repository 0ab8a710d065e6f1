import type { PanelProps } from '@/features/comparison/choice/panel';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/comparison/kit/kit.module.css';

/** Which cell of the comparison is looked at: all parts of the page follow. */
export function FocusFields({
  comparison,
  focus,
  onFocus,
}: Pick<PanelProps, 'comparison' | 'focus' | 'onFocus'>) {
  return (
    <div className={styles.fields}>
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
  );
}
