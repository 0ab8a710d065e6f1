import type { Comparison, ComparisonBlock } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import { tabAddress } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { addressOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { DenseField, useDense } from '@/features/comparison/table/DenseField';
import { RunTable } from '@/features/comparison/table/RunTable';
import type { Beside } from '@/features/comparison/table/RunTable';
import { formatDepth, largestGap } from '@/features/comparison/table/gaps';
import { tableOf, unjudgedOf } from '@/features/comparison/table/table';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { describeTest } from '@/features/comparison/texts/tests';
import { measureDefinition } from '@/shared/definitions/definitions';
import { counted, formatShare } from '@/shared/format/numbers';
import { describeRules } from '@/shared/labels/describePolicy';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { SampleTag } from '@/shared/ui/SampleTag';
import { Tag } from '@/shared/ui/Tag';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { Defined, Measure } from '@/shared/ui/Defined';
import styles from '@/features/comparison/table/scores.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/**
 * Says in a sentence what a large share of unjudged passages does to the scores above. Of a run without any
 * label it speaks in the server's words, which name the likely cause.
 */
function GapNote({ block }: Readonly<{ block: ComparisonBlock }>) {
  const gap = largestGap(block);
  const ofGap =
    gap &&
    `Of the ${formatDepth(gap.cutoff)} of ${gap.run}, ${formatShare(gap.share)} ${block.sample === null ? 'have no label here' : 'could not be drawn'} and count as not relevant.`;
  const sentences = [...block.notes, ...(ofGap === null ? [] : [ofGap])];
  if (sentences.length === 0) return null;
  return (
    <p className={styles.gap}>
      <b>Unjudged passages:</b> {sentences.join(' ')}
    </p>
  );
}

type Props = Readonly<{
  block: ComparisonBlock;
  comparison: Comparison;
  labels?: LabelSet | undefined;
}>;

/** Where the labels of a block came from. */
function origin(labels: LabelSet | undefined): string {
  if (labels === undefined) return '';
  if (labels.source === 'imported') return 'imported · ';
  const rules = describeRules(labels);
  if (labels.source === 'combined') return `${rules} · `;
  return `derived from ${labels.campaign ?? 'a campaign'}${rules && `: ${rules}`} · `;
}

/** Beside the scores, the share of each run that nobody labelled. */
const unjudgedColumns = (block: ComparisonBlock): readonly Beside[] =>
  block.unjudged.map(({ cutoff }) => ({
    key: `unjudged ${cutoff}`,
    head: (
      <>
        {block.sample === null ? (
          <Defined at={measureDefinition('Unjudged')}>unjudged</Defined>
        ) : (
          <Defined at="sampling#scores-under-a-sample">not drawable</Defined>
        )}
        <small>in {formatDepth(cutoff)}</small>
      </>
    ),
    cell: (run) => formatShare(unjudgedOf(block, cutoff, run)),
  }));

/** One label set: what every run scores under it, by every measure. */
export function Block({ block, comparison, labels }: Props) {
  const [isDense] = useDense();
  const table = tableOf(comparison, [block], measuresOf(comparison));
  const heads = table.columns.map(({ measure, isLowerBetter }) => (
    <>
      <Measure name={measure} />
      {isLowerBetter && (
        <abbr title="lower is better" aria-label="lower is better">
          {'\u00a0'}↓
        </abbr>
      )}
    </>
  ));
  const fed = block.pool_runs.length === 0 ? 'not known here' : block.pool_runs.join(', ');
  return (
    <section className={styles.block} aria-label={`Under ${block.labels}`}>
      <h2>
        {block.labels} {block.is_simulated && <Tag tone="simulated">simulated assessors</Tag>}{' '}
        <SampleTag sample={block.sample} />
      </h2>
      <p className={text.soft}>
        {origin(labels)}relevant from {block.min_relevance} up · {counted(block.n_topics, 'topic')}{' '}
        · runs that fed the pool: {fed} · {describeTest(comparison)}
      </p>
      <RunTable
        label={`Scores under ${block.labels}`}
        {...{ table, isDense }}
        heads={heads}
        names={table.columns.map(({ measure }) => `by ${measure}`)}
        beside={unjudgedColumns(block)}
      />
      <GapNote block={block} />
    </section>
  );
}

function Downloads({ selection }: Readonly<{ selection: Selection }>) {
  const query = addressOf(selection);
  const { search } = useLocation();
  return (
    <p className={buttons.actions}>
      <CsvLinks href={`/api/comparison?format=csv&${query}`}>Download CSV</CsvLinks>
      <a href={`/api/comparison?format=tex&${query}`} download>
        Download LaTeX
      </a>
      <a href={`/api/comparison?format=md&${query}`} download>
        Download Markdown
      </a>
      <a href={`/api/comparison?format=json&${query}`} download="comparison.json">
        Download JSON
      </a>
      <a href={`/api/comparison?format=parquet&${query}`} download>
        Download Parquet
      </a>
      <Link to={tabAddress(search, 'methods')}>Methods for a paper</Link>
    </p>
  );
}

/** How sure the intervals are; none where the test gives none. That of equivalence leaves out both its levels. */
function levelOf({ test, test_options: options, blocks }: Comparison): number | null {
  const cells = blocks.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  if (cells.every(({ interval }) => interval === null)) return null;
  const { confidence } = options;
  return Math.round(100 * (test === 'equivalence' ? 2 * confidence - 1 : confidence));
}

function Footnote({ comparison }: Readonly<{ comparison: Comparison }>) {
  const { n_tests: nTests, test, correction } = comparison;
  const level = levelOf(comparison);
  return (
    <p className={styles.footnote}>
      * p &lt; .05, ** &lt; .01, *** &lt; .001, **** &lt; .0001 ({describeTest(comparison)}).{' '}
      {correction === 'none'
        ? `Stars are uncorrected over ${counted(nTests, 'test')}: of twenty differences that are not real, about one gets a star. `
        : 'Stars follow the corrected p; interval and p are those of each test by itself. '}
      {test === 'equivalence' && 'A small p says that two runs differ by less than the bound. '}
      {level !== null && `In brackets, the ${level}% interval of the mean difference. `}
      {level !== null &&
        comparison.blocks.some(({ sample }) => sample !== null) &&
        'Of estimates there are two: for topics like these, and for these topics alone. '}
      Bold is the best of its column. ↓ marks measures where lower is better, and a starred
      difference is coloured by whether it is better or worse.
    </p>
  );
}

/** Every measure under every label set, as tables for a paper. */
export function ScoresPanel({ comparison, selection, labels }: PanelProps) {
  return (
    <>
      <DenseField />
      {comparison.blocks.map((block) => (
        <Block
          key={block.labels}
          block={block}
          comparison={comparison}
          labels={labels.find(({ name }) => name === block.labels)}
        />
      ))}
      <Footnote comparison={comparison} />
      <Downloads selection={selection} />
    </>
  );
}
