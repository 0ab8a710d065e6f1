import type { Board } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format';
import { Bar } from '@/shared/ui/Bar';

type Props = Readonly<{ progress: Board['progress'] }>;

type Fact = readonly [name: string, n: number];

/** Pairs that everyone judges stand apart: they are none of those above. */
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

export function ProgressSummary({ progress }: Props) {
  const { n_votes: nVotes, n_wanted: nWanted } = progress;
  const share = nWanted === 0 ? 0 : nVotes / nWanted;
  const words = `${formatCount(nVotes)} of ${formatCount(nWanted)} judgments (${formatShare(share)})`;
  const facts: Fact[] = [
    ['pairs', progress.n_pairs],
    ['could not be judged', progress.n_not_judged],
    ['beyond what was wanted', progress.n_surplus],
    ['waiting for adjudication', progress.n_waiting_for_adjudication],
    ...sharedFacts(progress),
  ];
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p className="number">{words}</p>
      <Bar value={nVotes} max={nWanted} label={words} />
      <dl className="facts">
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
