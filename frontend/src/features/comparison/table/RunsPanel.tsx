import { Fragment } from 'react';
import type { Comparison, LeadsChanged, OnAllRuns } from '@/api/compared';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { DenseField, useDense } from '@/features/comparison/table/DenseField';
import { RunTable } from '@/features/comparison/table/RunTable';
import type { Beside } from '@/features/comparison/table/RunTable';
import { labelsNote } from '@/features/comparison/table/labelsNote';
import { tableOf } from '@/features/comparison/table/table';
import type { Table } from '@/features/comparison/table/table';
import { isLowerBetter, labelsOf, measuresOf } from '@/features/comparison/texts/measuresOf';
import { describeSameRelevant } from '@/features/comparison/texts/sameRelevant';
import { describeTest } from '@/features/comparison/texts/tests';
import { useVerdict } from '@/features/comparison/verdict/useVerdict';
import {
  counted,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
} from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { labelsPath } from '@/shared/routing/paths';
import { SampleTag } from '@/shared/ui/SampleTag';
import { Tag } from '@/shared/ui/Tag';
import { Defined } from '@/shared/ui/Defined';
import { Segmented } from '@/shared/ui/fields/Segmented';
import styles from '@/features/comparison/table/table.module.css';
import text from '@/shared/styles/text.module.css';

type Lead = LeadsChanged['leads'][number];

/** By how much a run’s lead over the baseline changes, and from what to what. */
function LeadCell({ lead, isRank }: Readonly<{ lead: Lead | undefined; isRank: boolean }>) {
  if (lead === undefined) return null;
  const { before, after, change, interval, p_value: p, stars } = lead;
  const show = (value: number): string => formatDifference(value, isRank);
  const isShown = stars.length > 0;
  const said = [`${show(before)} to ${show(after)}`, formatInterval(interval, isRank), formatP(p)];
  return (
    <div className={styles.cell} tabIndex={0}>
      <span className={isShown ? styles.changed : text.soft}>
        {show(change)}
        {stars}
      </span>
      <small className={styles.detail}>{said.filter((part) => part !== '').join(' · ')}</small>
    </div>
  );
}

/** A column for each label set but the first: what it does to every lead. */
const leadColumns = (
  first: string,
  changes: readonly LeadsChanged[],
  isRank: boolean,
): readonly Beside[] =>
  changes.map(({ labels, leads }) => ({
    key: `lead ${labels}`,
    head: (
      <>
        <Defined at="verdicts#all-runs">change of lead</Defined>
        <small>
          {first} to {labels}
        </small>
      </>
    ),
    cell: (run) => <LeadCell lead={leads.find((one) => one.run === run)} isRank={isRank} />,
  }));

/** So many label sets stand side by side on a phone. */
const AT_ONCE = 2;

/** On which topics the page rests, by which test, and from which inputs. */
function TopicsNote({ comparison }: Pick<PanelProps, 'comparison'>) {
  const { topics, content_hash: hash } = comparison;
  const said = [
    `${counted(topics.n, 'topic')} that all label sets share`,
    topics.common_to_runs ? 'and every run has (asked for)' : null,
    topics.n_left_out === 0
      ? null
      : `(without ${formatCount(topics.n_left_out)} that models were trained on)`,
    topics.only_topics_of === null ? null : `and ${topics.only_topics_of} has (asked for)`,
  ];
  return (
    <p className={text.soft}>
      {said.filter((part) => part !== null).join(' ')} · {describeTest(comparison)} over topics ·{' '}
      {comparison.single_precision === true &&
        'ranked as trec_eval 9 does, by scores in single precision · '}
      inputs <code title={hash}>{hash.slice(0, 12)}</code>
    </p>
  );
}

/** Whether labels and runs interact, as an analysis of variance asks. */
const describeInteraction = ({ labels, f, p_value: p }: LeadsChanged): string =>
  f === null
    ? ''
    : `Analysis of variance, run by labels, to ${labels}: F = ${f.toFixed(2)}, ${formatP(p)}.`;

/** What stands in a cell, and what is not seen there. */
function describeCells(comparison: Comparison, table: Table, found: OnAllRuns | null): string {
  const { baseline_labels: own, blocks } = comparison;
  const said = [
    table.columns.some(({ isLowerBetter }) => isLowerBetter) && 'Lower is better.',
    table.columns.some(({ isTested }) => isTested) && 'Bold: the best of its column.',
    own === null
      ? 'Difference and bar: from the baseline, with the interval before any correction; the stroke is zero, one scale for all. * p < .05, ** < .01, *** < .001, **** < .0001, corrected where that was asked for.'
      : `Each score follows the one under ${own} labels. Other labels are another scale: the change alone says nothing about the run.`,
    blocks.some(({ sample }) => sample !== null) &&
      'Of estimates the thin bar is the interval for topics like these, the band that for these topics alone.',
    found !== null &&
      found.changes.length > 0 &&
      `Change of lead: of the lead over ${found.baseline} with the labels, topic by topic; stars by max-t, for all runs at once. ${found.changes.map(describeInteraction).join(' ')}`,
    'The rest of a cell shows on hover and focus, or where the table is dense.',
  ];
  return said.filter((part) => part !== false).join(' ');
}

/** A label set, and by what it calls a passage relevant. */
const headsOf = ({ blocks }: Comparison, sets: PanelProps['labels']) =>
  blocks.map((block) => (
    <Fragment key={block.labels}>
      <Link to={labelsPath(block.labels)}>{block.labels}</Link>{' '}
      {block.is_simulated && <Tag tone="simulated">simulated</Tag>}
      <SampleTag sample={block.sample} />
      <small>
        {labelsNote(
          block,
          sets.find(({ name }) => name === block.labels),
        )}
      </small>
    </Fragment>
  ));

/** The question at a glance: every run under every label set, by one measure at a time. */
export function RunsPanel(props: PanelProps) {
  const { comparison, labels, focus, onFocus } = props;
  const { blocks } = comparison;
  const [isDense] = useDense();
  const found = useVerdict(props).data?.on_all_runs ?? null;
  const table = tableOf(comparison, blocks, [focus.measure]);
  const isRank = isLowerBetter(comparison, focus.measure);
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className={text.visuallyHidden}>
        Every run under every label set
      </h2>
      <div className={styles.choices}>
        <Segmented
          label="Measure of the table"
          options={measuresOf(comparison).map((name) => ({ value: name, label: name }))}
          value={focus.measure}
          onChange={(name) => onFocus({ measure: name })}
        />
        <DenseField />
      </div>
      {blocks.length > AT_ONCE && (
        <p className={styles.swipe}>
          Swipe for {counted(blocks.length - AT_ONCE, 'more label set')}.
        </p>
      )}
      <RunTable
        label="Every run under every label set"
        {...{ table, isDense }}
        heads={headsOf(comparison, labels)}
        names={blocks.map((block) => `under ${block.labels}`)}
        hasBars
        beside={leadColumns(labelsOf(comparison)[0] ?? '', found?.changes ?? [], isRank)}
      />
      <p className={text.soft}>{describeCells(comparison, table, found)}</p>
      {comparison.same_relevant.map((group) => (
        <p key={group.labels[0]}>{describeSameRelevant(group)}</p>
      ))}
      <TopicsNote comparison={comparison} />
    </section>
  );
}
