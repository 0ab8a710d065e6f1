import type { Comparison } from '@/api/compared';
import type { Focus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/comparison/kit/kit.module.css';

type Part = keyof Focus;
type Props = Pick<PanelProps, 'comparison' | 'focus' | 'onFocus'>;

const NAMES: Readonly<Record<Part, string>> = { measure: 'Measure', run: 'Run', labels: 'Labels' };
const OFFERED: Readonly<Record<Part, (comparison: Comparison) => readonly string[]>> = {
  measure: measuresOf,
  run: ({ runs }) => runs,
  labels: ({ blocks }) => blocks.map(({ labels }) => labels),
};

/** One part of the cell that is looked at. */
export const FocusField = ({
  part,
  comparison,
  focus,
  onFocus,
}: Props & Readonly<{ part: Part }>) => (
  <SelectField
    label={NAMES[part]}
    options={OFFERED[part](comparison)}
    value={focus[part]}
    onChange={(name) => onFocus({ [part]: name })}
  />
);

/** Which cell of the comparison is looked at: all parts of the page follow. */
export const FocusFields = (props: Props) => (
  <div className={styles.fields}>
    <FocusField {...props} part="measure" />
    <FocusField {...props} part="run" />
    <FocusField {...props} part="labels" />
  </div>
);
