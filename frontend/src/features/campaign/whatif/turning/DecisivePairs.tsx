import { useState } from 'react';
import type { Decisive } from '@/api/types';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { sayNoEffects } from '@/features/campaign/whatif/answers/sayNotCounted';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { focusOfTwo, useDecisive } from '@/features/campaign/whatif/state/questions';
import type { Asked } from '@/features/campaign/whatif/state/questions';
import { AskButtons } from '@/features/campaign/whatif/turning/AskButtons';
import { sayEffects } from '@/features/campaign/whatif/turning/sayEffect';
import { PairName } from '@/features/campaign/whatif/turning/PairName';
import { counted } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/whatif/turning/turning.module.css';
import text from '@/shared/styles/text.module.css';

type Pair = Decisive['pairs'][number];

const keyOf = ({ query_id: queryId, doc_id: docId }: Pair): string => `${queryId} ${docId}`;

/** What is known of a pair’s label. */
function sayVotes({ status, votes, label }: Pair): string {
  const given = votes.length === 0 ? 'no votes' : `votes ${votes.join(' ')}`;
  const stands = label === null ? 'no label' : `counts as ${label}`;
  return `${given} · ${status === 'unjudged' ? stands : `${status === 'few' ? 'fewer than wanted' : status}, ${stands}`}`;
}

/** Where the two runs have it. */
function sayRanks({ first_rank: second, second_rank: first }: Pair, focus: Focus): string {
  if (first === null && second === null) return 'in neither run';
  const [one = '', other = ''] = shortNames([focus.first, focus.second]);
  const at = (run: string, rank: number | null): string =>
    rank === null ? `not in ${run}` : `${run} at ${rank}`;
  return `${at(one, first)} · ${at(other, second)}`;
}

type RowProps = Readonly<{
  campaignId: number;
  pair: Pair;
  focus: Focus;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}>;

function Row({ campaignId, pair, focus, isChosen, onChoose }: RowProps) {
  const [largest, expected] = sayEffects(pair);
  return (
    <li>
      <input
        type="checkbox"
        aria-label={`${pair.query} · ${pair.doc_id}`}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <div>
        <span className={styles.effect}>
          {largest}
          <small>{expected}</small>
        </span>
        <PairName campaignId={campaignId} of={pair} />
        <small>{sayVotes(pair)}</small>
        <small>{sayRanks(pair, focus)}</small>
      </div>
    </li>
  );
}

type ListProps = Readonly<{
  campaignId: number;
  found: Decisive;
  focus: Focus;
  isStale: boolean;
  isOver: boolean;
}>;

/** The pairs, all chosen at first; none where the campaign takes no more judgments. */
function List({ campaignId, found, focus, isStale, isOver }: ListProps) {
  const [changed, setChanged] = useState<readonly string[]>([]);
  const { pairs } = found;
  const isChosen = (pair: Pair): boolean => changed.includes(keyOf(pair)) === isOver;
  const chosen = pairs.filter(isChosen);
  const hasChosen = chosen.length > 0;
  if (pairs.length === 0)
    return <p className={text.note}>No pair of these could change the difference.</p>;
  return (
    <>
      <ul role="list" className={styles.pairs}>
        {pairs.map((pair) => {
          const key = keyOf(pair);
          return (
            <Row
              key={key}
              campaignId={campaignId}
              pair={pair}
              focus={focus}
              isChosen={isChosen(pair)}
              onChoose={(isIn) =>
                setChanged(
                  isIn === isOver ? [...changed, key] : changed.filter((one) => one !== key),
                )
              }
            />
          );
        })}
      </ul>
      <p className={text.note}>
        {chosen.length} of {pairs.length} chosen.{' '}
        <Button
          look="flush"
          onClick={() => setChanged(hasChosen === isOver ? [] : pairs.map(keyOf))}
        >
          {hasChosen ? 'Choose none' : 'Choose all'}
        </Button>
      </p>
      <AskButtons
        campaignId={campaignId}
        pairs={chosen.map(({ query_id, doc_id }) => ({ query_id, doc_id }))}
        nAbsent={chosen.filter(({ pair }) => pair === null).length}
        isDisabled={isStale}
        isOver={isOver}
      />
    </>
  );
}

const AMONG = [
  { value: 'open', label: 'unsettled' },
  { value: 'all', label: 'all' },
] as const;
const [FEW, MANY] = [8, 40];

/** What the list is of. */
function sayAmong(among: 'open' | 'all', { n_open: nOpen, n_pairs: nAll }: Decisive): string {
  if (among === 'all') return `${counted(nAll, 'pair')} could move the lead.`;
  return `${counted(nOpen, 'pair')} without a label, or whose votes tie, differ or are few, could move the lead.`;
}

type Props = Readonly<{
  campaignId: number;
  asked: Asked;
  isUpdating: boolean;
  isOver: boolean;
}>;

/** The pairs whose label could move the lead most. */
export function DecisivePairs({ campaignId, asked, isUpdating, isOver }: Props) {
  const [among, setAmong] = useState<'open' | 'all'>('open');
  const [n, setN] = useState(FEW);
  const query = useDecisive(asked, { n, among });
  const isStale = isUpdating || query.isPlaceholderData;
  return (
    <section aria-labelledby="decisive">
      <h2 id="decisive">Most decisive pairs</h2>
      <Segmented label="Pairs" options={AMONG} value={among} onChange={setAmong} />
      <Quiet
        query={query}
        waiting="Weighing the pairs"
        isStale={isStale}
        staysDimmed
        why={sayNoEffects(asked)}
      >
        {({ asked: of, found }) => (
          <>
            {!isStale && (
              <p className={text.note}>
                {sayAmong(among, found)} Beside each: the largest change of the lead of{' '}
                {focusOfTwo(of).first} that its label could bring, and below it the expected one.
              </p>
            )}
            <List
              campaignId={campaignId}
              found={found}
              focus={focusOfTwo(of)}
              isStale={isStale}
              isOver={isOver}
            />
            {(among === 'open' ? found.n_open : found.n_pairs) > n && n < MANY && (
              <Button look="flush" onClick={() => setN(MANY)}>
                Show more
              </Button>
            )}
          </>
        )}
      </Quiet>
    </section>
  );
}
