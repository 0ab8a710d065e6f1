import { useId, useState } from 'react';
import { useRead } from '@/api/read';
import { useDropAnswer } from '@/api/savedComparisons';
import type { KeptRow, OpenedComparison } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { ANSWERS } from '@/features/comparison/keeping/kinds';
import { describeQuestion } from '@/features/comparison/saved/keptQuestion';
import { KeptResult } from '@/features/comparison/saved/KeptResult';
import { MovedList } from '@/features/comparison/saved/MovedList';
import { formatDay } from '@/shared/format/time';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { Waiting } from '@/shared/ui/requests/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ row: KeptRow; opened: OpenedComparison }>;

/** Lets go of an answer, once that is confirmed. */
function Drop({ row: { kind, content_hash: hash }, opened }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useDropAnswer(opened.row.name, hash);
  return (
    <>
      <Button aria-label={`Delete: ${ANSWERS[kind]}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
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

/** The answer itself, which is read once somebody opens it: it may be large, and there may be many. */
function Shown({ row, opened }: Props) {
  const { data, error } = useRead(
    '/api/comparisons/answers/one',
    { hash: row.content_hash },
    // An answer that is kept stays as it was frozen.
    { staleTime: Infinity, retry: false },
  );
  if (error !== null) return <ErrorText error={error} />;
  if (data === undefined) return <Waiting label="Reading the answer" />;
  return <KeptResult frozen={data} asked={row.asked} opened={opened} />;
}

function Answer(props: Props) {
  const { row, opened } = props;
  const { kind, content_hash: hash, created_at: at, moved } = row;
  const heading = useId();
  const [isOpen, setOpen] = useState(opened.answers.length === 1);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{ANSWERS[kind]}</h3>
      <p>{describeQuestion(row)}</p>
      <p className={text.soft}>
        Kept {formatDay(at)} · inputs <code title={hash}>{hash.slice(0, 12)}</code>
      </p>
      <MovedList
        label={`What has changed since: ${ANSWERS[kind]}`}
        found="The same question may have another answer today. This one stays as it was."
        moved={moved}
      />
      <details
        className={parts.fold}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary aria-label={`The answer: ${ANSWERS[kind]}`}>The answer</summary>
        {isOpen && <Shown {...props} />}
      </details>
      <p className={buttons.actions}>
        <CsvLinks href={`/api/comparisons/answers/one?format=csv&hash=${hash}`}>
          Download CSV
        </CsvLinks>
        <a
          href={`/api/comparisons/answers/one?format=json&hash=${hash}`}
          download={`${kind}-${hash.slice(0, 12)}.json`}
        >
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
