import { useState } from 'react';
import type { Grade, PairInHand } from '@/api/types';
import { BlindPair } from '@/features/campaign/adjudicate/BlindPair';
import { VoteList } from '@/features/campaign/adjudicate/VoteList';
import { GradeChoice } from '@/features/campaign/pairs/decision/GradeChoice';
import { QUEUE_KEYS, askedInQueue } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AreaField } from '@/shared/ui/fields/AreaField';
import buttons from '@/shared/styles/buttons.module.css';
import decision from '@/features/campaign/pairs/decision/decision.module.css';
import sides from '@/features/campaign/pairs/pair/pair.module.css';

const LONGEST_NOTE = 10_000;

type Props = Readonly<{
  pair: PairInHand;
  scale: readonly Grade[];
  onDecide: (grade: number, note: string) => void;
  onAsk: (kind: 'votes' | 'skip') => void;
}>;

/** The pair in hand, and what may be done with it, each by a button or its key. */
export function PairToSettle({ pair, scale, onDecide, onAsk }: Props) {
  const [note, setNote] = useState('');
  usePress((press) => {
    const asked = askedInQueue(press, scale);
    if (asked === 'skip' || (asked === 'votes' && pair.votes === null)) onAsk(asked);
    else if (typeof asked === 'object' && asked !== null) onDecide(asked.grade, note);
  });
  return (
    <BlindPair pair={pair}>
      <section aria-labelledby="decision" className={decision.decision}>
        <h2 id="decision" className={sides.topic}>
          Decision
        </h2>
        <AreaField
          label="Note, if there is something to say"
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={setNote}
        />
        <GradeChoice scale={scale} standing={null} onChoose={(grade) => onDecide(grade, note)} />
        <div className={buttons.actions}>
          {pair.votes === null && (
            <button
              type="button"
              className={buttons.second}
              aria-keyshortcuts={QUEUE_KEYS.votes}
              onClick={() => onAsk('votes')}
            >
              Show the votes
            </button>
          )}
          <button
            type="button"
            className={buttons.second}
            aria-keyshortcuts={QUEUE_KEYS.skip}
            onClick={() => onAsk('skip')}
          >
            Skip
          </button>
        </div>
        <p className={decision.keys}>
          The number keys decide as well; {QUEUE_KEYS.votes} shows the votes, {QUEUE_KEYS.skip}{' '}
          skips, {QUEUE_KEYS.undo} takes the last decision back, {QUEUE_KEYS.guideline} shows the
          guideline.
        </p>
      </section>
      {pair.votes !== null && <VoteList votes={pair.votes} scale={scale} />}
    </BlindPair>
  );
}
