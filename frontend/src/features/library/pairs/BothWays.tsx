import { useId } from 'react';
import type { PairBothWays, PairedPassage } from '@/api/types';
import { usePair } from '@/features/library/api/pairs';
import type { Asked } from '@/features/library/api/pairs';
import { formatProbability } from '@/features/library/pairs/probability';
import { Loaded } from '@/shared/ui/Loaded';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/pairs/pairs.module.css';

const rankIn = (run: string, rank: number | null): string =>
  rank === null ? `not in ${run}` : `rank ${rank} in ${run}`;

type SideProps = Readonly<{
  pair: PairBothWays;
  passage: PairedPassage;
  other: string;
  p: number;
}>;

function Side({ pair, passage, other, p }: SideProps) {
  const id = useId();
  const ranks = [rankIn(pair.run, passage.rank)];
  if (pair.parent !== null) ranks.push(rankIn(pair.parent, passage.rank_in_parent));
  return (
    <article aria-labelledby={id} className={styles.side}>
      <h4 id={id}>{passage.doc_id}</h4>
      <p className={text.softNumber}>{ranks.join(', ')}</p>
      <p className={text.number}>
        In front of {other}, it wins with probability <b>{formatProbability(p)}</b>.
      </p>
      {passage.title !== '' && (
        <p dir="auto" className={styles.title}>
          {passage.title}
        </p>
      )}
      <p dir="auto" className={styles.passage}>
        {passage.text ?? 'The collection has no text of it.'}
      </p>
    </article>
  );
}

function verdict({ flips, p_first: first, first: one, second: other }: PairBothWays): string {
  if (!flips) return 'This pair does not flip: the same passage wins in both orders, or neither.';
  const which = first > 0.5 ? 'in front' : 'behind';
  return `This pair flips: of ${one.doc_id} and ${other.doc_id}, the one that stands ${which} wins.`;
}

/** Two passages side by side, and which of them wins in each order. */
export function BothWays(asked: Asked) {
  return (
    <Loaded query={usePair(asked)} waiting="Reading the pair">
      {(pair) => (
        <section aria-labelledby="both-ways">
          <h3 id="both-ways">One pair both ways</h3>
          <p>{verdict(pair)}</p>
          <p className={text.soft}>
            Query: <span dir="auto">{pair.query}</span>
          </p>
          <div className={styles.sides}>
            <Side pair={pair} passage={pair.first} other={pair.second.doc_id} p={pair.p_first} />
            <Side pair={pair} passage={pair.second} other={pair.first.doc_id} p={pair.p_second} />
          </div>
        </section>
      )}
    </Loaded>
  );
}
