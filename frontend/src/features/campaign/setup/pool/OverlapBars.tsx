import type { PoolPreview } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { Bar } from '@/shared/ui/Bar';
import overlapBars from '@/features/campaign/setup/pool/OverlapBars.module.css';
import textStyles from '@/shared/styles/text.module.css';

const MAX_ROWS = 6;

/** The last row takes in all that more runs found. */
function rowsOf(counts: readonly number[]): { label: string; n: number }[] {
  const rows = counts.map((n, i) => ({ label: i === 0 ? '1 run' : `${i + 1} runs`, n }));
  if (rows.length <= MAX_ROWS) return rows;
  const rest = counts.slice(MAX_ROWS - 1).reduce((sum, n) => sum + n, 0);
  return [...rows.slice(0, MAX_ROWS - 1), { label: `${MAX_ROWS} runs or more`, n: rest }];
}

/** How much of the pool the runs have in common. */
export function OverlapBars({ preview, depth }: Readonly<{ preview: PoolPreview; depth: number }>) {
  if (preview.found_by.length < 2) return null;
  const counts = preview.found_by.map((byDepth) => byDepth[depth - 1] ?? 0);
  const total = counts.reduce((sum, n) => sum + n, 0);
  return (
    <div>
      <h4>Found by</h4>
      <dl className={overlapBars.overlap}>
        {rowsOf(counts).map(({ label, n }) => {
          const share = total === 0 ? null : n / total;
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Bar value={n} max={total} label={`${label}: ${formatShare(share)}`} />
                <span className={textStyles.number}>
                  {formatCount(n)} <small className={textStyles.soft}>{formatShare(share)}</small>
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
