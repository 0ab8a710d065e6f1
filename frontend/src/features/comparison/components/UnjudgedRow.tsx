import type { ComparisonBlock } from '@/api/types';
import { formatShare } from '@/shared/format';

type Props = Readonly<{
  unjudged: ComparisonBlock['unjudged'][number];
  runs: readonly string[];
}>;

export function UnjudgedRow({ unjudged: { cutoff, shares }, runs }: Props) {
  const shareOf = (run: string): number | undefined => shares.find((one) => one.run === run)?.share;
  return (
    <tr className="unjudged">
      <th scope="row" className="words">
        unjudged in top {cutoff}
      </th>
      {runs.map((run) => {
        const share = shareOf(run);
        return <td key={run}>{share === undefined ? '–' : formatShare(share)}</td>;
      })}
    </tr>
  );
}
