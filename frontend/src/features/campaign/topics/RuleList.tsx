import type { StoppingRule } from '@/api/types';
import { sayEstimate, sayRule } from '@/features/campaign/topics/texts';
import { Button } from '@/shared/ui/forms/Button';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/topics/topics.module.css';

type Props = Readonly<{
  rules: readonly StoppingRule[];
  /** The rule whose line is pointed at; '' for none. */
  marked: string;
  onMark: (key: string) => void;
}>;

function Rule({
  rule,
  isMarked,
  onMark,
}: Readonly<{ rule: StoppingRule; isMarked: boolean }> & Pick<Props, 'onMark'>) {
  const { key, name, looks_at: looksAt, promise, source, at, ends } = rule;
  const hasLine = at !== null;
  return (
    <li
      className={styles.rule}
      data-marked={isMarked}
      onMouseEnter={() => hasLine && onMark(key)}
      onMouseLeave={() => onMark('')}
    >
      <h4>
        {hasLine ? (
          <Button
            look="flush"
            title="Show its line"
            aria-pressed={isMarked}
            onFocus={() => onMark(key)}
            onBlur={() => onMark('')}
            onClick={() => onMark(key)}
          >
            {name}
          </Button>
        ) : (
          name
        )}{' '}
        {ends && <Tag tone="open">ends topics of this campaign</Tag>}
      </h4>
      <p>
        {sayRule(rule)} {sayEstimate(rule)}
      </p>
      <p className={text.note}>
        {promise} Looks at: {looksAt}. {source}.
      </p>
    </li>
  );
}

/** What each stopping rule says of a topic, with its promise; those that would have stopped first. */
export function RuleList({ rules, marked, onMark }: Props) {
  const stopped = rules.filter(({ at }) => at !== null);
  const others = rules.filter(({ at }) => at === null);
  return (
    <ul role="list" className={styles.rules} aria-label="Stopping rules">
      {[...stopped, ...others].map((rule) => (
        <Rule key={rule.key} rule={rule} isMarked={rule.key === marked} onMark={onMark} />
      ))}
    </ul>
  );
}
