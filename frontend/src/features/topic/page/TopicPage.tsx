import { OFFERED } from '@/shared/evaluation/measures';
import { useState } from 'react';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import type { LabelSet, Run, TopicLook } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { choiceOf, MORE, MOST, offeredFor, unknownOf } from '@/features/topic/api/choice';
import type { Choice, Offered } from '@/features/topic/api/choice';
import { RankingColumn } from '@/features/topic/page/RankingColumn';
import { RelevantTable } from '@/features/topic/page/RelevantTable';
import { TopicNav } from '@/features/topic/page/TopicNav';
import { comparisonPath, topicSetPath, topicPath } from '@/shared/routing/paths';
import { asApiError } from '@/shared/requests/errors';
import type { ApiError } from '@/shared/requests/errors';
import { counted } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import { Unread } from '@/shared/ui/requests/Unread';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/topic/page/topic.module.css';

/** Names as an address has them; none at all is a comma, since silence leaves them to the page. */
const listed = (names: readonly string[]): string => (names.length === 0 ? ',' : names.join(','));

/** What there is none of, so that no menu of it would offer anything. */
function missingOf({ runs, labels }: Offered): string {
  const none = [
    ...(runs.length === 0 ? ['complete run'] : []),
    ...(labels.length === 0 ? ['label set'] : []),
  ];
  return none.length === 0 ? '' : `No ${none.join(' and no ')} of these topics yet.`;
}

type ControlsProps = Readonly<{ offered: Offered; choice: Choice; change: ChangeAddress }>;

function Controls({ offered, choice, change }: ControlsProps) {
  const measures = [...new Set([choice.measure, ...OFFERED.topic])];
  const [startsOpen] = useState(choice.runs.length === 0);
  const nothing = missingOf(offered);
  if (offered.runs.length + offered.labels.length === 0)
    return <p className={text.soft}>{nothing}</p>;
  return (
    <details className={styles.choice} open={startsOpen}>
      <summary>Choose runs, label sets and the measure</summary>
      <div className={styles.controls}>
        {offered.runs.length > 0 && (
          <MultiField
            label="Runs"
            options={offered.runs}
            value={choice.runs}
            onChange={(runs) => change({ runs: listed(runs) })}
          />
        )}
        {offered.labels.length > 0 && (
          <MultiField
            label="Label sets"
            options={offered.labels}
            value={choice.labels}
            onChange={(labels) => change({ labels: listed(labels) })}
          />
        )}
        {nothing !== '' && <p className={text.soft}>{nothing}</p>}
        <SelectField
          label="Measure"
          options={measures}
          value={choice.measure}
          onChange={(measure) => change({ measure })}
        />
      </div>
    </details>
  );
}

const more = ({ description, narrative }: TopicLook): string =>
  [description, narrative].filter((part) => part !== '').join(' ');

/** Why there is no score under a sample, and where to look. */
function OfSamples({ look }: Readonly<{ look: TopicLook }>) {
  const [first] = look.labels.filter(({ sample }) => sample !== null);
  if (first === undefined) return null;
  const runs = look.rankings.map(({ run }) => run);
  const [baseline, ...others] = runs;
  const topics = 'the topics of a comparison';
  return (
    <p className={text.soft}>
      {first.name} is a sample: passages of this topic that were not drawn have no label, so that no
      run has a score on it alone. Estimates are among{' '}
      {baseline === undefined || others.length === 0 ? (
        topics
      ) : (
        <Link
          to={`${comparisonPath({ baseline, runs: others.join(','), labels: first.name })}&tab=topics`}
        >
          {topics}
        </Link>
      )}
      .
    </p>
  );
}

type FactsProps = Readonly<{ topicSet: string; look: TopicLook; simulated: readonly string[] }>;

function Facts({ topicSet, look, simulated }: FactsProps) {
  const labels = look.labels.map(
    ({ name, n_judged: judged, n_relevant: relevant }) =>
      `${counted(judged, 'label')}, ${relevant} relevant in ${name}${simulated.includes(name) ? ' (simulated)' : ''}`,
  );
  return (
    <>
      <p className={text.soft}>
        {[`Topic ${look.query_id} of ${topicSet}`, ...labels].join(' · ')}
      </p>
      {more(look) !== '' && <p dir="auto">{more(look)}</p>}
      <OfSamples look={look} />
    </>
  );
}

type FoundProps = Readonly<{
  topicSet: string;
  look: TopicLook;
  runs: readonly Run[];
  /** Whether there are runs to choose. */
  hasRuns: boolean;
  address: string;
  choice: Choice;
  /** Label sets with votes of simulated assessors. */
  simulated: readonly string[];
  change: ChangeAddress;
}>;

function Found({ topicSet, look, runs, hasRuns, address, choice, simulated, change }: FoundProps) {
  const [isBold, setBold] = useState(false);
  const query = isBold ? look.query : '';
  const { isWhole } = choice;
  const longest = Math.max(0, ...look.rankings.map(({ n_retrieved: n }) => n));
  return (
    <>
      <h1 dir="auto">{look.query}</h1>
      <Facts topicSet={topicSet} look={look} simulated={simulated} />
      <div className={styles.navs}>
        <TopicNav topicSet={topicSet} look={look} choice={choice} address={address} />
      </div>
      <div className={styles.switches}>
        <CheckField
          role="switch"
          label="Full texts"
          checked={isWhole}
          onChange={(whole) => change({ texts: whole ? 'full' : '' })}
        />
        <CheckField label="Words of the query in bold" checked={isBold} onChange={setBold} />
        {!isWhole && look.labels.length > 0 && (
          <p className={text.soft}>Grades: {look.labels.map(({ name }) => name).join(', ')}</p>
        )}
      </div>
      {hasRuns && look.rankings.length === 0 && <p>Choose runs to see what they rank.</p>}
      <div className={styles.columns}>
        {look.rankings.map(({ run }, place) => (
          <RankingColumn
            key={run}
            look={look}
            place={place}
            query={query}
            isWhole={isWhole}
            collection={runs.find(({ name }) => name === run)?.collection ?? ''}
          />
        ))}
      </div>
      {choice.n < Math.min(longest, MOST) && (
        <p className={buttons.actions}>
          <Button
            look="second"
            onClick={() => change({ n: String(Math.min(choice.n + MORE, MOST)) })}
          >
            Show {Math.min(MORE, MOST - choice.n)} more
          </Button>
        </p>
      )}
      <RelevantTable look={look} query={query} isWhole={isWhole} />
    </>
  );
}

type KnownProps = Readonly<{
  topicSet: string;
  queryId: string;
  runs: readonly Run[];
  labels: readonly LabelSet[];
}>;

/** Whether there is no such topic, so that nothing can be chosen for it. */
const isOfTopic = ({ status, fields }: ApiError): boolean =>
  status === 404 && ('topic_set' in fields || 'query_id' in fields);

/** What is chosen stands above, whatever comes of it. */
function Known({ topicSet, queryId, runs, labels }: KnownProps) {
  const [params, change] = useAddress(topicPath(topicSet, queryId));
  const offered = offeredFor(topicSet, params, runs, labels);
  const choice = choiceOf(params, offered);
  const query = useSteadyRead('/api/topic', {
    ...{ topic_set: topicSet, query_id: queryId, measures: choice.measure, n: choice.n },
    ...(choice.runs.length > 0 && { runs: choice.runs.join(',') }),
    ...(choice.labels.length > 0 && { labels: choice.labels.join(',') }),
  });
  const { data, error, isPlaceholderData } = query;
  const unknown = unknownOf(params, offered);
  const isGone = error !== null && isOfTopic(asApiError(error));
  return (
    <>
      {!isGone && unknown.length > 0 && (
        <p role="alert" className={text.wrong}>
          These have other topics or passages, are incomplete, or no longer exist:{' '}
          {unknown.join(', ')}.
        </p>
      )}
      {!isGone && <Controls offered={offered} choice={choice} change={change} />}
      {data === undefined || error !== null ? (
        <Unread of={query} waiting="Opening the topic" trouble="This topic cannot be shown" />
      ) : (
        <div aria-busy={isPlaceholderData} inert={isPlaceholderData}>
          <Found
            topicSet={topicSet}
            look={data}
            runs={runs}
            hasRuns={offered.runs.length > 0}
            address={params.toString()}
            choice={choice}
            simulated={labels.filter((one) => one.is_simulated).map(({ name }) => name)}
            change={change}
          />
        </div>
      )}
    </>
  );
}

/** One topic: rankings side by side, each passage with its labels and where other runs have it. */
export default function TopicPage() {
  const { set = '', query: id = '' } = useParams();
  const query = together({ runs: useRuns(), labels: useLabels() });
  return (
    <Loaded query={query} trouble="This topic cannot be shown now" waiting="Opening the topic">
      {(offered) => (
        <article>
          <title>{`${id} · Regrade`}</title>
          <p className={styles.above}>
            <Link to={topicSetPath(set)}>{set}</Link>
          </p>
          <Known key={`${set} ${id}`} topicSet={set} queryId={id} {...offered} />
        </article>
      )}
    </Loaded>
  );
}
