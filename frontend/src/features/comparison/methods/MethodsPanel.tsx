import type { Methods, Span } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { VerifyScores } from '@/features/comparison/methods/VerifyScores';
import { describeRules } from '@/shared/labels/describePolicy';
import { labelsPath, runPath, collectionPath, topicSetPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Defined, MeasureLinks, Measure } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { tabAddress } from '@/features/comparison/choice/focus';
import { definitionOf } from '@/shared/definitions/definitions';
import { useLocation } from '@/shared/routing/location';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/methods/methods.module.css';

type Kind = Span['stands_for'];

/** Where a name is shown. */
const PATHS: Readonly<Partial<Record<Kind, (name: string) => string>>> = {
  run: runPath,
  baseline: runPath,
  labels: labelsPath,
  collection: collectionPath,
  topic_set: topicSetPath,
  release: () => '/about',
};

/** The tab with the rows of a number. */
const ROWS: Readonly<Partial<Record<Kind, string>>> = {
  n_topics: 'topics',
  n_tests: 'significance',
  unjudged: 'unjudged',
};

const DEFINED: Readonly<Partial<Record<Kind, 'tests' | 'corrections'>>> = {
  test: 'tests',
  correction: 'corrections',
};

function Piece({ span: { text, stands_for: kind, name } }: Readonly<{ span: Span }>) {
  const { search } = useLocation();
  const [path, rows, defined] = [PATHS[kind], ROWS[kind], DEFINED[kind]];
  if (path !== undefined) return <Link to={path(name)}>{text}</Link>;
  if (rows !== undefined) return <Link to={tabAddress(search, rows)}>{text}</Link>;
  if (defined !== undefined) return <Defined at={definitionOf(defined, name)}>{text}</Defined>;
  if (kind === 'measure') return <Measure name={name} />;
  return kind === 'hash' ? <code title={name}>{text}</code> : text;
}

/** What was done, each name and number a link to what it stands for. */
function Paragraph({ spans }: Readonly<{ spans: readonly Span[] }>) {
  return spans.map((span, place) => <Piece key={place} span={span} />);
}

type Source = Methods['labels'][number];

function Origin({ source, labels }: Readonly<{ source: Source; labels: LabelSet | undefined }>) {
  const { labels: name, made, min_relevance: least, is_simulated: isSimulated } = source;
  const rules = labels === undefined ? '' : describeRules(labels);
  return (
    <div>
      <dt>
        <Link to={labelsPath(name)}>{name}</Link>{' '}
        {isSimulated && <Tag tone="simulated">simulated assessors</Tag>}
      </dt>
      <dd>
        {made}; relevant from {least} up{rules !== '' && `; ${rules}`}; runs that fed the pool:{' '}
        {source.pool_runs.length === 0
          ? 'not known here'
          : source.pool_runs.map((run, at) => (
              <span key={run}>
                {at > 0 && ', '}
                <Link to={runPath(run)}>{run}</Link>
              </span>
            ))}
      </dd>
    </div>
  );
}

function Cautions({ cautions }: Pick<Methods, 'cautions'>) {
  if (cautions.length === 0) return null;
  return (
    <section aria-labelledby="cautions">
      <h3 id="cautions">
        <Defined at="significance#means-that-are-disputed">Cautions</Defined>
      </h3>
      {cautions.map(({ measures, caution }) => (
        <div key={caution} className={styles.caution}>
          <p>{caution}</p>
          <p className={text.soft}>
            <MeasureLinks names={measures} />
          </p>
        </div>
      ))}
    </section>
  );
}

/** What was done, in words for a paper; what is disputed about it, where labels come from, and its proof. */
export default function MethodsPanel({ comparison, selection, labels, isOutdated }: PanelProps) {
  const { data, error } = useCompared('/api/comparison/methods', { selection, isOutdated }, {});
  return (
    <section aria-labelledby="methods" className={styles.methods}>
      <h2 id="methods">Methods</h2>
      <ErrorMessage error={error} />
      {data === undefined && error === null && <Waiting label="Writing the paragraph" />}
      {data !== undefined && (
        <>
          <p className={styles.paragraph}>
            <Paragraph spans={data.paragraph} />
          </p>
          <p>
            <CopyButton text={data.text} label="the paragraph" />
          </p>
          <Cautions cautions={data.cautions} />
          <section aria-labelledby="sources">
            <h3 id="sources">Where the labels come from</h3>
            <dl className={styles.sources}>
              {data.labels.map((source) => (
                <Origin
                  key={source.labels}
                  source={source}
                  labels={labels.find(({ name }) => name === source.labels)}
                />
              ))}
            </dl>
          </section>
        </>
      )}
      <VerifyScores key={comparison.content_hash} comparison={comparison} />
    </section>
  );
}
