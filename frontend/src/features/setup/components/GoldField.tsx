import { useId, useState } from 'react';
import { NumberField } from '@/features/setup/components/NumberField';
import type { StepProps } from '@/features/setup/components/stepProps';
import { readGold } from '@/features/setup/gold';
import { counted } from '@/shared/format';

const MOST = 2_147_483_647;

type Props = Pick<StepProps, 'draft' | 'change'>;

const asText = ({ gold }: Props['draft']): string =>
  gold
    .map(({ query_id: q, passage_id: p, grade, explanation }) =>
      [q, p, grade, explanation].join(' ').trim(),
    )
    .join('\n');

/** Pairs whose grade an expert has given, hidden among the others. */
export function GoldField({ draft, change }: Props) {
  const id = useId();
  const [text, setText] = useState(() => asText(draft));
  const values = draft.grades.map(({ value }) => value);
  const { marks, trouble } = readGold(text, values);

  function type(typed: string): void {
    setText(typed);
    change({ gold: readGold(typed, values).marks });
  }

  return (
    <>
      <label className="field" htmlFor={id}>
        <span>Gold pairs</span>
        <textarea
          id={id}
          rows={4}
          value={text}
          spellCheck={false}
          placeholder="query_id passage_id grade"
          aria-describedby={`${id}-hint`}
          onChange={(event) => type(event.target.value)}
        />
        <small id={`${id}-hint`}>
          Pairs of the pool that an expert graded: one a line, query_id, passage_id and grade.{' '}
          {marks.length > 0 && `${counted(marks.length, 'pair')}.`}
        </small>
      </label>
      {trouble !== null && <p role="alert">{trouble}</p>}
      {marks.length > 0 && (
        <NumberField
          label="A gold pair, one in so many"
          value={draft.goldEvery ?? 10}
          min={1}
          max={MOST}
          onChange={(goldEvery) => change({ goldEvery })}
        />
      )}
    </>
  );
}
