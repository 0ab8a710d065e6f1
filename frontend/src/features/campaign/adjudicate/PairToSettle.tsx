import { useState } from 'react';
import type { Grade, PairInHand, ShownVote } from '@/api/types';
import { BlindPair } from '@/features/campaign/adjudicate/BlindPair';
import { GradeChoice } from '@/features/campaign/pairs/decision/GradeChoice';
import { QUEUE_KEYS, askedInQueue } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { voteNames } from '@/features/campaign/adjudicate/votes';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid } from '@/features/campaign/pairs/answers/texts';
import { confidenceName } from '@/shared/judging/grades';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import decision from '@/features/campaign/pairs/decision/decision.module.css';
import sides from '@/features/campaign/pairs/pair/pair.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';

type VoteListProps = Readonly<{ votes: readonly ShownVote[]; scale: readonly Grade[] }>;

const besidesOf = ({ confidence, spans }: ShownVote): string =>
  [
    ...(confidence === null ? [] : [confidenceName(confidence).toLowerCase()]),
    ...(spans.length === 0 ? [] : [counted(spans.length, 'highlight')]),
  ].join(', ');

/** What others said of the pair, the lowest grade first, and not who they are. */
function VoteList({ votes, scale }: VoteListProps) {
  return (
    <section aria-labelledby="votes">
      <h2 id="votes">Votes</h2>
      {votes.length === 0 && <p className={text.soft}>Nobody judged this pair.</p>}
      <ul className={styles.votes}>
        {voteNames(votes).map(({ name, vote }) => (
          <li key={name}>
            <GradeCell grade={vote.grade} scale={scale} />
            <span>
              {formatSaid(vote, scale)}
              {besidesOf(vote) !== '' && <span className={text.soft}> · {besidesOf(vote)}</span>}
              {vote.note !== '' && <q dir="auto">{vote.note}</q>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
            <Button
              look="second"
              aria-keyshortcuts={QUEUE_KEYS.votes}
              onClick={() => onAsk('votes')}
            >
              Show the votes
            </Button>
          )}
          <Button look="second" aria-keyshortcuts={QUEUE_KEYS.skip} onClick={() => onAsk('skip')}>
            Skip
          </Button>
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
