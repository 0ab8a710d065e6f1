import { knownOf } from '@/features/campaign/setup/draft/known';
import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { ChoosingProps } from '@/features/campaign/setup/draft/stepProps';
import { gradeTitle } from '@/shared/judging/grades';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { FoldedText } from '@/shared/ui/tables/FoldedText';
import { useShortList } from '@/shared/ui/tables/useShortList';
import styles from '@/features/campaign/setup/known/known.module.css';
import text from '@/shared/styles/text.module.css';

const FIRST = 12;

const sentenceOf = (clause: string): string =>
  `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** The chosen pairs, each with its grade, and why where somebody says so. */
export function ChosenPairs({ draft, planned, kind, onAdd, onRemove }: ChoosingProps) {
  const pairs = knownOf(draft, kind);
  const [shown, more] = useShortList(pairs, FIRST, 'pair');
  const grades = inOrder(draft.grades).map(({ value, name }) => ({
    value: String(value),
    label: gradeTitle(value, name),
  }));
  const faults = planned.plan?.faults ?? [];
  return (
    <>
      <ul role="list" className={styles.pairs} aria-label={`Chosen ${kind} pairs`}>
        {shown.map((pair) => {
          const number = draft.known.indexOf(pair) + 1;
          const fault = planned.isBehind ? undefined : faults.find((one) => one.number === number);
          const isOff = grades.every(({ value }) => value !== String(pair.grade));
          const name = `${pair.passage_id} of topic ${pair.query_id}`;
          return (
            <li
              key={`${pair.query_id} ${pair.passage_id}`}
              className={styles.pair}
              aria-label={name}
            >
              <div>
                <b>{pair.query === '' ? pair.query_id : pair.query}</b>{' '}
                <span className={text.soft}>{pair.passage_id}</span>
                {pair.text !== '' && (
                  <p className={styles.text}>
                    <FoldedText body={pair.text} />
                  </p>
                )}
              </div>
              <SelectField
                label="Grade"
                options={
                  isOff ? [{ value: '', label: `${pair.grade}: off the scale` }, ...grades] : grades
                }
                value={isOff ? '' : String(pair.grade)}
                trouble={fault === undefined ? null : sentenceOf(fault.reason)}
                onChange={(value) => onAdd([{ ...pair, grade: Number(value) }])}
              />
              <TextField
                label="Explanation"
                placeholder="optional"
                value={pair.explanation}
                maxLength={2000}
                onChange={(explanation) => onAdd([{ ...pair, explanation }])}
              />
              <Button look="flush" aria-label={`Remove ${name}`} onClick={() => onRemove(pair)}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}
