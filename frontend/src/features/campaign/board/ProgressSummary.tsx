import type { Board } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { judgmentShare, formatMissing, formatRest } from '@/features/campaign/kit/formatProgress';
import { Bar } from '@/shared/ui/Bar';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{ progress: NonNullable<Board['progress']>; hasEnded: boolean }>;

type Fact = readonly [name: string, n: number];

/** Pairs that everyone judges are counted apart from those above. */
function sharedFacts({
  n_overlap_pairs: nShared,
  n_pilot_pairs: nPilot,
  n_overlap_votes: nVotes,
}: Props['progress']): Fact[] {
  if (nShared === 0) return [];
  const facts: Fact[] = [];
  if (nPilot > 0) facts.push(['pilot pairs', nPilot]);
  if (nShared > nPilot) facts.push(['overlap pairs', nShared - nPilot]);
  return [...facts, ['judgments of pairs everyone judges', nVotes]];
}

export function ProgressSummary({ progress, hasEnded }: Props) {
  const judged = judgmentShare(progress);
  const rest = hasEnded ? formatMissing(progress) : formatRest(progress);
  const facts: Fact[] = [
    ['pairs', progress.n_pairs],
    ['pairs that somebody could not judge', progress.n_pairs_not_judged],
    ['judgments beyond what was wanted', progress.n_surplus],
    ...sharedFacts(progress),
  ];
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p className={text.number}>{judged}</p>
      <Bar value={progress.n_votes} max={progress.n_wanted} label={judged} />
      {rest !== '' && <p className={text.softNumber}>{rest}</p>}
      <dl className={cx(parts.facts, styles.facts)}>
        {facts.map(([name, n]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(n)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
