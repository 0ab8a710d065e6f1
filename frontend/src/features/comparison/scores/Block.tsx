import type { Comparison, ComparisonBlock } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import { BlockTable } from '@/features/comparison/scores/BlockTable';
import { describeTest } from '@/features/comparison/texts/tests';
import { counted, formatShare } from '@/shared/format/numbers';
import { describeRules } from '@/shared/labels/describePolicy';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { formatDepth, largestGap } from '@/features/comparison/texts/verdicts';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/scores/Block.module.css';

/**
 * Says in a sentence what a large share of unjudged passages does to the scores above. Of a run without any
 * label it speaks in the server's words, which name the likely cause.
 */
function GapNote({ block }: Readonly<{ block: ComparisonBlock }>) {
  const gap = largestGap(block);
  const ofGap =
    gap &&
    `Of the ${formatDepth(gap.cutoff)} of ${gap.run}, ${formatShare(gap.share)} have no label here and count as not relevant.`;
  const sentences = [...block.notes, ...(ofGap === null ? [] : [ofGap])];
  if (sentences.length === 0) return null;
  return (
    <p className={styles.gap}>
      <b>Mind the unjudged:</b> {sentences.join(' ')}
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

/** One label set: what every run scores under it. */
export function Block({ block, comparison, labels }: Props) {
  const fed = block.pool_runs.length === 0 ? 'not known here' : block.pool_runs.join(', ');
  return (
    <section className={styles.block} aria-label={`Under ${block.labels}`}>
      <h2>
        {block.labels} {block.is_simulated && <Tag tone="simulated">simulated assessors</Tag>}
      </h2>
      <p className={text.soft}>
        {origin(labels)}relevant from {block.min_relevance} up · {counted(block.n_topics, 'topic')}{' '}
        · runs that fed the pool: {fed} · {describeTest(comparison)}
      </p>
      <Scroller label={`Scores under ${block.labels}`}>
        <BlockTable
          block={block}
          baseline={comparison.baseline}
          baselineLabels={comparison.baseline_labels}
          test={comparison.test}
        />
      </Scroller>
      <GapNote block={block} />
    </section>
  );
}
