import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Grade, PairInHand, Queue, QueueRule, ShownVote } from '@/api/types';
import { formatDone, formatLeft } from '@/features/campaign/adjudicate/rules';
import { voteNames } from '@/features/campaign/adjudicate/votes';
import { leaveQueue } from '@/features/campaign/api/adjudication';
import type { useQueue } from '@/features/campaign/api/adjudication';
import { isOf } from '@/features/campaign/api/change';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid } from '@/features/campaign/pairs/answers/texts';
import { askedInQueue, QUEUE_KEYS } from '@/features/campaign/pairs/decision/keys';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { HeatText } from '@/features/campaign/pairs/heat/HeatText';
import { heatOf } from '@/features/campaign/pairs/heat/heat';
import { counted } from '@/shared/format/numbers';
import { confidenceName } from '@/shared/judging/grades';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import { GradeButtons } from '@/shared/ui/grades/GradeButtons';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Nothing } from '@/shared/ui/requests/Nothing';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';
import decision from '@/features/campaign/pairs/decision/decision.module.css';
import heat from '@/features/campaign/pairs/heat/heat.module.css';
import sides from '@/features/campaign/pairs/pair/pair.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** The query and the passage; highlights show in it once votes were asked for. */
function BlindPair({ pair, children }: Readonly<{ pair: PairInHand; children: ReactNode }>) {
  const { query, description, narrative, title, votes } = pair;
  const passage = pair.text ?? '';
  const need = [description, narrative].filter((part) => part !== '' && part !== query);
  const graded = voteNames(votes ?? []).filter(({ vote }) => vote.grade !== null);
  const highlighters = graded.map(({ name, vote }) => ({ pseudonym: name, spans: vote.spans }));
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus(); // else the focus goes with the pair before
    window.scrollTo(0, 0); // some browsers return a promise, which is no clean-up
  }, []);
  return (
    <>
      <section aria-labelledby="query" className={sides.topic}>
        <h2 ref={heading} tabIndex={-1} id="query" dir="auto">
          {query}
        </h2>
        {need.map((part) => (
          <p key={part} className={text.soft} dir="auto">
            {part}
          </p>
        ))}
      </section>
      <div className={sides.sides}>
        <section aria-labelledby="passage">
          <h2 id="passage">Passage</h2>
          {title !== '' && (
            <h3 className={heat.title} dir="auto">
              {title}
            </h3>
          )}
          {passage === '' ? (
            <p className={text.soft}>There is no text here, only a title or an id.</p>
          ) : (
            <HeatText
              passage={passage}
              stretches={heatOf(passage, highlighters)}
              nGraded={graded.length}
            />
          )}
        </section>
        <div className={styles.withDock}>{children}</div>
      </div>
    </>
  );
}

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
      <ul role="list" className={styles.votes}>
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

type PairToSettleProps = Readonly<{
  pair: PairInHand;
  scale: readonly Grade[];
  onDecide: (grade: number, note: string) => void;
  onAsk: (kind: 'votes' | 'skip') => void;
}>;

/** The pair in hand, and what may be done with it, each by a button or its key. */
function PairToSettle({ pair, scale, onDecide, onAsk }: PairToSettleProps) {
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
          label="Note (optional)"
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={setNote}
        />
        <div className={styles.dock}>
          <GradeButtons
            label="Decide on a grade"
            scale={scale}
            standing={null}
            onChoose={(grade) => onDecide(grade, note)}
          />
        </div>
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
          Number keys also decide; {QUEUE_KEYS.votes} shows the votes, {QUEUE_KEYS.skip} skips,{' '}
          {QUEUE_KEYS.undo} takes the last decision back, {QUEUE_KEYS.guideline} shows the
          guideline.
        </p>
      </section>
      {pair.votes !== null && <VoteList votes={pair.votes} scale={scale} />}
    </BlindPair>
  );
}

function NothingLeft({ nHeld, onLook }: Readonly<{ nHeld: number; onLook: () => void }>) {
  return (
    <Nothing title="Nothing left to adjudicate">
      <p>
        {nHeld === 0
          ? 'No undecided pairs match this selection.'
          : `Others have ${counted(nHeld, 'pair')} open; unfinished pairs come back.`}
      </p>
      <p>
        <Button look="second" onClick={onLook}>
          Check again
        </Button>
      </p>
    </Nothing>
  );
}

/** Whoever leaves lets others have the pair, and what other pages know is read again. */
function useLeaving(campaignId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const leave = (): void => void leaveQueue(campaignId);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      void client.invalidateQueries({ predicate: isOf(campaignId) });
    };
  }, [campaignId, client]);
}

type Props = Readonly<{
  campaignId: number;
  scale: readonly Grade[];
  rules: readonly QueueRule[];
  queue: Queue;
  act: ReturnType<typeof useQueue>['act'];
  onOtherRules: () => void;
}>;

/** One pair after the other, until none is left. */
export function QueueWork({ campaignId, scale, rules, queue, act, onOtherRules }: Props) {
  useLeaving(campaignId);
  const { pair, left } = queue;
  const { error, isPending, mutate } = act;
  const undo = (): void => {
    if (left.may_undo && !isPending) mutate({ kind: 'undo', rules });
  };
  usePress((press) => {
    if (askedInQueue(press, []) === 'undo') undo();
  });
  return (
    <>
      <div className={styles.bar}>
        <p role="status">
          {isPending || error !== null ? '' : formatDone(act.variables, scale)}
          {formatLeft(left)}
        </p>
        <Button
          look="second"
          disabled={!left.may_undo}
          aria-keyshortcuts={QUEUE_KEYS.undo}
          onClick={undo}
        >
          Undo
        </Button>
        <Button look="flush" onClick={onOtherRules}>
          Change selection
        </Button>
      </div>
      <ErrorMessage error={error} />
      {pair === null ? (
        <NothingLeft nHeld={left.n_held} onLook={() => mutate({ kind: 'next', rules })} />
      ) : (
        <PairToSettle
          key={pair.id} // a note is of one pair
          pair={pair}
          scale={scale}
          onDecide={(grade, note) => {
            if (!isPending) mutate({ kind: 'decide', pair, grade, note, rules });
          }}
          onAsk={(kind) => {
            if (!isPending) mutate({ kind, pair, rules });
          }}
        />
      )}
    </>
  );
}
