import type { PanelProps } from '@/features/comparison/choice/panel';
import { Block } from '@/features/comparison/scores/Block';
import type { Comparison } from '@/api/compared';
import { describeTest } from '@/features/comparison/texts/tests';
import { counted } from '@/shared/format/numbers';
import { tabAddress } from '@/features/comparison/choice/focus';
import { addressOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import styles from '@/features/comparison/scores/Block.module.css';
import buttons from '@/shared/styles/buttons.module.css';

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
  const { n_tests: nTests, test, correction, baseline } = comparison;
  const level = levelOf(comparison);
  return (
    <p className={styles.footnote}>
      * p &lt; .05, ** &lt; .01, *** &lt; .001, **** &lt; .0001 ({describeTest(comparison)}).{' '}
      {correction === 'none'
        ? `Stars are uncorrected over ${counted(nTests, 'test')}: of twenty differences that are not real, about one gets a star. `
        : 'Each p is the corrected one, and stars follow it. '}
      {test === 'equivalence' && 'A small p says that two runs differ by less than the bound. '}
      {level !== null && `In brackets, the ${level}% interval of the mean difference. `}
      {baseline !== null && 'Bold is the best of its row. '}↓ marks measures where lower is better,
      and a starred difference is coloured by whether it is better or worse.
    </p>
  );
}

/** Every measure under every label set, as tables for a paper. */
export function ScoresPanel({ comparison, selection, labels }: PanelProps) {
  return (
    <>
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
