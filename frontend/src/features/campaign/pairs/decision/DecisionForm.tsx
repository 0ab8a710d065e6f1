import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Grade, WholePair } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { useDecide } from '@/features/campaign/api/pairs';
import type { DecisionMade } from '@/features/campaign/api/pairs';
import { GradeChoice } from '@/features/campaign/pairs/decision/GradeChoice';
import { askedBy } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

const LONGEST_NOTE = 10_000;

type Props = Readonly<{
  campaignId: number;
  pair: WholePair;
  scale: readonly Grade[];
  /** Whether a new decision may be made, not only one taken back. */
  mayDecide: boolean;
  /** What may be done next, beside what takes the decision back. */
  children: ReactNode;
}>;

/** Decides on the whole pair, by a button or by its key. */
export function DecisionForm({ campaignId, pair, scale, mayDecide, children }: Props) {
  const { decision, id } = pair.row;
  const [note, setNote] = useState(decision?.note ?? '');
  const { mutate, error, isPending, variables } = useDecide(campaignId, id);
  const make = (made: DecisionMade['decision']): void =>
    mutate({ decision: made, seen: pair.version });
  // Whoever decides anew before the answer came changes what was asked for last.
  const last = isPending ? variables.decision : decision;

  function choose(grade: number): void {
    const isSame = last !== null && last.grade === grade && last.note === note;
    if (mayDecide && !isSame) make({ grade, note });
  }

  usePress((press) => {
    const wanted = askedBy(press, scale);
    if (typeof wanted === 'object' && wanted !== null) choose(wanted.grade);
  });

  return (
    <>
      {mayDecide && (
        <>
          <AreaField
            label="Note, if there is something to say"
            rows={2}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={setNote}
          />
          <GradeChoice scale={scale} standing={decision?.grade ?? null} onChoose={choose} />
        </>
      )}
      <ErrorText error={error} />
      <div className={buttons.actions}>
        {children}
        {decision !== null && (
          <Button look="second" onClick={() => last !== null && make(null)}>
            Take back
          </Button>
        )}
      </div>
    </>
  );
}
