import { lazy, Suspense } from 'react';
import { PageList } from '@/features/help/read/PageList';
import { SearchForm } from '@/features/help/search/SearchForm';
import { useSearchParams } from '@/shared/routing/location';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/help/page/help.module.css';

const Results = lazy(() => import('@/features/help/search/Results'));

/** The way into the help: its pages, and a search over all of them. */
export default function HelpIndex() {
  const query = (useSearchParams().get('search') ?? '').trim();
  return (
    <section className={styles.index}>
      <title>{query === '' ? 'Help · Regrade' : `${query} · Help · Regrade`}</title>
      <h1>Help</h1>
      <SearchForm key={query} asked={query} />
      {query !== '' && (
        <Suspense fallback={<Waiting label="Searching" isTall />}>
          <Results query={query} />
        </Suspense>
      )}
      <PageList />
    </section>
  );
}
