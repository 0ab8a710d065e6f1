import type { Grade, ShownVote } from '@/api/types';
import { voteNames } from '@/features/campaign/adjudicate/votes';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid } from '@/features/campaign/pairs/answers/texts';
import { confidenceName } from '@/shared/confidence';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';

type Props = Readonly<{ votes: readonly ShownVote[]; scale: readonly Grade[] }>;

const besidesOf = ({ confidence, spans }: ShownVote): string =>
  [
    ...(confidence === null ? [] : [confidenceName(confidence).toLowerCase()]),
    ...(spans.length === 0 ? [] : [counted(spans.length, 'highlight')]),
  ].join(', ');

/** What others said of the pair, the lowest grade first, and not who they are. */
export function VoteList({ votes, scale }: Props) {
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
