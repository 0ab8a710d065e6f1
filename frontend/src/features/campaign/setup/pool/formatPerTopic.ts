import type { PoolPreview } from '@/api/types';
import { formatCount } from '@/shared/format';

/** How the pairs are spread over the topics at a depth. */
export function formatPerTopic(preview: PoolPreview, depth: number): string {
  const [least, median, most] = [preview.least, preview.median, preview.most].map(
    (counts) => counts[depth - 1] ?? 0,
  );
  if (least === undefined || median === undefined || most === undefined) return '';
  if (least === most) return `${formatCount(most)} a topic`;
  return `${formatCount(least)} to ${formatCount(most)} a topic, median ${formatCount(median)}`;
}
