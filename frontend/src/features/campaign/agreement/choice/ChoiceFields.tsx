import type { Grade } from '@/api/types';
import {
  FIRST_RULE,
  optionOf,
  RULE_OPTIONS,
  thresholdOf,
  thresholdOptions,
} from '@/features/campaign/agreement/choice/choice';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import type { ChangeChoice } from '@/features/campaign/agreement/choice/useChoice';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/campaign/agreement/choice/choice.module.css';

type Props = Readonly<{ scale: readonly Grade[]; choice: Choice; onChange: ChangeChoice }>;

/** How votes are compared. */
export function ChoiceFields({ scale, choice, onChange }: Props) {
  return (
    <Form className={styles.fields}>
      <SelectField
        label="Compare"
        width="full"
        options={thresholdOptions(scale)}
        value={optionOf(choice)}
        onChange={(option) => onChange({ threshold: thresholdOf(option) })}
      />
      <SelectField
        label="Answers without a grade"
        width="full"
        options={RULE_OPTIONS}
        value={choice.missing ?? FIRST_RULE}
        onChange={(missing) => onChange({ missing })}
      />
    </Form>
  );
}
