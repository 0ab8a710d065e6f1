import type { UseQueryResult } from '@tanstack/react-query';
import type { JudgedTopic, PassageJudgments } from '@/api/types';
import { LabelList } from '@/features/topic/passage/LabelList';
import { confidenceName } from '@/shared/judging/grades';
import { counted } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { formatDay } from '@/shared/format/time';
import { topicPath } from '@/shared/routing/paths';
import { Paged } from '@/shared/ui/tables/Paged';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/passage/passage.module.css';

type Campaign = JudgedTopic['campaigns'][number];
type Vote = Campaign['votes'][number];

function given({ grade, grade_name: name, reason_not_judged: reason }: Vote): string {
  if (grade === null) return `not judged: ${reason ?? 'no reason given'}`;
  return name === '' ? `${grade}` : `${grade} ${name}`;
}

function VoteLine({ vote }: Readonly<{ vote: Vote }>) {
  const { pseudonym, assessor_kind: kind, confidence, note, spans, answered_at: at } = vote;
  return (
    <li>
      {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}: <b>{given(vote)}</b>
      {confidence !== null && `, ${confidenceName(confidence).toLowerCase()}`}
      {spans.length > 0 && `, ${counted(spans.length, 'highlight')}`}
      <span className={text.soft}>, {formatDay(at)}</span>
      {note !== '' && <q dir="auto">{note}</q>}
    </li>
  );
}

function OfCampaign({ id, campaign, pair, votes }: Campaign) {
  return (
    <>
      <p>
        <Link to={`/campaigns/${id}/pairs/${pair}`}>{campaign}</Link>
      </p>
      <ul>
        {votes.map((vote) => (
          <VoteLine key={`${vote.pseudonym} ${vote.answered_at}`} vote={vote} />
        ))}
      </ul>
    </>
  );
}

function Topic({ topic }: Readonly<{ topic: JudgedTopic }>) {
  const { topic_set: topicSet, query_id: id, query, labels, campaigns } = topic;
  return (
    <li>
      <h3>
        <Link to={topicPath(topicSet, id)}>{query}</Link>{' '}
        <small className={text.soft}>
          {id} of {topicSet}
        </small>
      </h3>
      <LabelList labels={labels} />
      {campaigns.map((one) => (
        <OfCampaign key={one.id} {...one} />
      ))}
    </li>
  );
}

function found({ n, shows_votes: showsVotes }: PassageJudgments): string {
  const judged =
    n === 0
      ? 'There are no labels or votes that you can see.'
      : `Judged for ${counted(n, 'topic')}.`;
  return showsVotes ? judged : `${judged} Votes are shown to organizers.`;
}

type Props = Readonly<{
  judgments: UseQueryResult<PassageJudgments>;
  onPage: (page: number) => void;
}>;

/** For which topics the passage was judged: its labels and, where one may see them, the votes. */
export function Judgments({ judgments, onPage }: Props) {
  return (
    <section aria-labelledby="judged">
      <h2 id="judged">How it was judged</h2>
      <Paged
        query={judgments}
        of="judged topics"
        trouble="The labels cannot be shown"
        waiting="Looking for labels"
        found={found}
        onPage={onPage}
      >
        {({ rows }) => (
          <ul role="list" className={styles.topics}>
            {rows.map((topic) => (
              <Topic key={`${topic.topic_set} ${topic.query_id}`} topic={topic} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}
