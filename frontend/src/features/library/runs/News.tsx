import type { Run } from '@/api/types';
import { useNews } from '@/features/library/runs/useNews';

/** Reads out how runs come on; the table shows it. */
export function News({ runs }: Readonly<{ runs: readonly Run[] }>) {
  const news = useNews(runs);
  return (
    <div role="status" className="visually-hidden">
      {news.map((text, n) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
