import type { QueueLeft, QueueRule } from '@/api/types';
import { RULES, toggledRule } from '@/features/campaign/adjudicate/rules';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { ONLY } from '@/features/campaign/pairs/search/search';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';

type Props = Readonly<{
  counts: QueueLeft['counts'];
  rules: readonly QueueRule[];
  isPending: boolean;
  onChange: (rules: readonly QueueRule[]) => void;
  onBegin: () => void;
}>;

/** By which rules pairs come, with how many each names; one of them is enough for a pair. */
export function RuleChoice({ counts, rules, isPending, onChange, onBegin }: Props) {
  return (
    <Form className={styles.rules} onSubmit={() => onBegin()}>
      <fieldset>
        <legend>Which pairs come</legend>
        {RULES.map((rule) => (
          <CheckField
            key={rule}
            label={
              <>
                {ONLY[rule][0]}{' '}
                <span className={text.softNumber}>
                  {formatMany(counts.find((one) => one.rule === rule)?.n ?? 0)}
                </span>
              </>
            }
            hint={ONLY[rule][1]}
            checked={rules.includes(rule)}
            onChange={() => onChange(toggledRule(rules, rule))}
          />
        ))}
      </fieldset>
      <p className={text.soft}>
        You see a query and a passage, and neither who judged them nor how, unless you ask for it.
      </p>
      <Button type="submit" look="primary" disabled={isPending || rules.length === 0}>
        Begin
      </Button>
    </Form>
  );
}
