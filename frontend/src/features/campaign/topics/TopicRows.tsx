import type { ActiveTopic } from '@/api/types';
import { sayState } from '@/features/campaign/topics/texts';
import { formatCount } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Button } from '@/shared/ui/forms/Button';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { useShortList } from '@/shared/ui/tables/useShortList';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';
import kit from '@/features/campaign/kit/rows.module.css';
import styles from '@/features/campaign/topics/topics.module.css';

const SHOWN_AT_FIRST = 50;

export type Actions = Readonly<{
  /** The topic whose figure is shown. */
  shown: string;
  onShow: (queryId: string) => void;
  chosen: ReadonlySet<string>;
  onChoose: (queryIds: readonly string[], isChosen: boolean) => void;
  onEnd: (queryIds: string[]) => void;
  /** Null where the campaign is over: nothing goes on. */
  onResume: ((queryIds: string[]) => void) | null;
  isBusy: boolean;
}>;

type RowProps = Actions & Readonly<{ topic: ActiveTopic }>;

function State({ topic }: Readonly<{ topic: ActiveTopic }>) {
  return (
    <td className={table.words} data-label="state">
      {sayState(topic)}
      {topic.error !== '' && <small className={text.wrong}>{topic.error}</small>}
    </td>
  );
}

function ActionButton({ topic, onEnd, onResume, isBusy }: RowProps) {
  const { query_id: id, ended_at: endedAt } = topic;
  if (endedAt === null)
    return (
      <Button look="flush" aria-label={`End ${id}`} disabled={isBusy} onClick={() => onEnd([id])}>
        End
      </Button>
    );
  if (onResume === null) return null;
  return (
    <Button
      look="flush"
      aria-label={`Go on with ${id}`}
      disabled={isBusy}
      onClick={() => onResume([id])}
    >
      Go on
    </Button>
  );
}

function Row(props: RowProps) {
  const { topic, shown, onShow, chosen, onChoose } = props;
  const { query_id: id, query, n_judged: nJudged, n_relevant: nRelevant } = topic;
  return (
    <tr data-shown={id === shown} className={styles.topic}>
      <td className={styles.tick}>
        <CheckField
          label={<span className={text.visuallyHidden}>Choose {id}</span>}
          checked={chosen.has(id)}
          onChange={(isChosen) => onChoose([id], isChosen)}
        />
      </td>
      <th scope="row" className={table.words}>
        <Button look="flush" aria-pressed={id === shown} onClick={() => onShow(id)}>
          <span className={text.soft}>{id}</span> {query}
        </Button>
      </th>
      <td data-label="judged">{formatCount(nJudged)}</td>
      <td data-label="relevant">{formatCount(nRelevant)}</td>
      <td data-label="waiting">{formatCount(topic.n_waiting)}</td>
      <State topic={topic} />
      <td>
        <ActionButton {...props} />
      </td>
    </tr>
  );
}

const HEADS = ['judged', 'relevant', 'waiting'] as const;

/** The topics with how far each is; one is shown below, several can be ended or go on at once. */
export function TopicRows({
  topics,
  ...actions
}: Actions & Readonly<{ topics: readonly ActiveTopic[] }>) {
  const [visible, more] = useShortList(topics, SHOWN_AT_FIRST, 'topic');
  const ids = topics.map(({ query_id: id }) => id);
  return (
    <>
      <CheckField
        label="Choose all topics"
        checked={ids.length > 0 && ids.every((id) => actions.chosen.has(id))}
        onChange={(isChosen) => actions.onChoose(ids, isChosen)}
      />
      <Scroller label="Topics">
        <table className={cx(table.cards, kit.rows)}>
          <thead>
            <tr>
              <th scope="col">
                <span className={text.visuallyHidden}>chosen</span>
              </th>
              <th scope="col" className={table.words}>
                topic
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" className={table.words}>
                state
              </th>
              <th scope="col">
                <span className={text.visuallyHidden}>change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {visible.map((topic) => (
              <Row key={topic.query_id} topic={topic} {...actions} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}
