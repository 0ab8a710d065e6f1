import type { Run } from '@/api/types';
import { useNews } from '@/features/library/runs/useNews';
import text from '@/shared/styles/text.module.css';

/** Reads out how runs come on; the table shows it. */
export function News({ runs }: Readonly<{ runs: readonly Pick<Run, 'name' | 'status'>[] }>) {
  const news = useNews(runs);
  return (
    <div role="status" className={text.visuallyHidden}>
      {news.map((text, n) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
