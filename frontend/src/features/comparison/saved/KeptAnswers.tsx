import { useId, useState } from 'react';
import { useDropAnswer, useKeptAnswer } from '@/api/savedComparisons';
import type { KeptRow, OpenedComparison } from '@/api/types';
import { ANSWERS } from '@/features/comparison/keeping/kinds';
import { describeQuestion } from '@/features/comparison/saved/keptQuestion';
import { KeptResult } from '@/features/comparison/saved/KeptResult';
import { MovedList } from '@/features/comparison/saved/MovedList';
import { sentence } from '@/shared/errors';
import { formatDay } from '@/shared/time';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { Waiting } from '@/shared/ui/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ row: KeptRow; opened: OpenedComparison }>;

/** Lets go of an answer, once that is confirmed. */
function Drop({ row: { kind, content_hash: hash }, opened }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useDropAnswer(opened.row.name, hash);
  return (
    <>
      <button
        type="button"
        className={buttons.plain}
        aria-label={`Delete: ${ANSWERS[kind]}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${ANSWERS[kind]}”`}
          verb="Delete it"
          isFinal
          isPending={isPending}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>This answer goes; the saved comparison and its other answers stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Answer(props: Props) {
  const { row, opened } = props;
  const { kind, content_hash: hash, created_at: at, moved, asked } = row;
  const heading = useId();
  const { data, error } = useKeptAnswer(hash);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{ANSWERS[kind]}</h3>
      <p>{describeQuestion(row)}</p>
      <p className={text.soft}>
        Kept {formatDay(at)} · inputs <code title={hash}>{hash.slice(0, 12)}</code>
      </p>
      <MovedList
        label={`What has changed since: ${ANSWERS[kind]}`}
        told="The same question may have another answer today. This one stays as it was."
        moved={moved}
      />
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {error === null && data === undefined && <Waiting label="Reading the answer" />}
      {data !== undefined && <KeptResult frozen={data} asked={asked} opened={opened} />}
      <p className={buttons.actions}>
        <a href={`/api/comparisons/answers/one.csv?hash=${hash}`} download>
          Download CSV
        </a>
        <a href={`/api/comparisons/answers/one.json?hash=${hash}`} download>
          Download JSON with all that it follows from
        </a>
        {opened.may_change && <Drop {...props} />}
      </p>
    </section>
  );
}

/** What was kept beside the table of a saved comparison, in the order of keeping. */
export function KeptAnswers({ opened }: Readonly<{ opened: OpenedComparison }>) {
  return (
    <>
      <h2>Kept with it</h2>
      {opened.answers.map((row) => (
        <Answer key={row.content_hash} row={row} opened={opened} />
      ))}
    </>
  );
}
